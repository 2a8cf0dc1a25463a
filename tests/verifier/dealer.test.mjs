// A game with a dealer: every lie about deals that can be noticed without the rules is refused, or told at the close.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readDocument } from "./documents.mjs";
import { envelope, openEnvelope, publicHalf, sealBytes } from "./envelope.mjs";
import { dealt, forge, lying, pieces, signed } from "./forge.mjs";
import { commitment } from "./hashes.mjs";
import { folder, judge } from "./judge.mjs";
import { verifyRecord, verifyTurnFile } from "./record.mjs";
import { canonical, sha256 } from "./text.mjs";

const DEALER = { dealer: true };
const good = forge(undefined, DEALER);
const read = (base, name) => readDocument(Buffer.from(base.files.get(name), "latin1")).value;

test("an honest game is good, and both deals are examined", () => {
  const { deals } = verifyRecord(folder(good.files));
  assert.deepEqual(deals, { count: 2, examined: 2, finding: null });
});

// --- what is refused -------------------------------------------------------------------------------------------------

const lie = (name, file, change, code) => test(`refused: ${name}`, () => assert.equal(judge(lying(file, change, DEALER).files), code));
const DEAL = "0002-1-deal", REVEAL = "0004-1-reveal";

lie("no key to deal to", "enrolment-confederate", (a) => void (a.seal = null), "document/schema");
lie("a key to deal to of 33 bytes", "enrolment-union", (a) => void (a.seal = "A".repeat(44)), "proof/weak-key");
lie("a key to deal to of small order", "enrolment-union", (a) => void (a.seal = `${"A".repeat(43)}=`), "proof/weak-key");
test("keys to deal to", () => {
  const base64 = (hex) => Buffer.from(hex, "hex").toString("base64");
  const small = ["01" + "00".repeat(31), "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800", // order 1, 8
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157", "ec" + "ff".repeat(30) + "7f", "ed" + "ff".repeat(30) + "7f",
    "ee" + "ff".repeat(30) + "7f", "00".repeat(31) + "80"]; // another spelling of each is of small order too
  for (const hex of small) assert.equal(sealBytes(base64(hex)), null, hex);
  const honest = publicHalf(Buffer.alloc(32, 9)).toString("base64");
  assert.equal(sealBytes(honest).toString("base64"), honest);
  const last = "AEIMQUYcgkosw048".includes(honest[42]) ? String.fromCharCode(honest.charCodeAt(42) + 1) : assert.fail("a padding bit is set");
  assert.deepEqual(sealBytes(honest.slice(0, 42) + last + "="), sealBytes(honest)); // bits left over count for nothing
});
test("the referee's key to deal to is not looked at", () => {
  assert.equal(judge(lying("enrolment-referee", (a) => void (a.seal = "A".repeat(44)), DEALER).files), "good");
});

lie("a deal of another draw", DEAL, (a) => void (a.label = "turn"), "document/schema");
lie("a deal by a seat", DEAL, (a) => void (a.seat = "union"), "proof/unknown-key");
lie("a deal for another request", DEAL, (a) => void (a.request = "deal-2"), "sequence/not-due");
lie("a card named after another request", DEAL, (a) => void (a.cards[0].name = "referee.deal-2.card_1"), "document/schema");
lie("a card named after a seat", DEAL, (a) => void (a.cards[0].name = "union.deal-1.card_1"), "document/schema");
lie("a card in no slot", DEAL, (a) => void (a.cards[0].name = "referee.deal-1.1"), "document/schema");
lie("a card in a slot that is too long", DEAL, (a) => void (a.cards[0].name = `referee.deal-1.${"c".repeat(17)}`), "document/schema");
lie("a card without request", DEAL, (a) => void (a.cards[0].name = "referee"), "document/schema");
lie("a card dealt twice", DEAL, (a) => void (a.cards[1] = a.cards[0]), "document/schema");
lie("a card for nobody", DEAL, (a) => void (a.cards[0].seat = "nobody"), "document/schema");
lie("a card for the referee", DEAL, (a) => void (a.cards[0].seat = "referee"), "document/schema");
lie("an envelope of three pieces", DEAL, (a) => void a.cards[0].sealed.pop(), "document/schema");
lie("an envelope of short pieces", DEAL, (a) => void (a.cards[0].sealed[3] = "A".repeat(63)), "document/schema");

lie("another value of a dealt card", REVEAL, (a) => void (a.opened[1].value = "king"), "proof/opening");
lie("another salt of a dealt card", REVEAL, (a) => void (a.opened[1].salt = "6".repeat(64)), "proof/opening");
lie("a card of somebody else", REVEAL, (a) => void (a.opened[1].name = "referee.deal-1.card_3"), "document/schema");
lie("a card that is not there", REVEAL, (a) => void (a.opened[1].name = "referee.deal-1.card_5"), "document/schema");
lie("a card before the slot", REVEAL, (a) => void a.opened.reverse(), "document/schema");
lie("a card twice", REVEAL, (a) => void a.opened.push(a.opened[1]), "document/schema");
lie("a card without the slot", REVEAL, (a) => void a.opened.shift(), "document/schema");
lie("another value of a card in an order", "0005-1-order", (a) => void (a.opened[0].value = "ace"), "proof/opening");
lie("a card of somebody else in an order", "0005-1-order", (a) => void (a.opened[0].name = "referee.deal-1.card_2"), "document/schema");

lie("an audit of another draw of the dealer", "audit-referee", (a) => void (a.label = "x"), "proof/audit");
lie("an audit of another link", "audit-referee", (a) => void (a.index = 7), "proof/audit");
lie("an audit that is not of his chain", "audit-referee", (a) => void (a.link = "a".repeat(64)), "proof/audit");

const state = (name, number, change) => lie(`a state with ${name}`, `000${number}-state`, change, "proof/state-differs");
state("a card of no deal", 3, (s) => void s.handles.push({ ...s.handles[3], name: "referee.deal-1.card_6", slot: "card_6" }));
state("a dealt card twice", 3, (s) => void s.handles.push(s.handles[3]));
state("a dealt card of another owner", 3, (s) => void (s.handles[0].seat = "confederate"));
state("another hash of a dealt card", 3, (s) => void (s.handles[0].hash = "a".repeat(64)));
state("another `from` of a dealt card", 3, (s) => void (s.handles[0].from = s.game));
state("another slot of a dealt card", 3, (s) => void (s.handles[0].slot = "card_2"));
state("dealt cards in another order", 3, (s) => void s.handles.reverse());
state("a card that comes back", 6, (s) => void s.handles.unshift({ ...s.handles[0], name: "referee.deal-1.card_1", slot: "card_1" }));
state("a changed owner later", 6, (s) => void (s.handles[0].seat = "confederate"));
state("a deal due from a seat", 2, (s) => void s.due.unshift({ seat: "union", request: "deal-1", answer: "deal" }));
state("two deals due", 2, (s) => void s.due.push({ ...s.due[0], request: "deal-x" }));
state("a reveal due from the dealer", 2, (s) => void (s.due[0].answer = "reveal"));
state("a deal due without a draw", 1, (s) => void (s.due = [{ seat: "referee", request: "deal-1", answer: "deal" }]));
state("a deal due without its row of `seeds`", 2, (s) => void (s.seeds = []));
state("a deal due again", 5, (s) => void (s.due[1].request = "deal-1"));
state("the deal due before the seats", 5, (s) => void s.due.reverse());
state("an audit of the dealer for no draw", 3, (s) => {
  s.due = [1, 2].map((at) => ({ seat: "referee", request: `audit-${at}`, answer: "audit" }));
});
state("a draw of the dealer that is not till the close", 2, (s) => void (s.seeds[0].index = 1));
state("another R of the dealer", 2, (s) => void (s.seeds[0].hash = "a".repeat(64)));
state("the dealer's seed kept after his audit", 7, (s) => void (s.seeds = good.states[2].seeds));
state("the dealer's audit not counted", 7, (s) => void (s.chains[2].audits = 0));

test("beside the record: a second deal is signed like any act, and the smaller id counts until somebody answers", () => {
  const first = read(good, "record/0002-1-deal-referee.yaml"), second = { ...first, cards: first.cards.toReversed() };
  const beside = (files, value) =>
    judge(new Map([...files, [`proofs/0002-deal-referee-${sha256(canonical(value)).slice(0, 16)}.yaml`, signed(value)]]));
  assert.equal(beside(good.files, second), "good"); // the seats have answered the first
  assert.equal(beside(good.files, { ...first, seat: "union" }), "good"); // nothing of the kind is due there: no effect
  const cut = [...good.files].filter(([name]) => name < "record/0003-1" || name === "record/0003-state.yaml");
  const others = [1, 2, 3, 4].map((at) => ({ ...first, cards: first.cards.toSpliced(at, 1) }));
  for (const other of others) {
    const counts = sha256(canonical(first)) < sha256(canonical(other)); // he has signed a state on neither branch
    assert.equal(beside(new Map(cut), other), counts ? "good" : "proof/fork");
  }
});

// --- what the close shows: the record stays good ---------------------------------------------------------------------

const hashOf = (a, slot, value, salt) => commitment(a.game, a.state, "referee", a.request, slot, value, salt);
/** The card at a place made again by a dealer who lies about it. */
const remade = (a, at, value, lines) => {
  const { name, seat } = a.cards[at];
  return dealt({ game: a.game, from: a.state, seed: good.seed, request: a.request, slot: name.split(".").at(-1), seat, value, lines }).card;
};
const flip = (card, at) => {
  const bytes = Buffer.from(card.sealed.join(""), "base64");
  bytes[at] ^= 1;
  card.sealed = pieces(bytes);
};
const told = (name, file, change, code, card) => test(`told at the close: ${name}`, () => {
  const { deals: { finding } } = verifyRecord(folder(lying(file, change, DEALER).files));
  assert.deepEqual([finding?.code, finding?.card, finding?.file], [code, card, `record/${file}-referee.yaml`]);
});
const CARD = (slot) => `referee.deal-1.${slot}`;

told("a hash of nothing", DEAL, (a) => void (a.cards[3].hash = "a".repeat(64)), "proof/deal", CARD("card_4"));
told("a hash of a card that is never opened nor kept closed", DEAL, (a) => void (a.cards[4].hash = "a".repeat(64)), "proof/deal", CARD("card_5"));
told("the hash of another salt", DEAL, (a) => void (a.cards[3].hash = hashOf(a, "card_4", "ten", "5".repeat(64))), "proof/deal", CARD("card_4"));
told("the hash of the next card", DEAL, (a) => void ([a.cards[3].hash, a.cards[4].hash] = [a.cards[4].hash, a.cards[3].hash]), "proof/deal", CARD("card_4"));
for (const [part, at] of [["its public half", 0], ["its text", 40], ["its tag", 191]]) {
  told(`an envelope damaged in ${part}`, DEAL, (a) => flip(a.cards[3], at), "proof/envelope", CARD("card_4"));
  told(`an envelope damaged in ${part}, of a card that was opened`, DEAL, (a) => flip(a.cards[0], at), "proof/envelope", CARD("card_1"));
  told(`an envelope damaged in ${part}, of a value that occurs once`, "0005-2-deal", (a) => flip(a.cards[0], at), "proof/envelope", "referee.deal-2.card_1");
}
told("an envelope for another seat", DEAL, (a) => {
  a.cards[3].sealed = remade({ ...a, cards: [{ ...a.cards[3], seat: "union" }] }, 0, "ten").sealed;
}, "proof/envelope", CARD("card_4"));
told("an envelope of another game", DEAL, (a) => {
  a.cards[3].sealed = remade({ ...a, game: "a".repeat(64) }, 3, "ten").sealed;
}, "proof/envelope", CARD("card_4"));
told("an envelope that holds another card", DEAL, (a) => void (a.cards[3].sealed = remade(a, 3, "king").sealed), "proof/envelope", CARD("card_4"));
told("an envelope that holds another salt", DEAL, (a) =>
  void (a.cards[3].sealed = remade(a, 3, "ten", ['"ten"', "5".repeat(64)]).sealed), "proof/envelope", CARD("card_4"));
told("an envelope with other padding", DEAL, (a) => {
  const honest = remade(a, 4, 7).sealed, salted = remade(a, 4, 7, ["7", "5".repeat(64), "x"]).sealed;
  assert.notDeepEqual(honest, salted);
  a.cards[4].sealed = salted;
}, "proof/envelope", CARD("card_5"));
for (const [what, line] of [["is not spelt canonically", "ten"], ["is too wide to be opened", JSON.stringify("x".repeat(64))]]) {
  told(`a value that ${what}`, DEAL, (a) => void (a.cards[3].sealed = remade(a, 3, "ten", [line, "5".repeat(64)]).sealed), "proof/envelope", CARD("card_4"));
}
told("only the first difference", DEAL, (a) => {
  flip(a.cards[1], 50);
  a.cards[3].hash = "a".repeat(64);
}, "proof/envelope", CARD("card_2"));

test("told at the close: a card with another salt than K gives, which its owner opened", () => {
  const salt = "5".repeat(64);
  const { files } = forge((value, at) => {
    const copy = structuredClone(value);
    if (at.includes(DEAL)) copy.cards[0].hash = hashOf(copy, "card_1", "ace", salt);
    else if (at.includes(REVEAL)) copy.opened[1].salt = salt;
    return copy;
  }, DEALER);
  const { deals: { finding } } = verifyRecord(folder(files));
  assert.deepEqual([finding.code, finding.card], ["proof/deal", CARD("card_1")]);
});

test("not noticed: another card than K gives, dealt as it should be", () => {
  const { files } = lying(DEAL, (a) => void (a.cards[3] = remade(a, 3, "ace")), DEALER);
  assert.equal(verifyRecord(folder(files)).deals.finding, null);
});
test("not noticed: other cards than were asked for, in another order, to other seats, a card less", () => {
  const changes = [
    (a) => void a.cards.pop(),
    (a) => void a.cards.push(remade({ ...a, cards: [{ name: CARD("card_6"), seat: "union" }] }, 0, "two")),
    (a) => void a.cards.reverse(),
    (a) => void (a.cards[4] = remade({ ...a, cards: [{ ...a.cards[4], seat: "confederate" }] }, 0, 7)),
  ];
  for (const change of changes) {
    const { files } = lying(DEAL, change, DEALER);
    assert.equal(verifyRecord(folder(files)).deals.finding, null);
  }
});
test("not noticed: a reveal or order that does not turn up its card", () => {
  for (const [file, change] of [[REVEAL, (a) => void a.opened.pop()], ["0005-1-order", (a) => void (a.opened = [])]]) {
    assert.equal(judge(lying(file, change, DEALER).files), "good");
  }
});

test("turn files carry deals", () => {
  const path = folder(good.files), file = join(path, "turnfile.yaml"), record = verifyRecord(path);
  const names = [...good.files.keys()].filter((name) => !name.includes("-state") && !name.includes("charter"));
  const check = (...kept) => {
    writeFileSync(file, kept.map((name) => good.files.get(name)).join(""), "latin1");
    return verifyTurnFile(file, record).documents;
  };
  assert.equal(check("charter.yaml", ...names), 16);
  assert.equal(check(...names.filter((name) => name > "record/0002-")), 9);
  assert.throws(() => check(...names.filter((name) => name > "record/0001-" && !name.includes("deal"))), { code: "sequence/not-due" });
});

test("while K is not open nothing is examined", () => {
  const { files } = lying(DEAL, (a) => void (a.cards[3].hash = "a".repeat(64)), DEALER);
  const names = [...files.keys()].filter((name) => !name.includes("audit-referee") && !name.includes("0007"));
  const { deals } = verifyRecord(folder(new Map(names.map((name) => [name, files.get(name)]))));
  assert.deepEqual(deals, { count: 2, examined: 0, finding: null });
});

test("an envelope opens from the sender's side, and for nothing else", () => {
  const [sender, seal] = [Buffer.alloc(32, 1), publicHalf(Buffer.alloc(32, 2))];
  const bound = ["g", "s", "union", "n"], sealed = envelope(sender, seal, bound, ["1", "2"]).envelope;
  assert.equal(openEnvelope(sender, seal, bound, sealed), "1\n2\n".padEnd(144, "\n"));
  for (const at of [0, 1, 2, 3]) assert.equal(openEnvelope(sender, seal, bound.with(at, "x"), sealed), null);
  assert.equal(openEnvelope(Buffer.alloc(32, 3), seal, bound, sealed), null);
});
