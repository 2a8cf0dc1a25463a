// Canonical text (section 1): a strict reader of the one spelling, and the writer of it.
//
// The reader follows the grammar of 1.1 line by line and accepts nothing else, so that a value read here, written by
// `canonical`, gives the same bytes again (the tests hold it to that). It never guesses what a text may have meant.

import { createHash } from "node:crypto";

/** A document or record is refused: a code of section 11, and words for people. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export const refuse = (code, message) => {
  throw new Refusal(code, message);
};

/** Adds the file to a refusal, so that the one line of a report names it. */
export function within(file, action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof Refusal) error.file ??= file;
    throw error;
  }
}

const spelling = (message) => refuse("document/not-canonical", message);

export const LIMITS = { columns: 76, document: 65_536, levels: 12, stream: 67_108_864 };

/** SHA-256 of lines (each ends in LF), or of a text as it stands; 64 hex digits. */
export const sha256 = (text) => createHash("sha256").update(text, "latin1").digest("hex");
export const hashLines = (...lines) => sha256(lines.map((line) => line + "\n").join(""));

export const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isBlock = (value) =>
  value !== null && typeof value === "object" && (Array.isArray(value) ? value : Object.keys(value)).length > 0;

// --- reading ---------------------------------------------------------------------------------------------------------

const FIELD = /^([a-z][a-z0-9_]{0,31}):(?: (.*))?$/;
const KEY_WORDS = new Set(["y", "n", "yes", "no", "on", "off", "true", "false", "null"]);
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;
const STRING = /^"(?:[ !#-[\]-~]|\\["\\nt]|\\u[0-9A-F]{4}|\\U[0-9A-F]{8})*"$/;
const ESCAPE = /\\(?:u([0-9A-F]{4})|U([0-9A-F]{8})|(.))/g;
const SHORT = { '"': '"', "\\": "\\", n: "\n", t: "\t" };
const WORDS = new Map([["null", null], ["true", true], ["false", false]]);

function unescape(_, short4, long8, short) {
  if (short !== undefined) return SHORT[short];
  const point = parseInt(short4 ?? long8, 16);
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) refuse("document/unreadable", "an escape names no character");
  const needless = (point >= 0x20 && point <= 0x7e) || point === 0x0a || point === 0x09;
  if (needless || (long8 !== undefined && point <= 0xffff)) spelling("an escape is not the shortest");
  return String.fromCodePoint(point);
}

class Reader {
  constructor(lines) {
    this.lines = lines;
    this.at = 0;
  }

  /** The line here if it is indented by at least `indent` blanks, without them. */
  rest(indent) {
    const line = this.lines[this.at];
    return line !== undefined && line.startsWith(" ".repeat(indent)) ? line.slice(indent) : undefined;
  }

  level(level) {
    if (level > LIMITS.levels) refuse("document/too-large", `nested more than ${LIMITS.levels} deep`);
  }

  map(indent, level) {
    this.level(level);
    const map = Object.create(null);
    for (let rest; (rest = this.rest(indent)) !== undefined; ) {
      const [, key, inline] = FIELD.exec(rest) ?? spelling(`not a field: ${rest}`);
      if (KEY_WORDS.has(key)) spelling(`a key may not be ${key}`);
      if (key in map) refuse("document/unreadable", `the key ${key} occurs twice`);
      this.at += 1;
      map[key] = inline === undefined ? this.block(indent + 2, level + 1) : this.scalar(inline, level + 1);
    }
    return map;
  }

  list(indent, level) {
    this.level(level);
    const list = [];
    for (let rest; (rest = this.rest(indent)) !== undefined; ) {
      if (!rest.startsWith("- ")) spelling(`not an item: ${rest}`);
      const item = rest.slice(2);
      if (FIELD.test(item)) {
        // the first line of a map lends two of its blanks to the dash
        this.lines[this.at] = " ".repeat(indent + 2) + item;
        list.push(this.map(indent + 2, level + 1));
      } else {
        this.at += 1;
        const value = this.scalar(item, level + 1);
        if (Array.isArray(value)) spelling("a list is an item of a list");
        list.push(value);
      }
    }
    return list;
  }

  block(indent, level) {
    const rest = this.rest(indent);
    if (rest === undefined) spelling("a key has no value");
    return rest.startsWith("- ") ? this.list(indent, level) : this.map(indent, level);
  }

  scalar(text, level) {
    if (WORDS.has(text)) return WORDS.get(text);
    if (text === "[]" || text === "{}") {
      this.level(level);
      return text === "[]" ? [] : Object.create(null);
    }
    if (INTEGER.test(text)) return Number(text);
    if (STRING.test(text)) return text.slice(1, -1).replace(ESCAPE, unescape);
    return spelling(`not a scalar: ${text}`);
  }
}

/** Lines of a text (bytes as latin1) after the limits and characters that hold for every line. */
export function splitLines(text) {
  if (text.length > LIMITS.document) refuse("document/too-large", `longer than ${LIMITS.document} bytes`);
  if (text !== "---\n" && !text.startsWith("---\n")) refuse("document/unreadable", "it does not begin with the line ---");
  if (!text.endsWith("\n")) spelling("the last line has no end");
  const lines = text.slice(0, -1).split("\n");
  if (lines.lastIndexOf("---") > 0) refuse("document/unreadable", "another document begins within");
  for (const line of lines) {
    if (/[^ -~]/.test(line)) spelling("a character outside of printable ASCII");
    if (line.length > LIMITS.columns) spelling(`a line is longer than ${LIMITS.columns} columns`);
  }
  return lines;
}

/** The map that the lines after `---` spell. */
export function readMap(lines) {
  const reader = new Reader(lines.slice(1));
  if (reader.lines.length === 0) refuse("document/unreadable", "nothing follows the line ---");
  const map = reader.map(0, 1);
  if (reader.at < reader.lines.length) spelling("text after the end");
  return map;
}

// --- writing ---------------------------------------------------------------------------------------------------------

function escapeCharacter(character) {
  if (character === '"' || character === "\\") return "\\" + character;
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  const hex = character.codePointAt(0).toString(16).toUpperCase();
  return hex.length <= 4 ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
}

/** A string as written, without its quotes. */
export const escaped = (string) => string.replace(/["\\]|[^ -~]/gu, escapeCharacter);

function scalarText(value) {
  if (typeof value === "string") return `"${escaped(value)}"`;
  if (Array.isArray(value)) return "[]";
  return isMap(value) ? "{}" : String(value);
}

/** Adds the lines of a block; `lead` stands before the first one instead of its indent (the dash of an item). */
function pushBlock(lines, value, indent, lead) {
  const blanks = " ".repeat(indent);
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isBlock(item)) pushBlock(lines, item, indent + 2, `${blanks}- `);
      else lines.push(`${blanks}- ${scalarText(item)}`);
    }
    return;
  }
  for (const key of Object.keys(value)) {
    const start = (lead ?? blanks) + key;
    lead = undefined;
    if (isBlock(value[key])) {
      lines.push(`${start}:`);
      pushBlock(lines, value[key], indent + 2);
    } else lines.push(`${start}: ${scalarText(value[key])}`);
  }
}

/** The lines of a value at the margin: VALUE of 4.1. */
export function valueLines(value) {
  const lines = [];
  if (isBlock(value)) pushBlock(lines, value, 0);
  else lines.push(scalarText(value));
  return lines;
}

/** The canonical text of a map, from `---` to its last LF. */
export const canonical = (map) => ["---", ...valueLines(map)].map((line) => line + "\n").join("");

/** Whether two values have one spelling. */
export const same = (one, other) => valueLines(one).join("\n") === valueLines(other).join("\n");

/** How many lists and maps stand within each other; 0 for a scalar. */
export function depth(value) {
  if (value === null || typeof value !== "object") return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}
