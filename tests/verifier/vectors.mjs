// The test vectors (section 13 and tests/vectors/README.md).

import { createHmac, hkdfSync } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readDocument, readStream } from "./documents.mjs";
import { chainStep, commitment, draw, drawNumber, jointSeed, privateSeed } from "./hashes.mjs";
import { envelope, publicHalf } from "./envelope.mjs";
import { checkSignature, keyBytes, namespaceOf } from "./signature.mjs";
import { Refusal, canonical, hashLines, readMap, refuse, sha256, splitLines, valueLines } from "./text.mjs";

const KEY = "IAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4";
const hmac = (key, text) => createHmac("sha256", key).update(text, "latin1").digest();
const secret = ({ seed, nonce, game, seat }) =>
  Buffer.from(hkdfSync("sha256", Buffer.from(seed, "hex"), Buffer.from(nonce, "hex"), `turnfile1/secret\n${game}\n${seat}\n`, 32));

const sealed = ({ game, from, seat, name, value, salt, seal, sender }) =>
  envelope(Buffer.from(sender, "hex"), Buffer.from(seal, "base64"), [game, from, seat, name], [...valueLines(value), salt]);

/** How each kind of vector of specification.json is computed. */
const COMPUTE = {
  text({ input, text }) {
    if (canonical(input) !== text) return "another canonical text";
    return canonical(readMap(splitLines(text))) === text ? sha256(text) : "another text after reading";
  },
  signature({ input, text }) {
    const document = readDocument(Buffer.from(text, "latin1"));
    checkSignature(document.text, document.armor, keyBytes(input.key), input.namespace);
    return document.id;
  },
  commit: ({ input: { game, from, seat, request, slot, value, salt } }) => commitment(game, from, seat, request, slot, value, salt),
  chain: ({ input: { game, seat, chain, index, link } }) => chainStep(game, seat, chain, index, link),
  joint: ({ input: { game, label, links } }) => jointSeed(game, label, links),
  private: ({ input: { game, seat, label, link, joint } }) => privateSeed(game, seat, label, link, joint),
  number: ({ input: { seed, label, below } }) => drawNumber(seed, label, below),
  draw: ({ input: { seed, label, pool, count } }) => draw(seed, label, pool, count),
  state: ({ text }) => readDocument(Buffer.from(text, "latin1")).id,
  "default-secret": ({ input }) => secret(input).toString("hex"),
  "default-link": ({ input }) => hmac(secret(input), `turnfile1/chain\n${input.chain}\n`).toString("hex"),
  "default-salt": ({ input }) => hmac(hmac(secret(input), "turnfile1/salt\n"), input.context).toString("hex"),
  "default-seal": ({ input }) => hmac(secret(input), "turnfile1/seal\n").toString("hex"),
  card: ({ input: { seed, from, name } }) => hashLines("turnfile1/card", seed, from, name),
  sender: ({ input: { seed, from, name } }) => hashLines("turnfile1/sender", seed, from, name),
  seal: ({ input }) => publicHalf(Buffer.from(input.secret, "hex")).toString("base64"),
  "envelope-shared": ({ input }) => sealed(input).shared.toString("hex"),
  "envelope-key": ({ input }) => sealed(input).key.toString("hex"),
  "envelope-nonce": ({ input }) => sealed(input).nonce.toString("hex"),
  envelope: ({ input }) => sealed(input).envelope.toString("base64"),
};

/** JSON with integers beyond 2^53 kept exact: they become strings, which BigInt reads. */
const parseExact = (json) => JSON.parse(json.replace(/(?<=[:[,]\s*)\d{17,}(?=\s*[,\]}])/g, '"$&"'));

function attempt(action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** What a reader of turn files answers to the bytes of a vector: `ok ID` or a code. */
export function answer(bytes) {
  return attempt(() => {
    if (bytes.length === 0) refuse("document/unreadable", "there is nothing");
    const { documents, refusal } = readStream(bytes);
    if (refusal !== null) throw refusal;
    const [document] = documents;
    if (document.armor !== null) checkSignature(document.text, document.armor, keyBytes(KEY), namespaceOf(document.kind));
    return `ok ${document.id}`;
  });
}

/** Checks every vector in a folder; a list of [name, expected, found]. */
export function checkVectors(folder) {
  const results = [];
  const specification = join(folder, "specification.json");
  if (existsSync(specification)) {
    for (const vector of parseExact(readFileSync(specification, "utf8"))) {
      const found = attempt(() => COMPUTE[vector.kind]?.(vector) ?? "a kind of vector that is not known");
      results.push([`specification ${vector.name}`, String(vector.result), String(found)]);
      if (vector.preimage !== undefined) results.push([`preimage ${vector.name}`, vector.result, sha256(vector.preimage)]);
    }
  }
  for (const group of ["text", "signature"]) {
    for (const name of existsSync(join(folder, group)) ? readdirSync(join(folder, group)).sort() : []) {
      const bytes = readFileSync(join(folder, group, name));
      const end = bytes.indexOf(0x0a);
      const expected = bytes.toString("latin1", 0, end).replace("# expect: ", "");
      results.push([`${group}/${name}`, expected, answer(bytes.subarray(end + 1))]);
    }
  }
  return results;
}
