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

function summary({ ledger, aside, walk }) {
  const { states, openings, draws, private: audited } = ledger.counts;
  const waiting = [...walk.at(-1).acts.values()].length;
  const end = ledger.state?.outcome
    ? `finished, ${ledger.state.outcome.winner ?? "nobody"} wins by ${ledger.state.outcome.how}`
    : `waits for ${ledger.due.length - waiting} of ${ledger.due.length} answers`;
  const beside = Object.entries(aside).filter(([, count]) => count > 0).map(([what, count]) => `, ${count} ${what}`).join("");
  return `${states} states, ${ledger.counts.acts + waiting} acts, ${openings} openings, ${draws} draws, ${audited} audits${beside}; ${end}; ` +
    `state ${ledger.number} ${ledger.id}`;
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
      const { first: from, last, acts } = verifyTurnFile(file, record);
      return `${acts} acts of states ${from} to ${last}`;
    }) && good;
  }
} else {
  for (const folder of [first, ...others]) good = report(folder, () => summary(verifyRecord(folder))) && good;
}
if (!good) process.exitCode = 1;
