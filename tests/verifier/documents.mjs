// Documents (section 3): the fields of every kind and row, and the reading of one document out of its bytes.
//
// A type is a function that refuses a value which is not of it. The tables below stand in the order of the
// specification, which is the order of the keys in a text.

import { LIMITS, Refusal, escaped, isMap, readMap, refuse, sha256, splitLines } from "./text.mjs";
import { readArmor } from "./signature.mjs";

// --- types (3.1) -----------------------------------------------------------------------------------------------------

const wrong = (where, what) => refuse("document/schema", `${where} is not ${what}`);
const type = (what, test) => (value, where) => test(value) || wrong(where, what);
// in JavaScript `$` without the flag m matches at the very end only, so no ending LF slips through
const pattern = (name, regexp) => type(name, (value) => typeof value === "string" && regexp.test(value));
const integers = (name, least, greatest) => type(name, (value) => Number.isInteger(value) && value >= least && value <= greatest);
const literal = (wanted) => type(JSON.stringify(wanted), (value) => value === wanted);
const enumeration = (...words) => type(`one of ${words.join(" ")}`, (value) => words.includes(value));
const columns = (most) => type(`a string of at most ${most} columns`, (value) =>
  typeof value === "string" && escaped(value).length <= most);
const orNull = (inner) => (value, where) => value === null || inner(value, where);
const any = () => true;
const list = (item) => (value, where) => {
  if (!Array.isArray(value)) wrong(where, "a list");
  value.forEach((one, index) => item(one, `${where}[${index}]`));
};
const FIELD_NAME = /^[a-z][a-z0-9_]{0,31}$/;
const mapOf = (inner) => (value, where) => {
  if (!isMap(value)) wrong(where, "a map");
  for (const [key, one] of Object.entries(value)) {
    if (!FIELD_NAME.test(key)) wrong(`${where}.${key}`, "a field");
    inner(one, `${where}.${key}`);
  }
};
const row = (fields) => (value, where) => {
  if (!isMap(value)) wrong(where, "a map");
  const names = Object.keys(fields), keys = Object.keys(value);
  const missing = names.find((name) => !(name in value)), unknown = keys.find((key) => !Object.hasOwn(fields, key));
  if (missing !== undefined) refuse("document/schema", `${where} has no field ${missing}`);
  if (unknown !== undefined) refuse("document/schema", `${where} has an unknown field ${unknown}`);
  if (names.join() !== keys.join()) refuse("document/not-canonical", `the fields of ${where} are not in their order`);
  for (const name of names) fields[name](value[name], `${where}.${name}`);
};

const MOST = 999_999_999_999_999;
const digest = pattern("a digest", /^[0-9a-f]{64}$/);
const seat = pattern("a seat", /^[a-z][a-z0-9_]{0,15}$/); // also `referee`, who acts and has rows like a seat
const name = pattern("a name", /^[a-z0-9_.-]{1,40}$/);
const handle = pattern("a handle", /^[a-z0-9_.-]{1,48}$/);
const slot = pattern("a slot", /^[a-z_][a-z0-9_]{0,15}$/);
const key = pattern("a key", /^[A-Za-z0-9+/]{43}[A-Za-z0-9+/=]$/);
const piece = pattern("a piece", /^[A-Za-z0-9+/]{64}$/);
const engine = pattern("an engine", /^[a-z][a-z0-9-]{0,31}$/);
const file = pattern("a file", /^[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,59}$/);
const option = pattern("an option", /^[a-z][a-z0-9_-]{0,31}(=[a-zA-Z0-9_.-]{1,32})?$/);
const word = pattern("a word", /^[a-z][a-z0-9_-]{0,39}$/);
const text = list(columns(60));
const count = integers("a count", 0, MOST);
const integer = integers("an integer", -MOST, MOST);
const scalar = type("an integer or string", (value) => Number.isInteger(value) || typeof value === "string");
// an enrolment answers the charter, so that answer never stands in a state
const answer = enumeration("commitment", "reveal", "order", "link", "audit", "deal");

// --- rows (3.3) ------------------------------------------------------------------------------------------------------

const partRow = row({ part: file, hash: digest });
const charterSeatRow = row({ seat, name: text, key });
const charterRefereeRow = row({ name: text, key });
const slotHashRow = row({ slot, hash: digest });
const openingRow = row({ name: handle, value: any, salt: digest });
const handleRow = row({ name: handle, seat, hash: digest, from: digest, slot });
const sealedRow = row({ seat, request: name, slot, hash: digest, from: digest });
const envelope = (value, where) => {
  list(piece)(value, where);
  if (value.length !== 4) wrong(where, "four pieces");
};
const dealtRow = row({ name: handle, seat, hash: digest, sealed: envelope });
const seedRow = row({ label: name, hash: digest, seat, index: count });
const chainRow = row({ seat, opened: count, last: digest, audits: count, past: digest });
const dueRow = row({ seat, request: name, answer });
const pointsRow = row({ seat, points: integer });
const outcomeRow = row({
  winner: orNull(seat), how: word, seats: list(seat), rule: columns(60), handles: list(handle), points: list(pointsRow),
});

// --- kinds (3.2) -----------------------------------------------------------------------------------------------------

const head = (kind) => ({ turnfile: literal(1), kind: literal(kind), game: digest, number: count, state: digest, seat, request: name });
const link = { label: name, index: count, link: digest };
const ACTS = {
  enrolment: {
    ...head("enrolment"), number: literal(0), request: literal("enrol"),
    nonce: digest, public: digest, private: digest, seal: orNull(key),
  },
  commitment: { ...head("commitment"), slots: list(slotHashRow) },
  reveal: { ...head("reveal"), opened: list(openingRow) },
  order: { ...head("order"), order: mapOf(any), opened: list(openingRow) },
  link: { ...head("link"), ...link },
  audit: { ...head("audit"), ...link },
  deal: { ...head("deal"), label: name, cards: list(dealtRow) },
  resignation: head("resignation"),
};
const KINDS = {
  charter: {
    turnfile: literal(1), kind: literal("charter"), title: text, engine, rules: count, parts: list(partRow),
    options: list(option), seats: list(charterSeatRow), referee: orNull(charterRefereeRow),
    links: integers("a number of links", 1, 65_536), clock: orNull(mapOf(scalar)), nonce: digest, proposer: seat,
  },
  ...ACTS,
  state: {
    turnfile: literal(1), kind: literal("state"), game: digest, number: integers("a count from 1", 1, MOST), prev: digest,
    acts: list(digest), public: any, handles: list(handleRow), sealed: list(sealedRow), seeds: list(seedRow),
    chains: list(chainRow), due: list(dueRow), outcome: orNull(outcomeRow),
  },
};

export const ACT_KINDS = Object.keys(ACTS);

const ascending = (values) => values.every((value, index) => index === 0 || values[index - 1] < value);

/** What 3.2 says of a charter beyond the types of its fields. */
function checkCharter(charter) {
  const seats = charter.seats.map((one) => one.seat);
  if (!ascending(charter.parts.map((one) => one.part))) wrong("parts", "in order, each once");
  if (!ascending(charter.options)) wrong("options", "in order, each once");
  if (seats.length === 0 || new Set(seats).size < seats.length) wrong("seats", "a list of seats, each once");
  if (seats.includes("referee")) wrong("seats", "a list of seats without `referee`");
  if (!seats.includes(charter.proposer) && !(charter.proposer === "referee" && charter.referee)) wrong("proposer", "one of the seats");
}

// --- one document (1.3) ----------------------------------------------------------------------------------------------

/**
 * Reads one document out of its bytes (a Buffer): its `text` (what is signed), `id`, `value`, `kind` and `armor` (null
 * for a state that is not signed). Nothing is believed about the signature yet.
 */
export function readDocument(bytes) {
  const lines = splitLines(bytes.toString("latin1"));
  const mark = lines.indexOf("signature: |");
  const body = mark < 0 ? lines : lines.slice(0, mark);
  const value = readMap(body);
  const armor = mark < 0 ? null : readArmor(lines.slice(mark + 1));
  if (armor === null && value.kind !== "state" && !("signature" in value)) {
    refuse("document/unreadable", "it is cut off: there is no signature");
  }
  if (typeof value.kind !== "string" || !Object.hasOwn(KINDS, value.kind)) refuse("document/schema", "there is no such kind");
  row(KINDS[value.kind])(value, value.kind);
  if (value.kind === "charter") checkCharter(value);
  const signed = body.map((line) => line + "\n").join("");
  return { kind: value.kind, value, armor, text: signed, id: sha256(signed), bytes };
}

/** The documents of a turn file (1.2): those before the first that is refused, and that refusal (or null). */
export function readStream(bytes) {
  const documents = [];
  try {
    if (bytes.length > LIMITS.stream) refuse("document/too-large", `longer than ${LIMITS.stream} bytes`);
    const stream = bytes.toString("latin1");
    if (!stream.startsWith("---\n")) refuse("document/unreadable", "it does not begin with the line ---");
    for (let from = 0; from < stream.length; ) {
      const next = stream.indexOf("\n---\n", from);
      const to = next < 0 ? stream.length : next + 1;
      documents.push(readDocument(bytes.subarray(from, to)));
      from = to;
    }
    return { documents, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { documents, refusal: error };
  }
}
