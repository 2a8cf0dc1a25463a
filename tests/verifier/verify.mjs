#!/usr/bin/env node
// Verifies records of the turn file format, version 1, without the rules of any game.
//
//   node verify.mjs FOLDER...                     one line per record: `good ...` or `bad FILE CODE message`
//   node verify.mjs --vectors DIR                 every test vector against its expectation
//   node verify.mjs --turnfiles FOLDER FILE...    turn files against the record that they belong to
//
// The exit code is 0 if all is good, else 1 (2 for a wrong call).

import { join } from "node:path";
import { verifyRecord, verifyTurnFile } from "./record.mjs";
import { checkVectors } from "./vectors.mjs";
import { Refusal } from "./text.mjs";

function report(name, action) {
  try {
    console.log(`good ${name}: ${action()}`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(`bad ${error.file ? join(name, error.file) : name} ${error.code} ${error.message}`);
    return false;
  }
}

function summary({ game, walk, aside, deals }) {
  const acts = walk.flatMap(({ chosen }) => chosen.filter(Boolean));
  const count = (kind) => acts.filter((act) => act.kind === kind).length;
  const openings = acts.reduce((sum, { value }) => sum + (value.opened?.length ?? 0), 0);
  const { position, chosen } = walk.at(-1), outcome = position.state?.outcome ?? null;
  const end = outcome !== null
    ? `finished, ${outcome.winner ?? "nobody"} wins by ${outcome.how}`
    : `waits for ${chosen.filter((act) => act === undefined).length} of ${chosen.length} answers`;
  const signed = walk.filter((step) => step.position.isSigned).map((step) => step.position.number);
  const confirmed = game.charter.referee === null ? "" : `; ${signed.length} states signed, confirmed up to ${signed.at(-1) ?? 0}`;
  const beside = Object.entries(aside).filter(([, number]) => number > 0).map(([what, number]) => `, ${number} ${what}`).join("");
  const dealt = deals.count === 0 ? "" : `, ${deals.count} deals (${deals.examined} examined)`;
  const { finding } = deals; // makes nothing wrong, and is told all the same
  const falseDeal = finding === null ? "" : `; FALSE DEAL ${finding.file} ${finding.code} ${finding.card} ${finding.message}`;
  return `${position.number} states, ${acts.length} acts, ${openings} openings, ${count("link")} links, ${count("audit")} audits${dealt}${beside}` +
    `${confirmed}; ${end}; state ${position.number} ${position.id}${falseDeal}`;
}

const [first, ...others] = process.argv.slice(2);
let good = true;
if (first === undefined || (first.startsWith("--") && others.length === 0)) {
  console.error("verify.mjs FOLDER...\nverify.mjs --vectors DIR\nverify.mjs --turnfiles FOLDER FILE...");
  process.exitCode = 2;
} else if (first === "--vectors") {
  const results = checkVectors(others[0]);
  for (const [name, expected, found] of results) {
    if (expected !== found) console.log(`differs ${name}: expected ${expected}, found ${found}`);
  }
  good = results.length > 0 && results.every(([, expected, found]) => expected === found);
  console.log(`${results.filter(([, expected, found]) => expected === found).length} of ${results.length} vectors agree`);
} else if (first === "--turnfiles") {
  let record;
  good = report(others[0], () => summary((record = verifyRecord(others[0]))));
  for (const file of good ? others.slice(1) : []) {
    good = report(file, () => {
      const { first: from, last, documents } = verifyTurnFile(file, record);
      return `${documents} documents of states ${from} to ${last}`;
    }) && good;
  }
} else {
  for (const folder of [first, ...others]) good = report(folder, () => summary(verifyRecord(folder))) && good;
}
if (!good) process.exitCode = 1;
