// What both test files share: a temporary folder, records in it, and the verdict on a record.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { write } from "./forge.mjs";
import { verifyRecord } from "./record.mjs";
import { Refusal } from "./text.mjs";

export const FULL = Boolean(process.env.FULL);
export const temporary = mkdtempSync(join(tmpdir(), "verifier-"));
process.on("exit", () => rmSync(temporary, { recursive: true }));

/** The record folders in the directory that RECORDS names. */
export const records = process.env.RECORDS
  ? readdirSync(process.env.RECORDS).sort().map((name) => join(process.env.RECORDS, name))
  : [];

let folders = 0;
/** A new folder with these files. */
export function folder(files) {
  const path = join(temporary, String((folders += 1)));
  mkdirSync(path);
  write(path, files);
  return path;
}

/** `good`, or the code of the refusal; anything else thrown is a failure of the verifier. */
export function verdict(path) {
  try {
    verifyRecord(path);
    return "good";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code;
  }
}

/** The verdict on a record with these files. */
export function judge(files) {
  const path = folder(files);
  const found = verdict(path);
  rmSync(path, { recursive: true });
  return found;
}
