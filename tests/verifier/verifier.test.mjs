// Tests of the verifier: vectors and records are good; every tampering that can be noticed is refused.
//
//   node --test tests/verifier/            every fifth document and every 53rd byte (half a minute)
//   FULL=1 node --test tests/verifier/     every document and every byte (some minutes)
//
// What a verifier without rules cannot notice is tested too (the last group), so that the list stays true.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { readDocument, readStream } from "./documents.mjs";
import { SEATS, forge, keyOf, signed, write } from "./forge.mjs";
import { verifyRecord, verifyTurnFile } from "./record.mjs";
import { keyBytes } from "./signature.mjs";
import { Refusal, canonical, sha256 } from "./text.mjs";
import { answer, checkVectors } from "./vectors.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(HERE, "..", "..");
const GAMES = ["game1", "game2", "game3"];
const STRIDE = process.env.FULL ? 1 : 5;
const temporary = mkdtempSync(join(tmpdir(), "verifier-"));
after(() => rmSync(temporary, { recursive: true }));

let folders = 0;
function folder(files) {
  const path = join(temporary, String((folders += 1)));
  mkdirSync(path);
  write(path, files);
  return path;
}

/** `good`, or the code of the refusal; anything else thrown is a failure of the verifier. */
function verdict(path) {
  try {
    verifyRecord(path);
    return "good";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
}
const judge = (files) => {
  const path = folder(files);
  const found = verdict(path);
  rmSync(path, { recursive: true });
  return found;
};

test("every vector agrees", () => {
  for (const [name, expected, found] of checkVectors(join(HERE, "..", "vectors"))) assert.equal(found, expected, name);
});

test("the records are good, and so are the turn files", () => {
  for (const game of GAMES) {
    const record = verifyRecord(join(ROOT, "records", game));
    assert.equal(record.ledger.due.length, 0);
    for (const name of readdirSync(join(ROOT, "turnfiles", game))) verifyTurnFile(join(ROOT, "turnfiles", game, name), record);
  }
});

test("what is read and written again gives the same bytes", () => {
  for (const game of GAMES) {
    for (const name of readdirSync(join(ROOT, "records", game, "record"))) {
      const document = readDocument(readFileSync(join(ROOT, "records", game, "record", name)));
      assert.equal(canonical(document.value), document.text, name);
    }
  }
});

// --- tampering with a real record: nobody can sign again -------------------------------------------------------------

/** Applies a change to a copy of a real record, judges it and undoes it. */
function tamper(path, changes) {
  const passed = [];
  for (const [name, apply, undo] of changes.filter((_, index) => index % STRIDE === 0)) {
    apply();
    if (verdict(path) === "good") passed.push(name);
    undo();
  }
  return passed;
}

const REAL = join(temporary, "real");
cpSync(join(ROOT, "records", "game3"), REAL, { recursive: true });
const realNames = () => ["charter.yaml", ...readdirSync(join(REAL, "record")).map((name) => `record/${name}`)];
const lastState = realNames().filter((name) => name.endsWith("-state.yaml")).at(-1);

test("dropping any document is refused", () => {
  const passed = tamper(REAL, realNames().map((name) => [
    name, () => renameSync(join(REAL, name), join(REAL, "kept")), () => renameSync(join(REAL, "kept"), join(REAL, name)),
  ]));
  assert.deepEqual(passed, []);
});

test("doubling any document is refused", () => {
  const copies = realNames().slice(1).map((name) => {
    const parts = basename(name).split("-");
    const copy = parts.length === 2 ? "record/0999-state.yaml" : `record/${[parts[0], "9", ...parts.slice(2)].join("-")}`;
    return [name, () => cpSync(join(REAL, name), join(REAL, copy)), () => rmSync(join(REAL, copy))];
  });
  assert.deepEqual(tamper(REAL, copies), []);
});

test("renaming any document is refused", () => {
  const changes = realNames().slice(1).flatMap((name) => {
    const [number, ...rest] = basename(name).split("-");
    const moved = [`${String(Number(number) + 500).padStart(4, "0")}-${rest.join("-")}`, `0${basename(name)}`, basename(name).replace(".yaml", ".yml")];
    return moved.map((to) => [
      `${name} to ${to}`, () => renameSync(join(REAL, name), join(REAL, "record", to)), () => renameSync(join(REAL, "record", to), join(REAL, name)),
    ]);
  });
  // three names for each document; by turns one of them is enough
  assert.deepEqual(tamper(REAL, changes.filter((_, index) => index % 3 === Math.floor(index / 3) % 3)), []);
});

test("editing one byte of any document is refused, but for `public` and `outcome` of the last state", () => {
  const changes = realNames().map((name, index) => {
    const bytes = readFileSync(join(REAL, name));
    const at = (index * 7919) % bytes.length;
    const edited = Buffer.from(bytes);
    edited[at] ^= 1;
    return [name, () => writeFileSync(join(REAL, name), edited), () => writeFileSync(join(REAL, name), bytes)];
  });
  assert.deepEqual(tamper(REAL, changes).filter((name) => name !== lastState), []);
});

test("swapping the signatures of two documents is refused", () => {
  const names = realNames().filter((name) => !name.endsWith("-state.yaml"));
  const split = (name) => readFileSync(join(REAL, name), "latin1").split(/^(?=signature: )/m);
  const changes = names.slice(1).map((name, index) => {
    const [one, other] = [names[index], name];
    const [a, b] = [split(one), split(other)];
    return [
      name,
      () => (writeFileSync(join(REAL, one), a[0] + b[1]), writeFileSync(join(REAL, other), b[0] + a[1])),
      () => (writeFileSync(join(REAL, one), a.join("")), writeFileSync(join(REAL, other), b.join(""))),
    ];
  });
  assert.deepEqual(tamper(REAL, changes), []);
});

test("swapping the names of two documents is refused", () => {
  const names = realNames().slice(1);
  const changes = names.slice(1).map((name, index) => {
    const [one, other, spare] = [names[index], name, "spare"].map((file) => join(REAL, file));
    const swap = () => (renameSync(one, spare), renameSync(other, one), renameSync(spare, other));
    return [name, swap, swap];
  });
  assert.deepEqual(tamper(REAL, changes), []);
});

// --- a forged record: every lie is properly signed -------------------------------------------------------------------

const good = forge(), resigned = forge(undefined, true);

test("the forged records are good as they are", () => {
  assert.equal(judge(good.files), "good");
  assert.equal(judge(resigned.files), "good");
});

test("one bit of every byte of a small record: refused, but for what only the rules know", () => {
  const path = folder(good.files);
  for (const [name, text] of good.files) {
    // the game's own bytes of the last state are bound by nothing that comes after
    const loose = name.includes("0007-state") ? [[text.indexOf("public:"), text.indexOf("handles:")], [text.indexOf("outcome:"), text.length]] : [];
    for (let at = 0; at < text.length; at += process.env.FULL ? 1 : 53) {
      const edited = Buffer.from(text, "latin1");
      edited[at] ^= 1 << (at % 7);
      writeFileSync(join(path, name), edited);
      const found = verdict(path);
      assert.ok(found !== "good" || loose.some(([from, to]) => from <= at && at < to), `${name} at ${at}: ${found}`);
    }
    writeFileSync(join(path, name), text, "latin1");
  }
});

/** One lie: what is changed in which file, and the code of its refusal. */
const lie = (name, file, change, code, resigns = false) =>
  test(`refused: ${name}`, () => {
    let changed = false;
    const { files } = forge((value, at) => {
      if (!at.includes(file)) return value;
      changed = true;
      const copy = structuredClone(value);
      return change(copy) ?? copy;
    }, resigns);
    assert.ok(changed, `no file ${file}`);
    assert.equal(judge(files), code);
  });

const weak = (hex) => Buffer.from("20" + hex, "hex").toString("base64");
lie("a key of small order", "charter", (c) => void (c.seats[1].key = weak("01" + "00".repeat(31))), "proof/weak-key");
lie("a key that is not canonical", "charter", (c) => void (c.seats[1].key = weak("f0" + "ff".repeat(30) + "7f")), "proof/weak-key");
lie("a key off the curve", "charter", (c) => void (c.seats[1].key = weak("02" + "00".repeat(31))), "proof/weak-key");
lie("a key with padding", "charter", (c) => void (c.seats[1].key = "A".repeat(43) + "="), "proof/weak-key");
lie("one key for two seats", "charter", (c) => void (c.seats[1].key = c.seats[0].key), "proof/unknown-key");
lie("a seat twice", "charter", (c) => void (c.seats[1].seat = "union"), "document/schema");
lie("a proposer who is no seat", "charter", (c) => void (c.proposer = "nobody"), "document/schema");
lie("a proposer who did not sign", "charter", (c) => void (c.proposer = "confederate"), "proof/unknown-key");
lie("a seat called referee", "charter", (c) => void (c.seats[1].seat = "referee"), "document/schema");
lie("options out of order", "charter", (c) => void (c.options = ["b", "a"]), "document/schema");
lie("no links", "charter", (c) => void (c.links = 0), "document/schema");
lie("equal tips of one seat", "enrolment-union", (a) => void (a.private = a.public), "proof/link");
lie("shared tips", "enrolment", (a) => void (a.public = "a".repeat(64)), "proof/link");
lie("another game", "0001-1-link", (a) => void (a.game = "a".repeat(64)), "sequence/other-game");
lie("another seat", "0001-1-link", (a) => void (a.seat = "nobody"), "proof/unknown-key");
lie("the other seat", "0001-1-link", (a) => void (a.seat = "confederate"), "proof/unknown-key");
lie("a number of another state", "0001-1-link", (a) => void (a.number = 2), "sequence/not-due");
lie("a state before", "0001-1-link", (a) => void ((a.state = a.game), (a.number = 0)), "sequence/stale");
lie("a state after", "0001-1-link", (a) => void ((a.state = "a".repeat(64)), (a.number = 9)), "sequence/ahead");
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
lie("another kind", "0004-1-order", (a) => ({ ...Object.fromEntries(Object.entries(a).slice(0, 7)), kind: "reveal", opened: a.opened }), "sequence/not-due");

const state = (name, number, change, resigns) => lie(`a state with ${name}`, `000${number}-state`, change, "proof/state-differs", resigns);
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
  s.handles = [...s.handles, ...s.sealed.map((row) => ({ name: `${row.seat}.choice.show`, seat: row.seat, hash: row.hash, from: row.from, slot: "show" }))];
  s.handles.sort((a, b) => (a.name < b.name ? -1 : 1));
  s.sealed = [];
});
state("sealed rows after N", 4, (s) => void (s.sealed = [{ seat: "union", request: "choice", slot: "show", hash: "a".repeat(64), from: "a".repeat(64) }]));
state("a changed handle after N", 4, (s) => void (s.handles[0].hash = "a".repeat(64)));
state("a new handle after N", 4, (s) => void s.handles.push({ ...s.handles[1], name: "union.x.hide" }));
state("another R", 2, (s) => void (s.seeds[0].hash = "a".repeat(64)));
state("another private index", 2, (s) => void (s.seeds[0].index = 2));
state("another deep index", 2, (s) => void (s.seeds[2].index = 7));
state("the index of a link used", 6, (s) => void (s.seeds[2].index = 1));
state("a seed of no draw", 2, (s) => void (s.seeds[0].label = "0"));
state("seeds in another order", 2, (s) => void s.seeds.reverse());
state("a seed that was audited", 6, (s) => void s.seeds.unshift({ ...s.seeds[0], label: "a", index: 1 }));
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
state("a request that was answered", 5, (s) => void (s.due[0].request = "place"));
state("an outcome too early", 5, (s) => void (s.outcome = { winner: null, how: "x", seats: [], rule: "", handles: [], points: [] }));
state("no outcome at the end", 7, (s) => void (s.outcome = null));
state("sealed rows after R", 5, (s) => void (s.sealed = [{ seat: "union", request: "x", slot: "a", hash: "a".repeat(64), from: "a".repeat(64) }]), true);
state("changed seeds after R", 5, (s) => void s.seeds.pop(), true);
lie("a state with an enrolment due", "0002-state", (s) => void (s.due[1].answer = "enrolment"), "document/schema");
lie("a rule of more than 60 columns", "0007-state", (s) => void (s.outcome.rule = "x".repeat(61)), "document/schema");

test("names: other files, signed states, places and later states are refused", () => {
  const with_ = (name, text, base = good) => judge(new Map([...base.files, [name, text]]));
  const enrolment = good.files.get("record/0000-1-enrolment-union.yaml");
  assert.equal(with_("record/notes.txt", ""), "transport/disk");
  assert.equal(with_("record/0000-state.yaml", ""), "transport/disk");
  assert.equal(with_("record/00000-1-enrolment-union.yaml", enrolment), "transport/disk");
  assert.equal(with_("record/0000-3-enrolment-union.yaml", enrolment), "transport/disk");
  assert.equal(with_("record/0007-1-order-union.yaml", enrolment), "sequence/stale");
  assert.equal(with_("record/0009-state.yaml", good.files.get("record/0007-state.yaml")), "sequence/ahead");
  assert.equal(with_("notes.txt", "anything"), "good");
  assert.equal(judge(new Map()), "sequence/no-game");
});

const head = (kind, number, seat, request, rest = {}, base = good) =>
  ({ turnfile: 1, kind, game: base.game, number, state: base.ids[number], seat, request, ...rest });
const idOf = (value) => sha256(canonical(value));
const aside = (value, place = "proofs") => [`${place}/000${value.number}-${value.kind}-${value.seat}-${idOf(value).slice(0, 16)}.yaml`, signed(value)];
const beside = (base, ...entries) => judge(new Map([...base.files, ...entries]));

test("a cut record waits, an act beside a resignation is refused", () => {
  const upTo = (number, base = good) => [...base.files].filter(([name]) => name === "charter.yaml" || name < `record/000${number}`);
  assert.equal(judge(new Map(upTo(4))), "sequence/ahead"); // the reveals of state 3 lead on
  assert.equal(judge(new Map([...upTo(4), ["record/0004-state.yaml", good.files.get("record/0004-state.yaml")]])), "good");
  const name = "record/0004-2-reveal-confederate.yaml";
  assert.equal(beside(resigned, [name, good.files.get(name)]), "sequence/not-due");
  const second = head("resignation", 4, "confederate", "look", {}, resigned);
  assert.equal(beside(resigned, ["record/0004-2-resignation-confederate.yaml", signed(second)]), "proof/state-differs");
});

test("what stands aside: signatures, and forks as far as they show", () => {
  const order = (to, base = good) => head("order", 4, "union", "place", { order: { to }, opened: [] }, base);
  assert.equal(beside(good, aside(order("rear"))), "good"); // the other seat has signed on the branch of the record
  assert.equal(beside(good, [aside(order("rear"))[0], signed(order("rear"), "stranger")]), "proof/unknown-key");
  assert.equal(beside(good, aside({ ...order("rear"), game: "a".repeat(64) })), "sequence/other-game");
  assert.equal(beside(good, aside({ ...order("rear"), state: "a".repeat(64) }, "inbox")), "good");
  assert.equal(beside(good, ["proofs/refused-0004-order-union-0123456789abcdef.yaml", "garbage"]), "good");
  assert.equal(beside(good, ["proofs/0004-order-union-0123456789abcdef.yaml", "garbage"]), "document/unreadable");
  // what the resignation left aside is no fork; a second resignation is one
  assert.equal(beside(resigned, aside(head("reveal", 4, "confederate", "look", { opened: [] }, resigned))), "good");
  assert.equal(beside(resigned, aside(head("resignation", 4, "confederate", "look", {}, resigned))), "proof/fork");
  // nobody answered the resignation: the smaller id counts
  const counts = idOf(head("resignation", 4, "union", "place", {}, resigned));
  for (let i = 0; i < 8; i += 1) {
    const other = order(`x${i}`, resigned);
    assert.equal(beside(resigned, aside(other)), idOf(other) < counts ? "proof/fork" : "good");
  }
});

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
    at.includes("0004-state") ? { ...value, handles: value.handles.slice(1) } : at.includes("0004-2-reveal") ? { ...value, opened: [] } : value);
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
