// A forger for the tests: signs documents with keys of its own and writes small records that touch every kind of step.
//
// Every document passes through `change` before it is signed, and everything after it is computed from what came out.
// So a test can make one lie, properly signed, in a record that is otherwise consistent.

import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { envelope, publicHalf } from "./envelope.mjs";
import { chainStep, commitment, jointSeed, privateSeed } from "./hashes.mjs";
import { armor, namespaceOf, signedBytes } from "./signature.mjs";
import { canonical, hashLines, sha256, valueLines } from "./text.mjs";

export const SEATS = ["union", "confederate"];
const LINKS = 8;
const SALT = "5".repeat(64);

const privateKeys = Object.fromEntries([...SEATS, "referee", "stranger"].map((signer) => [signer, createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), createHash("sha256").update(signer).digest()]),
  format: "der", type: "pkcs8",
})]));
const rawKeys = Object.fromEntries(Object.entries(privateKeys).map(([signer, key]) =>
  [signer, createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32)]));
export const keyOf = (signer) => Buffer.concat([Buffer.from([32]), rawKeys[signer]]).toString("base64");

/** The lines of a signature. */
export function signature(value, signer, namespace = namespaceOf(value.kind)) {
  const lines = armor(rawKeys[signer], namespace, sign(null, signedBytes(canonical(value), namespace), privateKeys[signer]));
  return "signature: |\n" + lines.map((line) => `  ${line}\n`).join("");
}

/** The document of a map, signed. */
export const signed = (value, signer = value.kind === "state" ? "referee" : value.seat, namespace) =>
  canonical(value) + signature(value, signer, namespace);

/**
 * Builds a record: a map of file names to texts, with the values of its `states`. `change(value, file)` may alter or
 * replace a document; with `referee` he signs state 1, every state that links led to, and the last one; with `dealer`
 * another game is played, in which he deals.
 */
export function forge(change = (value) => value, { dealer = false, referee = dealer, resigns = false } = {}) {
  const signers = referee ? [...SEATS, "referee"] : SEATS;
  const files = new Map(), states = [];
  const put = (file, value, signer) => {
    const made = change(value, file) ?? value;
    files.set(file, signer === null ? canonical(made) : signed(made, signer));
    return { ...made, id: sha256(canonical(made)) };
  };
  const charter = put("charter.yaml", {
    turnfile: 1, kind: "charter", title: ["A forgery"], engine: "forged", rules: 1, parts: [], options: [],
    seats: SEATS.map((seat) => ({ seat, name: [], key: keyOf(seat) })),
    referee: referee ? { name: [], key: keyOf("referee") } : null, links: LINKS, clock: null, nonce: "0".repeat(64), proposer: "union",
  }, "union");
  const game = charter.id;
  const chains = {};
  for (const signer of signers) {
    for (const chain of ["public", "private"]) {
      const links = [];
      links[LINKS] = sha256(`${signer} ${chain}`);
      for (let k = LINKS; k > 0; k -= 1) links[k - 1] = chainStep(game, signer, chain, k, links[k]);
      chains[`${signer} ${chain}`] = links;
    }
  }
  let state = { number: 0, id: game, due: signers.map((seat) => ({ seat, request: "enrol", answer: "enrolment" })) };
  states.push(state);
  const act = (seat, request, kind, rest) => {
    const place = Math.max(1, 1 + state.due.findIndex((row) => row.seat === seat && row.request === request));
    const number = String(state.number).padStart(4, "0");
    return put(`record/${number}-${place}-${kind}-${seat}.yaml`, {
      turnfile: 1, kind, game, number: state.number, state: state.id, seat, request, ...rest,
    }, seat);
  };
  const advance = (acts, fields) => {
    const { id, number, public: table = null, handles = [], seeds = [], chains: rows = [] } = state;
    const next = {
      turnfile: 1, kind: "state", game, number: number + 1, prev: id, acts: acts.map((one) => one.id), public: table,
      handles, sealed: [], seeds, chains: rows, due: [], outcome: null, ...fields,
    };
    const isSigned = referee && (number === 0 || next.outcome !== null || acts.some((one) => one.kind === "link"));
    state = put(`record/${String(number + 1).padStart(4, "0")}-state.yaml`, next, isSigned ? "referee" : null);
    states.push(state);
  };
  const dueOf = (owing, ...requests) => owing.flatMap((seat) => requests.map(([request, answer]) => ({ seat, request, answer })));
  /** Dues of the seats, and of the referee the links among them. */
  const due = (...requests) => [
    ...dueOf(SEATS, ...requests), ...dueOf(signers.slice(SEATS.length), ...requests.filter(([, answer]) => answer === "link")),
  ];
  const each = (make) => SEATS.flatMap(make);
  const seed = (label, hash, index) => SEATS.map((seat) => ({ label, hash, seat, index }));
  const open = (kind, chain) => (signer, request, label, index) =>
    act(signer, request, kind, { label, index, link: chains[`${signer} ${chain}`][index] });
  const link = open("link", "public"), audit = open("audit", "private");
  const joint = (label, links) =>
    jointSeed(game, label, links.map(([signer, index]) => [signer, index, chains[`${signer} public`][index]]));
  const all = (index) => signers.map((signer) => [signer, index]);
  const rows = (opened, audits) => signers.map((seat) => {
    const [up, down] = [opened[seat] ?? opened.others, (seat === "referee") === dealer ? audits : 0];
    return { seat, opened: up, last: chains[`${seat} public`][up], audits: down, past: chains[`${seat} private`][down] };
  });

  const enrolments = signers.map((seat) => act(seat, "enrol", "enrolment", {
    nonce: sha256(seat), public: chains[`${seat} public`][0], private: chains[`${seat} private`][0],
    seal: dealer && seat !== "referee" ? sealOf(seat) : null,
  }));
  if (dealer) {
    const rowsOf = (deal) => deal.cards.map(({ name, seat, hash }) => (
      { name, seat, hash, from: deal.state, slot: name.slice(name.lastIndexOf(".") + 1) }
    ));
    const seedOf = joint("deck", all(1));
    const seed = privateSeed(game, "referee", "deck", chains["referee private"][LINKS], seedOf);
    const salts = new Map();
    const deal = (request, cards) => act("referee", request, "deal", { label: "deck", cards: cards.map(([slot, seat, value]) => {
      const made = dealt({ game, from: state.id, seed, request, slot, seat, value });
      salts.set(made.card.name, made.salt);
      return made.card;
    }) });
    const opening = (name, value) => ({ name, value, salt: salts.get(name) });
    const owing = (seat, request, answer) => ({ seat, request, answer });
    // E, and the draw of the dealer
    advance(enrolments, { public: { turn: 0 }, chains: rows({ others: 0 }, 0), due: due(["draw-deck", "link"]) });
    advance(signers.map((seat) => link(seat, "draw-deck", "deck", 1)), {
      chains: rows({ others: 1 }, 0), due: [owing("referee", "deal-1", "deal")],
      seeds: [{ label: "deck", hash: seedOf, seat: "referee", index: LINKS }],
    });
    // a deal; its card 5 the game does not keep closed
    const first = deal("deal-1", [
      ["card_1", "union", "ace"], ["card_2", "union", "ten"], ["card_3", "confederate", "king"], ["card_4", "confederate", "ten"],
      ["card_5", "union", 7],
    ]);
    const kept = rowsOf(first).filter((row) => row.slot !== "card_5").sort((a, b) => (a.name < b.name ? -1 : 1));
    advance([first], { handles: kept, due: due(["choice", "commitment"]) });
    const sealed = each((seat) => act(seat, "choice", "commitment", {
      slots: [{ slot: "show", hash: commitment(game, state.id, seat, "choice", "show", [1, 2], SALT) }],
    }));
    advance(sealed, {
      sealed: sealed.map(({ seat, request, slots, state: from }) => ({ seat, request, slot: "show", hash: slots[0].hash, from })),
      due: due(["choice", "reveal"]),
    });
    // a reveal that turns up a card after its slot; then an order that does, beside the next deal
    const shown = { name: "show", value: [1, 2], salt: SALT };
    advance([
      act("union", "choice", "reveal", { opened: [shown, opening("referee.deal-1.card_1", "ace")] }),
      act("confederate", "choice", "reveal", { opened: [shown] }),
    ], {
      handles: state.handles.slice(1), due: [owing("confederate", "place", "order"), owing("referee", "deal-2", "deal")],
    });
    const order = act("confederate", "place", "order", { order: { to: "front" }, opened: [opening("referee.deal-1.card_3", "king")] });
    const second = deal("deal-2", [["card_1", "union", "two"]]);
    advance([order, second], {
      handles: [state.handles[0], state.handles[2], ...rowsOf(second)],
      due: [owing("union", "look", "reveal"), owing("referee", "audit-deck", "audit")],
    });
    // the close
    advance([
      act("union", "look", "reveal", { opened: [opening("referee.deal-1.card_2", "ten")] }), audit("referee", "audit-deck", "deck", LINKS),
    ], {
      handles: state.handles.slice(1), chains: rows({ others: 1 }, LINKS), seeds: [],
      outcome: { winner: "union", how: "cards", seats: [], rule: "", handles: [], points: [] },
    });
    return { files, states, seed };
  }

  // E, then two draws: b till the close
  advance(enrolments, { public: { turn: 0 }, chains: rows({ others: 0 }, 0), due: due(["draw-a", "link"], ["draw-b", "link"]) });
  advance(signers.flatMap((seat) => [link(seat, "draw-a", "a", 1), link(seat, "draw-b", "b", 2)]), {
    public: { turn: 1 }, chains: rows({ others: 2 }, 0), due: due(["choice", "commitment"]),
    seeds: [...seed("a", joint("a", all(1)), 1), ...seed("b", joint("b", all(2)), LINKS)],
  });
  // S: `show` is revealed, `hide` stays shut
  const from = state.id;
  const hash = (seat, slot, value) => commitment(game, from, seat, "choice", slot, value, SALT);
  advance(each((seat) => act(seat, "choice", "commitment", {
    slots: [{ slot: "show", hash: hash(seat, "show", [1, 2]) }, { slot: "hide", hash: hash(seat, "hide", "dark") }],
  })), {
    handles: SEATS.toSorted().map((seat) => (
      { name: `${seat}.choice.hide`, seat, hash: hash(seat, "hide", "dark"), from, slot: "hide" }
    )),
    sealed: SEATS.map((seat) => ({ seat, request: "choice", slot: "show", hash: hash(seat, "show", [1, 2]), from })),
    due: due(["choice", "reveal"]),
  });
  advance(each((seat) => act(seat, "choice", "reveal", { opened: [{ name: "show", value: [1, 2], salt: SALT }] })), {
    public: { turn: 2 },
    due: [{ seat: "union", request: "place", answer: "order" }, { seat: "confederate", request: "look", answer: "reveal" }],
  });
  const handle = (seat) => [{ name: `${seat}.choice.hide`, value: "dark", salt: SALT }];
  if (resigns) {
    advance([act("union", "place", "resignation", {})], {
      handles: [],
      outcome: {
        winner: "confederate", how: "resignation", seats: ["union"], rule: "PROTOCOL-RESIGNATION", handles: [], points: [],
      },
    });
    return { files, states };
  }
  // an order that turns up a handle beside a reveal of one; then an audit beside a draw
  advance([
    act("union", "place", "order", { order: { to: "front" }, opened: handle("union") }),
    act("confederate", "look", "reveal", { opened: handle("confederate") }),
  ], { handles: [], due: due(["audit-a", "audit"], ["draw-c", "link"]) });
  const seedsB = state.seeds.slice(2), close = due(["audit-c", "audit"], ["audit-b", "audit"]);
  const seedsC = [...seedsB, ...seed("c", joint("c", all(3)), 2)];
  advance(signers.flatMap((seat) => [
    ...(seat === "referee" ? [] : [audit(seat, "audit-a", "a", 1)]), link(seat, "draw-c", "c", 3),
  ]), {
    chains: rows({ others: 3 }, 1), seeds: seedsC, due: referee ? dueOf(["confederate"], ["march", "order"]) : close,
  });
  if (referee) {
    // a quick draw: from the one seat that answered, and the referee
    const quick = ["confederate", "referee"];
    advance([act("confederate", "march", "order", { order: { to: "rear" }, opened: [] })], { due: dueOf(quick, ["draw-d", "link"]) });
    advance(quick.map((signer) => link(signer, "draw-d", "d", 4)), {
      chains: rows({ union: 3, others: 4 }, 1),
      due: [close[0], { ...close[0], request: "audit-d" }, ...close.slice(1)],
      seeds: [...seedsC, { label: "d", hash: joint("d", quick.map((signer) => [signer, 4])), seat: "union", index: 3 }],
    });
  }
  // the audits of the close
  advance(each((seat) => [
    audit(seat, "audit-c", "c", 2),
    ...(referee && seat === "union" ? [audit(seat, "audit-d", "d", 3)] : []),
    audit(seat, "audit-b", "b", LINKS),
  ]), {
    chains: rows(referee ? { union: 3, others: 4 } : { others: 3 }, LINKS), seeds: [],
    outcome: { winner: null, how: "draw", seats: [], rule: "", handles: [], points: [] },
  });
  return { files, states };
}

/** The public half of the secret to which cards of a seat are sealed. */
const sealOf = (seat) => publicHalf(createHash("sha256").update(`seal ${seat}`).digest()).toString("base64");

export const pieces = (bytes) => bytes.toString("base64").match(/.{64}/g);

/** A card as an honest dealer makes it of his K (`seed`) and a value, with its salt; with `lines` the envelope holds these. */
export function dealt({ game, from, seed, request, slot, seat, value, lines }) {
  const name = `referee.${request}.${slot}`;
  const salt = hashLines("turnfile1/card", seed, from, name), sender = hashLines("turnfile1/sender", seed, from, name);
  const sealed = envelope(Buffer.from(sender, "hex"), Buffer.from(sealOf(seat), "base64"), [game, from, seat, name],
    lines ?? [...valueLines(value), salt]).envelope;
  const hash = commitment(game, from, "referee", request, slot, value, salt);
  return { card: { name, seat, hash, sealed: pieces(sealed) }, salt };
}

/** A forged record in which the documents whose names hold `file` are changed. */
export function lying(file, change, options) {
  let changed = false;
  const record = forge((value, at) => {
    if (!at.includes(file)) return value;
    changed = true;
    const copy = structuredClone(value);
    return change(copy) ?? copy;
  }, options);
  if (!changed) throw new Error(`no file ${file}`);
  return record;
}

export function write(folder, files) {
  for (const place of ["record", "proofs", "inbox"]) mkdirSync(join(folder, place), { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text, "latin1");
}
