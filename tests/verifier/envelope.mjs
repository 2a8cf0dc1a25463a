// Envelopes (section 4.5): HPKE in base mode, the sender's secret given.

import { createCipheriv, createDecipheriv, createHmac, createPrivateKey, createPublicKey, diffieHellman } from "node:crypto";

const PADDED = 144;
const PRIVATE = Buffer.from("302e020100300506032b656e04220420", "hex"); // how node wants bare keys: in their DER frame
const PUBLIC = Buffer.from("302a300506032b656e032100", "hex");
const privateKey = (bytes) => createPrivateKey({ key: Buffer.concat([PRIVATE, bytes]), format: "der", type: "pkcs8" });
const publicKey = (bytes) => createPublicKey({ key: Buffer.concat([PUBLIC, bytes]), format: "der", type: "spki" });

const ascii = (text) => Buffer.from(text, "latin1");
const NONE = Buffer.alloc(0);
const KEM = Buffer.from([...ascii("KEM"), 0, 0x20]);
const HPKE = Buffer.from([...ascii("HPKE"), 0, 0x20, 0, 1, 0, 3]);
const hmac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts)).digest();
const extract = (suite, salt, label, ikm) => hmac(salt, ascii("HPKE-v1"), suite, ascii(label), ikm);
const expand = (suite, prk, label, context, length) =>
  hmac(prk, Buffer.from([0, length]), ascii("HPKE-v1"), suite, ascii(label), context, Buffer.from([1])).subarray(0, length);

/** The public half of an X25519 secret. */
export const publicHalf = (secret) => createPublicKey(privateKey(secret)).export({ format: "der", type: "spki" }).subarray(-32);

const text = (lines) => ascii(lines.map((line) => `${line}\n`).join(""));
const TAG = 16;
const CIPHER = ["chacha20-poly1305", { authTagLength: TAG }];

/** The keys between a sender's secret and the key `seal`; `bound` are game, state, seat and name. */
function schedule(sender, seal, bound) {
  const enc = publicHalf(sender);
  const dh = diffieHellman({ privateKey: privateKey(sender), publicKey: publicKey(seal) });
  const shared = expand(KEM, extract(KEM, NONE, "eae_prk", dh), "shared_secret", Buffer.concat([enc, seal]), 32);
  const info = text(["turnfile1/envelope", ...bound]);
  const context = Buffer.concat([Buffer.from([0]), extract(HPKE, NONE, "psk_id_hash", NONE), extract(HPKE, NONE, "info_hash", info)]);
  const prk = extract(HPKE, shared, "secret", NONE);
  const key = expand(HPKE, prk, "key", context, 32), nonce = expand(HPKE, prk, "base_nonce", context, 12);
  return { enc, shared, key, nonce };
}

/** The envelope of lines, and what is made on the way to it. */
export function envelope(sender, seal, bound, lines) {
  const { enc, shared, key, nonce } = schedule(sender, seal, bound);
  const plain = Buffer.alloc(PADDED, "\n");
  text(lines).copy(plain);
  const cipher = createCipheriv(CIPHER[0], key, nonce, CIPHER[1]);
  const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return { shared, key, nonce, envelope: Buffer.concat([enc, body]) };
}

/** The plaintext of an envelope as its sender opens it, or null; whether it begins with his public half is not looked at. */
export function openEnvelope(sender, seal, bound, bytes) {
  const { enc, key, nonce } = schedule(sender, seal, bound);
  const decipher = createDecipheriv(CIPHER[0], key, nonce, CIPHER[1]);
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(enc.length, -TAG)), decipher.final()]).toString("latin1");
  } catch {
    return null;
  }
}

/** The 32 bytes of the field `seal` of an enrolment, or null if nothing can be sealed for it. */
export function sealBytes(seal) {
  const bytes = Buffer.from(seal, "base64"); // the two bits left over count for nothing
  if (!seal.endsWith("=") || bytes.length !== 32) return null;
  try {
    diffieHellman({ privateKey: privateKey(Buffer.alloc(32, 7)), publicKey: publicKey(bytes) }); // fails if the result is 0
    return bytes;
  } catch {
    return null;
  }
}
