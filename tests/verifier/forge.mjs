// A forger for the tests: signs acts with keys of its own and writes a small record that touches every kind of step.
//
// Every document passes through `change` before it is signed, and everything after it is computed from what came out.
// So a test can make one lie, properly signed, in a record that is otherwise consistent.

import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chainStep, commitment, jointSeed } from "./hashes.mjs";
import { armor, namespaceOf, signedBytes } from "./signature.mjs";
import { canonical, sha256 } from "./text.mjs";

export const SEATS = ["union", "confederate"];
const SALT = "5".repeat(64);
export const LINKS = 8;

const privateKeys = Object.fromEntries([...SEATS, "stranger"].map((seat) => [seat, createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), createHash("sha256").update(seat).digest()]),
  format: "der", type: "pkcs8",
})]));
const rawKey = (seat) => createPublicKey(privateKeys[seat]).export({ format: "der", type: "spki" }).subarray(-32);
export const keyOf = (seat) => Buffer.concat([Buffer.from([32]), rawKey(seat)]).toString("base64");

/** The document of a map, signed by a seat. */
export function signed(value, seat = value.seat ?? value.proposer) {
  const text = canonical(value), namespace = namespaceOf(value.kind);
  const lines = armor(rawKey(seat), namespace, sign(null, signedBytes(text, namespace), privateKeys[seat]));
  return text + "signature: |\n" + lines.map((line) => `  ${line}\n`).join("");
}

/** Builds the record: a map of file names to texts, with `ids` of the states. `change(value, file)` may alter or replace. */
export function forge(change = (value) => value, resigns = false) {
  const files = new Map(), ids = [];
  const put = (file, value) => {
    const made = change(value, file) ?? value;
    files.set(file, made.kind === "state" ? canonical(made) : signed(made, made.kind === "charter" ? SEATS[0] : SEATS.find((one) => file.endsWith(`-${one}.yaml`))));
    return { ...made, id: sha256(canonical(made)) };
  };
  const charter = put("charter.yaml", {
    turnfile: 1, kind: "charter", title: ["A forgery"], engine: "forged", rules: 1, parts: [], options: [],
    seats: SEATS.map((seat) => ({ seat, name: [], key: keyOf(seat) })), referee: null, links: LINKS, clock: null,
    nonce: "0".repeat(64), proposer: "union",
  });
  const game = charter.id;
  const chains = {};
  for (const seat of SEATS) {
    for (const chain of ["public", "private"]) {
      const links = [];
      links[LINKS] = sha256(`${seat} ${chain}`);
      for (let k = LINKS; k > 0; k -= 1) links[k - 1] = chainStep(game, seat, chain, k, links[k]);
      chains[`${seat} ${chain}`] = links;
    }
  }
  let state = { number: 0, id: game, due: SEATS.map((seat) => ({ seat, request: "enrol", answer: "enrolment" })) };
  ids.push(game);
  const act = (seat, request, kind, rest) => {
    const place = Math.max(1, 1 + state.due.findIndex((row) => row.seat === seat && row.request === request));
    const number = String(state.number).padStart(4, "0");
    return put(`record/${number}-${place}-${kind}-${seat}.yaml`, {
      turnfile: 1, kind, game, number: state.number, state: state.id, seat, request, ...rest,
    });
  };
  const advance = (acts, fields) => {
    const { id, due, ...before } = state;
    const next = {
      turnfile: 1, kind: "state", game, number: state.number + 1, prev: id, acts: acts.map((one) => one.id),
      public: null, handles: [], sealed: [], seeds: [], chains: [], due: [], outcome: null,
    };
    for (const field of ["public", "handles", "seeds", "chains"]) if (field in before) next[field] = before[field];
    Object.assign(next, { number: state.number + 1, sealed: [], ...fields });
    state = put(`record/${String(next.number).padStart(4, "0")}-state.yaml`, next);
    ids.push(state.id);
  };
  const due = (...requests) => SEATS.flatMap((seat) => requests.map(([request, answer]) => ({ seat, request, answer })));
  const each = (make) => SEATS.flatMap(make);
  const seed = (label, hash, index) => SEATS.map((seat) => ({ label, hash, seat, index }));
  const link = (seat, request, label, index) => act(seat, request, "link", { label, index, link: chains[`${seat} public`][index] });
  const audit = (seat, request, label, index) => act(seat, request, "audit", { label, index, link: chains[`${seat} private`][index] });
  const joint = (label, index) => jointSeed(game, label, SEATS.map((seat) => [seat, index, chains[`${seat} public`][index]]));
  const rows = (opened, audits) => SEATS.map((seat) => ({
    seat, opened, last: chains[`${seat} public`][opened], audits, past: chains[`${seat} private`][audits],
  }));

  // E, then two draws: b till the close
  advance(each((seat) => act(seat, "enrol", "enrolment", {
    nonce: sha256(seat), public: chains[`${seat} public`][0], private: chains[`${seat} private`][0], seal: null,
  })), { public: { turn: 0 }, chains: rows(0, 0), due: due(["draw-a", "link"], ["draw-b", "link"]) });
  advance(each((seat) => [link(seat, "draw-a", "a", 1), link(seat, "draw-b", "b", 2)]), {
    public: { turn: 1 }, chains: rows(2, 0), due: due(["choice", "commitment"]),
    seeds: [...seed("a", joint("a", 1), 1), ...seed("b", joint("b", 2), LINKS)],
  });
  // S: `show` is revealed, `hide` stays shut
  const from = state.id;
  const hash = (seat, slot, value) => commitment(game, from, seat, "choice", slot, value, SALT);
  advance(each((seat) => act(seat, "choice", "commitment", {
    slots: [{ slot: "show", hash: hash(seat, "show", [1, 2]) }, { slot: "hide", hash: hash(seat, "hide", "dark") }],
  })), {
    handles: SEATS.toSorted().map((seat) => ({ name: `${seat}.choice.hide`, seat, hash: hash(seat, "hide", "dark"), from, slot: "hide" })),
    sealed: SEATS.map((seat) => ({ seat, request: "choice", slot: "show", hash: hash(seat, "show", [1, 2]), from })),
    due: due(["choice", "reveal"]),
  });
  advance(each((seat) => act(seat, "choice", "reveal", { opened: [{ name: "show", value: [1, 2], salt: SALT }] })), {
    public: { turn: 2 }, due: [{ seat: "union", request: "place", answer: "order" }, { seat: "confederate", request: "look", answer: "reveal" }],
  });
  const handle = (seat) => [{ name: `${seat}.choice.hide`, value: "dark", salt: SALT }];
  if (resigns) {
    advance([act("union", "place", "resignation", {})], {
      handles: [], outcome: { winner: "confederate", how: "resignation", seats: ["union"], rule: "PROTOCOL-RESIGNATION", handles: [], points: [] },
    });
    return { files, ids, game };
  }
  // an order that turns up a handle beside a reveal of one; then an audit beside a draw; then the audits of the close
  advance([
    act("union", "place", "order", { order: { to: "front" }, opened: handle("union") }),
    act("confederate", "look", "reveal", { opened: handle("confederate") }),
  ], { handles: [], due: due(["audit-a", "audit"], ["draw-c", "link"]) });
  const seedsB = state.seeds.slice(2);
  advance(each((seat) => [audit(seat, "audit-a", "a", 1), link(seat, "draw-c", "c", 3)]), {
    chains: rows(3, 1), seeds: [...seedsB, ...seed("c", joint("c", 3), 2)], due: due(["audit-c", "audit"], ["audit-b", "audit"]),
  });
  advance(each((seat) => [audit(seat, "audit-c", "c", 2), audit(seat, "audit-b", "b", LINKS)]), {
    chains: rows(3, LINKS), seeds: [], outcome: { winner: null, how: "draw", seats: [], rule: "", handles: [], points: [] },
  });
  return { files, ids, game };
}

export function write(folder, files) {
  for (const place of ["record", "proofs", "inbox"]) mkdirSync(join(folder, place), { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text, "latin1");
}
