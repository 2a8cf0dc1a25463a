// Tests of the verifier: vectors agree, and every properly signed lie that can be noticed is refused.
//
// What a verifier without rules cannot notice is tested too (the last group), so that the list stays true.
// Tampering without keys, and records of real games, are in tamper.test.mjs.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readDocument, readStream } from "./documents.mjs";
import { SEATS, forge, keyOf, lying, signature, signed } from "./forge.mjs";
import { jointSeed } from "./hashes.mjs";
import { folder, judge, temporary } from "./judge.mjs";
import { Position } from "./ledger.mjs";
import { verifyRecord, verifyTurnFile } from "./record.mjs";
import { keyBytes } from "./signature.mjs";
import { canonical, sha256 } from "./text.mjs";
import { answer, checkVectors } from "./vectors.mjs";

const REFEREED = { referee: true };
const good = forge(), resigned = forge(undefined, { resigns: true }), refereed = forge(undefined, REFEREED);

test("every vector agrees", () => {
  const results = checkVectors(fileURLToPath(new URL("../vectors", import.meta.url)));
  assert.ok(results.length > 0);
  for (const [name, expected, found] of results) assert.equal(found, expected, name);
});

// --- a forged record: every lie is properly signed -------------------------------------------------------------------

const headOf = (act) => Object.fromEntries(Object.entries(act).slice(0, 7));
const sealedRow = { seat: "union", request: "choice", slot: "show", hash: "a".repeat(64), from: "a".repeat(64) };

/** One lie: what is changed in which file, and the code of its refusal. */
const lie = (name, file, change, code, options) =>
  test(`refused: ${name}`, () => assert.equal(judge(lying(file, change, options).files), code));

const weak = (hex) => Buffer.from("20" + hex, "hex").toString("base64");
lie("a key of small order", "charter", (c) => void (c.seats[1].key = weak("01" + "00".repeat(31))), "proof/weak-key");
lie("a key that is not canonical", "charter", (c) => void (c.seats[1].key = weak("f0" + "ff".repeat(30) + "7f")), "proof/weak-key");
lie("a key off the curve", "charter", (c) => void (c.seats[1].key = weak("02" + "00".repeat(31))), "proof/weak-key");
lie("a key that is the base64 of something else", "charter", (c) => void (c.seats[1].key = "A".repeat(43) + "="), "document/schema");
lie("one key for two seats", "charter", (c) => void (c.seats[1].key = c.seats[0].key), "proof/unknown-key");
lie("a seat twice", "charter", (c) => void (c.seats[1].seat = "union"), "document/schema");
lie("a proposer who is no seat", "charter", (c) => void (c.proposer = "nobody"), "document/schema");
lie("a proposer who did not sign", "charter", (c) => void (c.proposer = "confederate"), "proof/unknown-key");
lie("a seat called referee", "charter", (c) => void (c.seats[1].seat = "referee"), "document/schema");
lie("options out of order", "charter", (c) => void (c.options = ["b", "a"]), "document/schema");
lie("no links", "charter", (c) => void (c.links = 0), "document/schema");
lie("equal tips of one seat", "enrolment-union", (a) => void (a.private = a.public), "proof/link");
lie("shared tips", "enrolment", (a) => void (a.public = "a".repeat(64)), "sequence/ahead");
lie("another game", "0001-1-link", (a) => void (a.game = "a".repeat(64)), "sequence/other-game");
lie("another seat", "0001-1-link", (a) => void (a.seat = "nobody"), "proof/unknown-key");
lie("the other seat", "0001-1-link", (a) => void (a.seat = "confederate"), "proof/unknown-key");
lie("a number of another state", "0001-1-link", (a) => void (a.number = 2), "sequence/not-due");
lie("a state before", "0001-1-link", (a) => void ((a.state = a.game), (a.number = 0)), "sequence/not-due");
lie("a state after", "0001-1-link", (a) => void ((a.state = "a".repeat(64)), (a.number = 9)), "sequence/not-due");
lie("a state beside", "0001-1-link", (a) => void (a.state = "a".repeat(64)), "sequence/diverged");
lie("another request", "0001-1-link", (a) => void (a.request = "draw-x"), "sequence/not-due");
lie("the place of another request", "0001-1-link", (a) => void ((a.request = "draw-b"), (a.label = "b"), (a.index = 2)), "proof/link");
lie("a link of another index", "0001-1-link", (a) => void (a.index = 2), "proof/link");
lie("a link that is not of the chain", "0005-2-link", (a) => void (a.link = "a".repeat(64)), "proof/link");
lie("labels that differ", "0001-1-link", (a) => void (a.label = "x"), "proof/link");
lie("a label that was drawn already", "link", (a) => void (a.label = "a"), "proof/link");
lie("a slot sealed twice", "commitment-union", (a) => void (a.slots[1].slot = "show"), "document/schema");
lie("another value opened", "0003-1-reveal", (a) => void (a.opened[0].value = [2, 1]), "proof/opening");
lie("another salt opened", "0003-1-reveal", (a) => void (a.opened[0].salt = "6".repeat(64)), "proof/opening");
lie("another slot opened", "0003-1-reveal", (a) => void (a.opened[0].name = "hide"), "document/schema");
lie("a slot not opened", "0003-1-reveal", (a) => void (a.opened = []), "document/schema");
lie("a handle of the other seat", "0004-2-reveal", (a) => void (a.opened[0].name = "union.choice.hide"), "document/schema");
lie("a handle twice", "0004-2-reveal", (a) => void a.opened.push(a.opened[0]), "document/schema");
lie("a handle twice in an order", "0004-1-order", (a) => void a.opened.push(a.opened[0]), "document/schema");
lie("a handle of the other seat after the slots", "0003-1-reveal", (a) =>
  void a.opened.push({ name: "confederate.choice.hide", value: "dark", salt: "5".repeat(64) }), "document/schema");
lie("another value of a handle after the slots", "0003-1-reveal", (a) =>
  void a.opened.push({ name: "union.choice.hide", value: "light", salt: "5".repeat(64) }), "proof/opening");
lie("a handle that is not there", "0004-2-reveal", (a) => void (a.opened[0].name = "confederate.choice.show"), "document/schema");
lie("another value of a handle", "0004-2-reveal", (a) => void (a.opened[0].value = "light"), "proof/opening");
lie("another value of a handle in an order", "0004-1-order", (a) => void (a.opened[0].value = "light"), "proof/opening");
lie("an order too wide", "0004-1-order", (a) => void (a.order.to = "x".repeat(64)), "document/too-large");
lie("an order too deep", "0004-1-order", (a) => {
  let value = {};
  for (let i = 0; i < 8; i += 1) value = { a: value };
  a.order = { a: value };
}, "document/too-large");
lie("an audit of another draw", "0005-1-audit", (a) => void (a.label = "b"), "proof/audit");
lie("an audit of another index", "0005-1-audit", (a) => void (a.index = 2), "proof/audit");
lie("an audit that is not of the chain", "0006-2-audit", (a) => void (a.link = "a".repeat(64)), "proof/audit");
lie("another kind", "0004-1-order", (a) => ({ ...headOf(a), kind: "reveal", opened: a.opened }), "sequence/not-due");

const state = (name, number, change, options) => lie(`a state with ${name}`, `000${number}-state`, change, "proof/state-differs", options);
state("another number", 3, (s) => void (s.number = 4));
state("another game", 3, (s) => void (s.game = "a".repeat(64)));
state("another state before", 3, (s) => void (s.prev = "a".repeat(64)));
state("acts in another order", 3, (s) => void s.acts.reverse());
state("an act too many", 3, (s) => void s.acts.push("a".repeat(64)));
state("another `public` after S", 3, (s) => void (s.public.turn = 2));
state("another hash of a handle", 3, (s) => void (s.handles[0].hash = "a".repeat(64)));
state("another `from`", 3, (s) => void (s.sealed[0].from = "a".repeat(64)));
state("handles in another order", 3, (s) => void s.handles.reverse());
state("a handle out of nowhere", 3, (s) => void s.handles.push({ ...s.handles[0], name: "union.x.hide" }));
state("a slot neither sealed nor shut", 3, (s) => void s.sealed.pop());
state("a slot sealed and shut", 3, (s) => void s.sealed.push({ ...s.sealed[0], slot: "hide" }));
state("no slot to reveal", 3, (s) => {
  const shut = s.sealed.map(({ seat, hash, from }) => ({ name: `${seat}.choice.show`, seat, hash, from, slot: "show" }));
  s.handles.push(...shut);
  s.handles.sort((a, b) => (a.name < b.name ? -1 : 1));
  s.sealed = [];
});
state("sealed rows after N", 4, (s) => void (s.sealed = [sealedRow]));
state("a changed handle after N", 4, (s) => void (s.handles[0].hash = "a".repeat(64)));
state("a new handle after N", 4, (s) => void s.handles.push({ ...s.handles[1], name: "union.x.hide" }));
state("another R", 2, (s) => void (s.seeds[0].hash = "a".repeat(64)));
state("another private index", 2, (s) => void (s.seeds[0].index = 2));
state("another deep index", 2, (s) => void (s.seeds[2].index = 7));
state("the index of a link used", 6, (s) => void (s.seeds[2].index = 1));
state("a seed of no draw", 2, (s) => void (s.seeds[0].label = "0"));
state("seeds in another order", 2, (s) => void s.seeds.reverse());
state("a seed that was audited", 6, (s) => void s.seeds.unshift({ ...s.seeds[0], label: "a", index: 1 }));
state("a seed twice", 2, (s) => void s.seeds.splice(1, 0, { ...s.seeds[0], index: 2 }));
state("a seed taken away", 5, (s) => void s.seeds.pop());
state("another link in `chains`", 2, (s) => void (s.chains[0].last = "a".repeat(64)));
state("a count of links not raised", 2, (s) => void (s.chains[0].opened = 1));
state("chains of one seat", 2, (s) => void s.chains.pop());
state("audits not counted", 6, (s) => void (s.chains[1].audits = 0));
state("changed chains after S", 3, (s) => void (s.chains[1].audits = 1));
state("dues in another order", 2, (s) => void s.due.reverse());
state("a due of no seat", 2, (s) => void (s.due[1].seat = "nobody"));
state("a due twice", 2, (s) => void s.due.push(s.due[1]));
state("commitments beside something else", 2, (s) => void (s.due[1].answer = "order"));
state("commitments after S", 3, (s) => s.due.forEach((row) => void (row.answer = "commitment")));
state("no reveal after a commitment", 3, (s) => void s.due.pop());
state("a draw of one seat", 1, (s) => void s.due.pop());
state("draws in another order for one seat", 1, (s) => void s.due.unshift(...s.due.splice(1, 1)));
state("a request that was answered", 5, (s) => void (s.due[0].request = "place"));
state("an outcome too early", 5, (s) => void (s.outcome = { winner: null, how: "x", seats: [], rule: "", handles: [], points: [] }));
state("no outcome at the end", 7, (s) => void (s.outcome = null));
state("sealed rows after R", 5, (s) => void (s.sealed = [sealedRow]), { resigns: true });
state("changed seeds after R", 5, (s) => void s.seeds.pop(), { resigns: true });
lie("a state with an enrolment due", "0002-state", (s) => void (s.due[1].answer = "enrolment"), "proof/state-differs");
lie("a rule of more than 60 columns", "0007-state", (s) => void (s.outcome.rule = "x".repeat(61)), "proof/state-differs");

// --- the same with a referee -----------------------------------------------------------------------------------------

lie("a referee with the key of a seat", "charter", (c) => void (c.referee.key = c.seats[0].key), "proof/unknown-key", REFEREED);
lie("a weak key of the referee", "charter", (c) => void (c.referee.key = weak("01" + "00".repeat(31))), "proof/weak-key", REFEREED);
lie("a clock", "charter", (c) => void (c.clock = { days: 3 }), "sequence/other-rules", REFEREED);
lie("the referee as proposer of direct play", "charter", (c) => void (c.proposer = "referee"), "document/schema");
lie("the referee as proposer who did not sign", "charter", (c) => void (c.proposer = "referee"), "proof/unknown-key", REFEREED);
lie("an act of a referee in direct play", "0001-1-link", (a) => void (a.seat = "referee"), "proof/unknown-key");
const tip = refereed.states[1].chains[0].last;
lie("a tip that the referee shares with a seat", "enrolment-referee", (a) => void (a.private = tip), "sequence/ahead", REFEREED);
lie("a link of the referee that is not of his chain", "link-referee", (a) => void (a.link = "a".repeat(64)), "proof/link", REFEREED);
lie("a link of the referee of another index", "0001-5-link-referee", (a) => void (a.index = 2), "proof/link", REFEREED);
lie("a link of the referee for another draw", "0005-5-link-referee", (a) => void (a.label = "x"), "proof/link", REFEREED);

const refereedState = (name, number, change) => state(`${name} (referee)`, number, change, REFEREED);
refereedState("chains without his row", 1, (s) => void s.chains.pop());
refereedState("his row of chains before the seats", 1, (s) => void s.chains.unshift(s.chains.pop()));
refereedState("his link suppressed", 1, (s) => void (s.due = s.due.filter((row) => row.seat !== "referee")));
refereedState("one of his links suppressed", 1, (s) => void s.due.pop());
refereedState("his links due before those of the seats", 1, (s) => void s.due.unshift(...s.due.splice(4)));
refereedState("an order due from him", 4, (s) => void s.due.push({ seat: "referee", request: "place", answer: "order" }));
refereedState("an audit due from him", 5, (s) => void s.due.push({ seat: "referee", request: "audit-a", answer: "audit" }));
refereedState("a private draw of his that is not till the close", 2, (s) => void s.seeds.push({ ...s.seeds[0], label: "b", seat: "referee" }));
lie("a private draw of his, and nobody named a key to deal to", "0002-state", (s) =>
  void s.seeds.push({ ...s.seeds.at(-1), seat: "referee" }), "document/schema", REFEREED);
refereedState("a quick draw from another seat", 7, (s) => void (s.due[0].seat = "union"));
refereedState("a quick draw without him", 7, (s) => void s.due.pop());
refereedState("a quick draw from him alone", 7, (s) => void s.due.shift());

const read = (base, name) => readDocument(Buffer.from(base.files.get(name), "latin1")).value;
const linksOf = (label) => [...refereed.files.keys()].filter((name) => name.includes("-link-")).map((name) => read(refereed, name))
  .filter((act) => act.label === label).map((act) => [act.seat, act.index, act.link]);
const seedOf = (links) => (s) =>
  s.seeds.filter((row) => row.label === "a").forEach((row) => void (row.hash = jointSeed(s.game, "a", links)));
test("the seed of the forged record holds the referee's link last", () => {
  assert.equal(refereed.states[2].seeds[0].hash, jointSeed(refereed.states[2].game, "a", linksOf("a")));
  assert.equal(linksOf("a").at(-1)[0], "referee");
});
refereedState("a seed with his link first", 2, seedOf([linksOf("a")[2], ...linksOf("a").slice(0, 2)]));
refereedState("a seed without his link", 2, seedOf(linksOf("a").slice(0, 2)));

test("a link or an enrolment of the referee that is missing: no later state may be there", () => {
  for (const name of ["record/0000-3-enrolment-referee.yaml", "record/0001-5-link-referee.yaml"]) {
    assert.equal(judge(new Map([...refereed.files].filter(([file]) => file !== name))), "sequence/ahead");
  }
});

test("the referee may propose the game", () => {
  const record = lying("charter", (c) => void (c.proposer = "referee"), REFEREED);
  assert.equal(beside(record, ["charter.yaml", signed(read(record, "charter.yaml"), "referee")]), "good");
});

const bare = ({ id, ...value }) => value;
/** The file of a state of a record, signed as told. */
const stateFile = (base, number, text = signed(bare(base.states[number]))) => [`record/000${number}-state.yaml`, text];

test("the referee cannot resign", () => {
  const value = head("resignation", 1, "referee", "draw-a", {}, refereed);
  assert.equal(beside(cut(refereed, 1), ["record/0001-5-resignation-referee.yaml", signed(value)]), "sequence/not-due");
});

test("signatures on stored states: his is good wherever it stands, every other is refused", () => {
  const [value, other] = [bare(refereed.states[2]), bare(refereed.states[3])];
  const verdictOn = (text) => beside(refereed, stateFile(refereed, 2, text));
  assert.equal(verdictOn(canonical(value)), "good");
  assert.equal(beside(refereed, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => stateFile(refereed, number))), "good");
  assert.equal(verdictOn(signed(value, "union")), "proof/unknown-key");
  assert.equal(verdictOn(signed(value, "stranger")), "proof/unknown-key");
  assert.equal(verdictOn(signed(value, "referee", "turnfile-act")), "proof/signature");
  assert.equal(verdictOn(canonical(value) + signature(other, "referee")), "proof/signature");
  assert.equal(verdictOn(signed(other)), "proof/state-differs");
  assert.equal(verdictOn(signed(value).replace("-----END", "  -----END")), "proof/state-differs");
  assert.equal(beside(good, stateFile(good, 2)), "proof/state-differs");
});

const head = (kind, number, seat, request, rest = {}, base = good) =>
  ({ turnfile: 1, kind, game: base.states[0].id, number, state: base.states[number].id, seat, request, ...rest });
const idOf = (value) => sha256(canonical(value));
const aside = (value, place = "proofs", text = signed(value)) =>
  [`${place}/000${value.number}-${value.kind}-${value.seat ?? "referee"}-${idOf(value).slice(0, 16)}.yaml`, text];
const beside = (base, ...entries) => judge(new Map([...base.files, ...entries]));
/** The record up to a state, no act answering it. */
const cut = (base, number, ...entries) => ({
  ...base,
  files: new Map([...[...base.files].filter(([name]) => name < `record/000${number}-` || name === stateFile(base, number)[0]), ...entries]),
});

test("names: other files, places and later states are refused", () => {
  const enrolment = good.files.get("record/0000-1-enrolment-union.yaml");
  assert.equal(beside(good, ["record/notes.txt", ""]), "document/unreadable");
  assert.equal(beside(good, ["record/0000-state.yaml", ""]), "document/unreadable");
  assert.equal(beside(good, ["record/00000-1-enrolment-union.yaml", enrolment]), "document/unreadable");
  assert.equal(beside(good, ["record/0000-01-enrolment-union.yaml", enrolment]), "document/unreadable");
  assert.equal(beside(good, ["record/0000-3-enrolment-union.yaml", enrolment]), "sequence/not-due");
  assert.equal(beside(good, ["record/0007-1-order-union.yaml", enrolment]), "sequence/not-due");
  assert.equal(beside(good, ["record/0009-state.yaml", good.files.get("record/0007-state.yaml")]), "sequence/finished");
  assert.equal(judge(cut(good, 4, ["record/0009-state.yaml", ""]).files), "sequence/ahead");
  assert.equal(beside(good, ["notes.txt", "anything"]), "good");
  assert.equal(judge(new Map()), "sequence/no-game");
  const second = signed(head("resignation", 4, "union", "place"));
  assert.equal(beside(good, ["record/0004-1-resignation-union.yaml", second]), "sequence/second-act");
});

test("a cut record waits, an act beside a resignation is refused", () => {
  const files = new Map(cut(good, 4).files);
  assert.equal(judge(files), "good");
  files.delete("record/0004-state.yaml");
  assert.equal(judge(files), "sequence/ahead"); // the reveals of state 3 lead on
  const name = "record/0004-2-reveal-confederate.yaml";
  assert.equal(beside(resigned, [name, good.files.get(name)]), "sequence/not-due");
  const second = head("resignation", 4, "confederate", "look", {}, resigned);
  assert.equal(beside(resigned, ["record/0004-2-resignation-confederate.yaml", signed(second)]), "proof/state-differs");
});

test("only with a referee a draw may be quick", () => {
  const [rows, acts] = [[{ seat: "confederate", request: "d" }], [{ seat: "confederate" }]];
  const [direct, withReferee] = [good, refereed].map((base) => Position.first(verifyRecord(folder(base.files)).game));
  assert.throws(() => direct.checkDraws(rows, acts), { code: "proof/state-differs" });
  assert.throws(() => withReferee.checkDraws(rows, acts), { code: "proof/state-differs" }); // his link is missing
  withReferee.checkDraws([...rows, { seat: "referee", request: "d" }], acts);
});

test("an audit goes down the chain: the same link again is refused", () => {
  const { game } = verifyRecord(folder(good.files));
  const chain = { seat: "union", opened: 3, last: "a".repeat(64), audits: 2, past: "b".repeat(64) };
  const fields = { number: 1, id: "c".repeat(64), due: [{ seat: "union", request: "x", answer: "audit" }], committed: new Set() };
  const at = new Position(game, { ...fields, state: { chains: [chain], seeds: [{ label: "x", hash: "", seat: "union", index: 2 }] } });
  const value = { number: 1, state: fields.id, seat: "union", request: "x", label: "x", index: 2, link: chain.past };
  assert.throws(() => at.fits({ kind: "audit", value }), { code: "proof/audit" });
});

// --- what stands aside: conflicts and forks --------------------------------------------------------------------------

test("what stands aside in direct play: signatures, and conflicts as far as they show", () => {
  const order = (to, base = good) => head("order", 4, "union", "place", { order: { to }, opened: [] }, base);
  assert.equal(beside(good, aside(order("rear"))), "good"); // (a): the other seat has signed on the branch of the record
  assert.equal(beside(good, aside(order("rear"), "proofs", signed(order("rear"), "stranger"))), "proof/unknown-key");
  assert.equal(beside(good, aside({ ...order("rear"), game: "a".repeat(64) })), "sequence/other-game");
  assert.equal(beside(good, aside({ ...order("rear"), state: "a".repeat(64) }, "inbox")), "good");
  assert.equal(beside(good, ["proofs/refused-0004-order-union-0123456789abcdef.yaml", "garbage"]), "good");
  assert.equal(beside(good, ["proofs/0004-order-union-0123456789abcdef.yaml", "garbage"]), "document/unreadable");
  assert.equal(beside(good, aside(bare(good.states[2]))), "proof/unknown-key"); // there is no referee
  // what the resignation left aside is no conflict; a second resignation makes another state
  assert.equal(beside(resigned, aside(head("reveal", 4, "confederate", "look", { opened: [] }, resigned))), "good");
  assert.equal(beside(resigned, aside(head("resignation", 4, "confederate", "look", {}, resigned))), "proof/fork");
  // (c): nobody answered the resignation
  const counts = idOf(head("resignation", 4, "union", "place", {}, resigned));
  for (let i = 0; i < 8; i += 1) {
    const other = order(`x${i}`, resigned);
    assert.equal(beside(resigned, aside(other)), idOf(other) < counts ? "proof/fork" : "good");
  }
});

// union signed two orders at state 4; each leads to a state 5
const alternative = lying("0004-1-order", (a) => void (a.order.to = "rear"), REFEREED);
const alternativeState = bare(alternative.states[5]);
const ORDER = "record/0004-1-order-union.yaml", AUDIT = "record/0005-3-audit-confederate.yaml";
const otherOrder = aside(read(alternative, ORDER)), otherState = aside(alternativeState);
const fifth = stateFile(refereed, 5);

test("rule (a) is before the referee's signature", () => {
  assert.equal(beside(refereed, otherOrder, otherState), "good");
  assert.equal(beside(refereed, otherOrder), "good");
});

test("rule (b): the branch counts on which the referee signed a state", () => {
  assert.equal(beside(cut(refereed, 5, fifth), otherOrder), "good");
  assert.equal(beside(cut(refereed, 5), otherOrder, otherState), "proof/fork");
  for (const [base, other] of [[refereed, alternative], [alternative, refereed]]) { // the signature may stand aside
    assert.equal(beside(cut(base, 5), aside(bare(base.states[5])), aside(read(other, ORDER))), "good");
  }
  // without any signature the smallest id counts (c), on whichever side one stands
  const verdicts = (names = [], ...others) => [[refereed, alternative], [alternative, refereed]].map(([base, other]) =>
    beside(cut(base, 5, ...names.map((name) => [name, base.files.get(name)])), aside(read(other, ORDER)), ...others));
  assert.deepEqual(verdicts().sort(), ["good", "proof/fork"]);
  // what the same seat or the referee answered to a state decides nothing, what the other seat did does (a)
  assert.deepEqual(verdicts(["record/0005-1-audit-union.yaml", "record/0005-5-link-referee.yaml"]).sort(), ["good", "proof/fork"]);
  assert.deepEqual(verdicts([AUDIT]), ["good", "good"]);
  // what answers a state that only the rules can compute may decide it, so nothing is said
  assert.deepEqual(verdicts([], aside({ ...read(refereed, AUDIT), state: "a".repeat(64) })), ["good", "good"]);
});

test("fork: the referee signed two states after one", () => {
  assert.equal(beside(cut(refereed, 5, fifth), otherOrder, otherState), "proof/fork");
  const path = folder(new Map([...cut(refereed, 5, fifth).files, otherOrder, otherState]));
  const names = ({ message }) => [refereed.states[5].id, idOf(alternativeState)].every((id) => message.includes(id));
  assert.throws(() => verifyRecord(path), names);
  // the other seat signed on both branches, so rule (a) holds of both orders
  assert.equal(beside(refereed, otherOrder, otherState, aside(read(alternative, AUDIT))), "proof/fork");
});

test("no fork: a second resignation came after the referee had signed the state of the first", () => {
  const base = forge(undefined, { ...REFEREED, resigns: true });
  const resignation = head("resignation", 4, "confederate", "look", {}, base);
  const both = { ...bare(base.states[5]), acts: [...base.states[5].acts, idOf(resignation)] };
  const entries = [["record/0004-2-resignation-confederate.yaml", signed(resignation)], ["record/0005-state.yaml", signed(both)]];
  assert.equal(beside(base, ...entries), "good");
  assert.equal(beside(base, ...entries, aside(bare(base.states[5]))), "good");
  assert.equal(beside(base, aside(resignation), aside(both)), "proof/fork"); // the second one counts too
});

test("states aside that are false, not signed by the referee, or rest on what is not here", () => {
  const aside5 = (change) => {
    const value = structuredClone(alternativeState);
    change(value);
    return beside(refereed, otherOrder, aside(value));
  };
  assert.equal(aside5((s) => void (s.chains[2].opened = 3)), "proof/state-differs");
  assert.equal(aside5((s) => void s.acts.reverse()), "proof/state-differs");
  assert.equal(aside5((s) => void s.acts.pop()), "proof/state-differs");
  assert.equal(aside5((s) => void (s.due[0].seat = "nobody")), "proof/state-differs");
  assert.equal(aside5((s) => void (s.game = "a".repeat(64))), "sequence/other-game");
  assert.equal(beside(refereed, [otherState[0].replace("/", "/refused-"), "garbage"]), "good");
  for (const place of ["proofs", "inbox"]) {
    const put = (...rest) => beside(refereed, aside(alternativeState, place, ...rest));
    assert.equal(put(), "good"); // in proofs nothing is decided without the order
    assert.equal(put(signed(alternativeState, "union")), "proof/unknown-key");
    assert.equal(put(canonical(alternativeState) + signature(bare(refereed.states[5]), "referee")), "proof/signature");
    assert.equal(put(canonical(alternativeState)), "document/unreadable");
  }
  const { undecided } = verifyRecord(folder(new Map([...refereed.files, otherState, aside(read(alternative, AUDIT))]))).aside;
  assert.equal(undecided, 2);
  assert.equal(beside(refereed, aside(bare(refereed.states[2]))), "good"); // a state of the record: confirmed
});

// --- turn files ------------------------------------------------------------------------------------------------------

test("turn files: the charter, states that the referee signed, acts in their order", () => {
  const record = verifyRecord(folder(refereed.files));
  const all = [...refereed.files].filter(([name]) => !name.endsWith("-state.yaml") || name.includes("0001")); // without later signatures
  const texts = (part) => all.filter(([name]) => name.includes(part)).map(([, text]) => text);
  const file = join(temporary, "turnfile.yaml");
  const check = (...documents) => {
    writeFileSync(file, documents.flat().join(""), "latin1");
    try {
      return verifyTurnFile(file, record).documents;
    } catch (error) {
      return error.code;
    }
  };
  const second = signed(bare(refereed.states[2])), plain = canonical(bare(refereed.states[2]));
  const [charter, enrolments, first, links, commitments] =
    ["charter", "/0000-", "/0001-state", "-link-", "-commitment-"].map(texts);
  const draw = links.slice(0, 6);
  assert.equal(check(charter, enrolments), 4);
  assert.equal(check(charter, enrolments, first, draw, second, commitments), 14);
  assert.equal(check(charter, enrolments, draw, commitments), 12); // he signed later
  assert.equal(check(first, draw), 7);
  assert.equal(check(second), 1);
  assert.equal(check(draw, plain, commitments), 8); // a state that is not signed is ignored
  assert.equal(check(draw.slice(0, 2)), 2); // the others have not answered yet
  assert.equal(check(enrolments), "sequence/not-due"); // the charter is missing
  assert.equal(check(charter, draw), "sequence/not-due");
  assert.equal(check(draw.slice(1), commitments), "sequence/not-due"); // a link that counts is missing
  assert.equal(check(draw.slice(0, 5), second), "sequence/not-due"); // the referee's link is missing
  assert.equal(check(draw, first), "sequence/not-due"); // a state stands before the acts that answer it
  assert.equal(check(draw.toReversed()), "sequence/not-due");
  assert.equal(check(draw, otherState[1]), "sequence/not-due");
  assert.equal(check(draw, signed(bare(refereed.states[2]), "union")), "proof/unknown-key");
  assert.equal(check(draw, plain + signature(bare(refereed.states[3]), "referee")), "proof/signature");
  assert.equal(check(draw, "garbage"), "document/not-canonical");
  rmSync(file);
});

// --- keys, garbage ---------------------------------------------------------------------------------------------------

test("a key: the points of small order and other spellings", () => {
  const small = ["01" + "00".repeat(31), "ec" + "ff".repeat(30) + "7f", "00".repeat(32), "00".repeat(31) + "80",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "ee" + "ff".repeat(30) + "7f", "01" + "00".repeat(30) + "80"];
  for (const hex of small) assert.throws(() => keyBytes(weak(hex)), { code: "proof/weak-key" }, hex);
  for (const seat of SEATS) assert.equal(keyBytes(keyOf(seat)).length, 32);
});

test("garbage is refused, and nothing but refused", () => {
  let seed = 1;
  const random = (n) => ((seed = (seed * 48271) % 2147483647), seed % n);
  const texts = [...good.files.values()];
  for (let round = 0; round < 5000; round += 1) {
    const bytes = round % 5 === 0
      ? Buffer.from(Array.from({ length: random(200) }, () => random(256)))
      : Buffer.from(texts[random(texts.length)], "latin1");
    for (let i = random(4); i > 0 && bytes.length > 0; i -= 1) bytes[random(bytes.length)] = random(256);
    const cut = bytes.subarray(random(3) === 0 ? random(20) : 0, random(3) === 0 ? random(bytes.length + 1) : undefined);
    assert.match(answer(cut), /^(ok [0-9a-f]{64}|[a-z]+\/[a-z-]+)$/);
    readStream(Buffer.concat([bytes, cut]));
  }
  const deep = `---\n${Array.from({ length: 30 }, (_, i) => " ".repeat(2 * i) + "a:\n").join("")}`;
  assert.equal(answer(Buffer.from(deep)), "document/too-large");
  assert.equal(answer(Buffer.from("---\n")), "document/unreadable");
  assert.equal(answer(Buffer.from("---\nconstructor: 1\nkind: \"constructor\"\nsignature: null\n")), "document/schema");
});

// --- what cannot be noticed without the rules ------------------------------------------------------------------------

const unseen = (name, file, change) =>
  test(`not noticed: ${name}`, () => {
    const { files } = forge((value, at) => (at.includes(file) ? (change(structuredClone(value)) ?? value) : value));
    assert.equal(judge(files), "good");
  });

unseen("another `public` after N (the rules make it)", "0007-state", (s) => ({ ...s, public: { turn: 9 } }));
unseen("another winner (the rules name him)", "0007-state", (s) => ({ ...s, outcome: { ...s.outcome, winner: "union" } }));
unseen("an order that the rules forbid", "0004-1-order", (a) => ({ ...a, order: { to: "nowhere" } }));
unseen("an order that does not turn up its handle", "0004-1-order", (a) => ({ ...a, opened: [] }));
unseen("a reveal of fewer handles than were asked for", "0004-2-reveal", (a) => ({ ...a, opened: [] }));
test("not noticed: a handle taken away that nobody opened", () => {
  const { files } = forge((value, at) =>
    at.includes("0004-state") ? { ...value, handles: value.handles.slice(1) }
      : at.includes("0004-2-reveal") ? { ...value, opened: [] } : value);
  assert.equal(judge(files), "good");
});
test("not noticed: a handle that was opened and is kept all the same", () => {
  let handles;
  const { files } = forge((value, at) => {
    if (at.includes("0004-state")) ({ handles } = value);
    return /000[567]-state/.test(at) ? { ...value, handles } : value;
  });
  assert.equal(judge(files), "good");
});
test("not noticed: the last documents cut off (only number and id of the last state tell)", () => {
  const files = [...good.files].filter(([name]) => !/record\/000[67]/.test(name));
  assert.equal(judge(new Map([...files, ["record/0006-state.yaml", good.files.get("record/0006-state.yaml")]])), "good");
});
