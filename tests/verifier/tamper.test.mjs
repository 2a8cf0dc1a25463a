// Tampering with records that nobody can sign again: every change that can be noticed is refused.
//
//   node --test tests/verifier/                  the forged records, a sample of the changes
//   RECORDS=DIR node --test tests/verifier/      the records in DIR, too
//   FULL=1 node --test tests/verifier/           every change and every byte (an hour)

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { readDocument } from "./documents.mjs";
import { forge } from "./forge.mjs";
import { FULL, folder, records, temporary, verdict } from "./judge.mjs";
import { verifyRecord } from "./record.mjs";
import { canonical } from "./text.mjs";

const bases = {
  "forged, direct": folder(forge().files),
  "forged, resignation": folder(forge(undefined, { resigns: true }).files),
  "forged, refereed": folder(forge(undefined, { referee: true }).files),
  "forged, dealt": folder(forge(undefined, { dealer: true }).files),
};
for (const record of records) {
  bases[basename(record)] = join(temporary, basename(record));
  cpSync(record, bases[basename(record)], { recursive: true, dereference: true });
}

const names = (path) => ["charter.yaml", ...readdirSync(join(path, "record")).sort().map((name) => `record/${name}`)];
const split = (path, name) => readFileSync(join(path, name), "latin1").split(/^(?=signature: )/m);
/** `public` and `outcome` of a last state that is not signed are bound by nothing. */
const isLoose = (path, name) => name === names(path).filter((one) => one.endsWith("-state.yaml")).at(-1) && split(path, name).length === 1;

/** Each kind of change: for a record a list of [name, apply, undo]. */
const CHANGES = {
  dropping: (path) => names(path).map((name) => [
    name, () => renameSync(join(path, name), join(path, "kept")), () => renameSync(join(path, "kept"), join(path, name)),
  ]),
  doubling: (path) => names(path).slice(1).map((name) => {
    const parts = basename(name).split("-");
    const copy = parts.length === 2 ? "record/0999-state.yaml" : `record/${[parts[0], "9", ...parts.slice(2)].join("-")}`;
    return [name, () => cpSync(join(path, name), join(path, copy)), () => rmSync(join(path, copy))];
  }),
  renaming: (path) => names(path).slice(1).flatMap((name) => {
    const [number, ...rest] = basename(name).split("-");
    const later = String(Number(number) + 500).padStart(4, "0");
    return [`${later}-${rest.join("-")}`, `0${basename(name)}`, basename(name).replace(".yaml", ".yml")].map((other) => {
      const [from, to] = [join(path, name), join(path, "record", other)];
      return [`${name} to ${other}`, () => renameSync(from, to), () => renameSync(to, from)];
    });
  }),
  "editing a byte of": (path) => names(path).filter((name) => !isLoose(path, name)).map((name, index) => {
    const bytes = readFileSync(join(path, name)), edited = Buffer.from(bytes);
    edited[(index * 7919) % bytes.length] ^= 1;
    return [name, () => writeFileSync(join(path, name), edited), () => writeFileSync(join(path, name), bytes)];
  }),
  "swapping the signatures of": (path) => {
    const signed = names(path).filter((name) => split(path, name).length === 2);
    return signed.slice(1).map((name, index) => {
      const pair = [signed[index], name], [a, b] = pair.map((one) => split(path, one));
      const put = (...texts) => texts.forEach((text, at) => writeFileSync(join(path, pair[at]), text, "latin1"));
      return [name, () => put(a[0] + b[1], b[0] + a[1]), () => put(a.join(""), b.join(""))];
    });
  },
  "swapping the names of": (path) => names(path).slice(2).map((name, index) => {
    const [one, other, spare] = [names(path)[index + 1], name, "spare"].map((file) => join(path, file));
    const swap = () => (renameSync(one, spare), renameSync(other, one), renameSync(spare, other));
    return [name, swap, swap];
  }),
};

for (const [base, path] of Object.entries(bases)) {
  const isForged = base.startsWith("forged");
  test(`${base}: it is good, and what is read and written again gives the same bytes`, () => {
    verifyRecord(path);
    for (const name of names(path)) {
      const document = readDocument(readFileSync(join(path, name)));
      assert.equal(canonical(document.value), document.text, name);
    }
  });

  for (const [what, make] of Object.entries(CHANGES)) {
    test(`${base}: ${what} any document is refused`, () => {
      const changes = make(path);
      const stride = FULL ? 1 : Math.ceil(changes.length / (isForged ? 12 : 3));
      const passed = changes.filter(([, apply, undo], index) => {
        if (index % stride > 0) return false;
        apply();
        const found = verdict(path);
        undo();
        return found === "good";
      });
      assert.deepEqual(passed.map(([name]) => name), []);
    });
  }

  if (isForged) {
    test(`${base}: one bit of every byte, but for what only the rules know`, () => {
      for (const name of names(path)) {
        const text = readFileSync(join(path, name), "latin1");
        const fields = [["public:", "handles:"], ["outcome:"]];
        const loose = isLoose(path, name) ? fields.map(([from, to]) => [text.indexOf(from), to ? text.indexOf(to) : text.length]) : [];
        for (let at = 0; at < text.length; at += FULL ? 1 : 211) {
          const edited = Buffer.from(text, "latin1");
          edited[at] ^= 1 << (at % 7);
          writeFileSync(join(path, name), edited);
          const found = verdict(path);
          assert.ok(found !== "good" || loose.some(([from, to]) => from <= at && at < to), `${name} at ${at}: ${found}`);
        }
        writeFileSync(join(path, name), text, "latin1");
      }
    });
  }
}

if (records.length === 0) test("records of real games", { skip: "RECORDS names none" });
