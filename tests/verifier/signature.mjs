// Signatures (section 2): keys, the SSHSIG envelope in its one spelling, and Ed25519.
//
// node:crypto verifies without a cofactor and compares the encoding of R, as 2.3 demands; what it leaves open (S + L,
// weak keys, the spelling of the armor) is checked here first.

import { createHash, createPublicKey, verify } from "node:crypto";
import { refuse } from "./text.mjs";

const NAMESPACES = { charter: "turnfile-charter", state: "turnfile-state", ruling: "turnfile-ruling" };
export const namespaceOf = (kind) => NAMESPACES[kind] ?? "turnfile-act";

// --- keys (2.1) ------------------------------------------------------------------------------------------------------

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (x) => ((x % P) + P) % P;

function power(base, exponent) {
  let result = 1n;
  for (let square = mod(base), e = exponent; e > 0n; e >>= 1n, square = (square * square) % P) {
    if (e & 1n) result = (result * square) % P;
  }
  return result;
}

const inverse = (x) => power(x, P - 2n);
const D = mod(-121665n * inverse(121666n));
const I = power(2n, (P - 1n) / 4n);
const little = (bytes) => BigInt("0x" + Buffer.from(bytes).reverse().toString("hex"));

/** An x with x^2 = square, or undefined. */
function root(square) {
  const x = power(square, (P + 3n) / 8n);
  return [x, (x * I) % P].find((candidate) => mod(candidate * candidate - square) === 0n);
}

/** 2A in affine coordinates; the addition law of the curve is complete, so no case is special. */
function double([x, y]) {
  const xx = mod(x * x), yy = mod(y * y), t = mod(D * xx * yy);
  return [mod(2n * x * y * inverse(1n + t)), mod((yy + xx) * inverse(1n - t))];
}

const sound = new Map(); // keys that passed: the arithmetic is slow, and a process may read many records

/** The 32 bytes of a key of a charter, or a refusal. */
export function keyBytes(key) {
  if (!sound.has(key)) sound.set(key, decodeKey(key));
  return sound.get(key);
}

function decodeKey(key) {
  const weak = (why) => refuse("proof/weak-key", `the key ${key} ${why}`);
  const bytes = Buffer.from(key, "base64");
  if (bytes.length !== 33 || bytes[0] !== 0x20 || bytes.toString("base64") !== key) refuse("document/schema", `${key} names no key`);
  const y = little(bytes.subarray(1)) & (2n ** 255n - 1n);
  if (y >= P) weak("is not canonical");
  const x = root(mod((y * y - 1n) * inverse(D * y * y + 1n)));
  if (x === undefined) weak("is no point of the curve");
  // the sign of x does not change the order of the point
  const eight = double(double(double([x, y])));
  if (eight[0] === 0n && eight[1] === 1n) weak("is of small order");
  return bytes.subarray(1);
}

// --- envelope (2.2) --------------------------------------------------------------------------------------------------

const string = (bytes) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, Buffer.from(bytes)]);
};
const ALGORITHM = string("ssh-ed25519");
const BEGIN = "-----BEGIN SSH SIGNATURE-----";
const END = "-----END SSH SIGNATURE-----";
const beforeKey = Buffer.concat([Buffer.from("SSHSIG"), Buffer.from([0, 0, 0, 1, 0, 0, 0, 51]), ALGORITHM, Buffer.from([0, 0, 0, 32])]);

export const signedBytes = (text, namespace) =>
  Buffer.concat([
    Buffer.from("SSHSIG"), string(namespace), string(""), string("sha512"),
    string(createHash("sha512").update(text, "latin1").digest()),
  ]);

/** The one armor of a signature, as the lines of a document. */
export function armor(key, namespace, signature) {
  const envelope = Buffer.concat([
    beforeKey, key, string(namespace), string(""), string("sha512"), string(Buffer.concat([ALGORITHM, string(signature)])),
  ]);
  return [BEGIN, ...envelope.toString("base64").match(/.{1,70}/g), END];
}

/** The armor out of the lines that follow `signature: |`; its frame belongs to the text, its inside to the proof. */
export function readArmor(lines) {
  const spelling = (message) => refuse("document/not-canonical", message);
  if (!lines.every((line) => /^ {2}[^ ]/.test(line))) spelling("a line of the signature is not indented by two blanks");
  const inner = lines.map((line) => line.slice(2));
  if (inner[0] !== BEGIN || inner.indexOf(END) !== inner.length - 1) spelling("the signature is not one armor");
  return inner;
}

// --- checking (2.3) --------------------------------------------------------------------------------------------------

const opened = new WeakMap(); // keys that node:crypto has parsed, by their bytes

function publicKey(bytes) {
  if (!opened.has(bytes)) {
    const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes]);
    opened.set(bytes, createPublicKey({ key: der, format: "der", type: "spki" }));
  }
  return opened.get(bytes);
}

/** Refuses the signature of `text`, unless it is that of the key (32 bytes) in its one spelling. */
export function checkSignature(text, lines, key, namespace) {
  const bad = (why) => refuse("proof/signature", why);
  const envelope = Buffer.from(lines.slice(1, -1).join(""), "base64");
  const signature = envelope.subarray(-64);
  if (signature.length < 64) bad("the signature is too short");
  const isOf = (bytes) => armor(bytes, namespace, signature).join("\n") === lines.join("\n");
  if (!isOf(key)) {
    const named = envelope.subarray(beforeKey.length, beforeKey.length + 32);
    if (isOf(named)) refuse("proof/unknown-key", "it is signed with another key");
    bad("the signature is not in its one spelling");
  }
  if (little(signature.subarray(32)) >= L) bad("S is not less than L");
  if (!verify(null, signedBytes(text, namespace), publicKey(key), signature)) bad("the signature does not fit the text");
}
