// A record (sections 9 and 10): the names in the folder, the walk through its states, and what stands aside.

import { lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Branches } from "./branches.mjs";
import { checkDeals } from "./deals.mjs";
import { ACT_KINDS, readDocument, readStream } from "./documents.mjs";
import { Position, checkSeal, checkSigner, hasDealer, openCharter } from "./ledger.mjs";
import { LIMITS, Refusal, refuse, within } from "./text.mjs";

const KINDS = ACT_KINDS.join("|");
const NAME = new RegExp(`^(\\d{4}|[1-9]\\d{4,})-(?:state|([1-9]\\d*)-(${KINDS})-([a-z][a-z0-9_]{0,15}))\\.yaml$`);
const ASIDE = new RegExp(`^(refused-)?\\d{4,}-(?:state|${KINDS})-[a-z][a-z0-9_]{0,15}-[0-9a-f]{16}\\.yaml$`);
const digits = (number) => String(number).padStart(4, "0");

function readBytes(path, most) {
  let stat;
  try {
    stat = lstatSync(path);
    if (stat.isFile() && stat.size <= most) return readFileSync(path);
  } catch (error) {
    refuse("transport/read", `the file cannot be read (${error.code})`);
  }
  return stat.isFile() ? refuse("document/too-large", `longer than ${most} bytes`) : refuse("transport/disk", "this is no file");
}

function names(folder) {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    return error.code === "ENOENT" ? [] : refuse("transport/read", `the folder cannot be read (${error.code})`);
  }
}

/** The names in `record/`: by number of the state its acts by place, and whether the state stands there. */
function readNames(folder) {
  const steps = new Map();
  const at = (number) => steps.get(number) ?? steps.set(number, { acts: [], state: null }).get(number);
  for (const name of names(join(folder, "record"))) {
    const [, number, index, kind, seat] = NAME.exec(name) ?? [];
    if (number === undefined || (kind === undefined && Number(number) === 0)) {
      within(`record/${name}`, () => refuse("document/unreadable", "this is no name of a record"));
    }
    if (kind === undefined) at(Number(number)).state = name;
    else at(Number(number)).acts.push({ name, index: Number(index), kind, seat });
  }
  for (const step of steps.values()) step.acts.sort((a, b) => a.index - b.index);
  return steps;
}

const document = (folder, name) => within(name, () => readDocument(readBytes(join(folder, name), LIMITS.document)));

/** The acts of one state that count: one or undefined for each due row. */
function readActs(folder, position, rows) {
  const chosen = position.due.map(() => undefined);
  for (const row of rows) {
    const name = `record/${row.name}`;
    within(name, () => {
      const act = document(folder, name);
      if (act.kind === "state") refuse("document/schema", "a state is no act");
      checkSigner(position.game, act);
      const index = position.fits(act);
      if (act.kind !== row.kind || act.value.seat !== row.seat || index + 1 !== row.index) {
        refuse("sequence/not-due", "its name is not that of its content");
      }
      if (chosen[index] !== undefined) refuse("sequence/second-act", "the place is filled already");
      chosen[index] = Object.assign(act, { file: name });
      const resigns = chosen.some((one) => one?.kind === "resignation");
      if (resigns && position.leadingOn(chosen).length < chosen.filter(Boolean).length) {
        refuse("sequence/not-due", "beside a resignation it does not count");
      }
    });
  }
  return chosen;
}

/** The stored state that acts lead to: the same text, and the referee's signature where it stands. */
function readState(folder, position, acts, name) {
  return within(name, () => {
    let state;
    try {
      state = document(folder, name);
      if (state.kind !== "state") refuse("document/schema", "this is no state");
      if (state.armor !== null && position.game.charter.referee === null) refuse("document/schema", "there is no referee to sign it");
    } catch (error) {
      if (error instanceof Refusal && error.code.startsWith("document/")) refuse("proof/state-differs", error.message);
      throw error;
    }
    const next = position.next(acts, state);
    if (next.isSigned) checkSigner(position.game, state);
    return { position: next, document: state };
  });
}

/** Verifies a folder; gives the walk (each position, its stored document and acts), what stands aside, and the deals. */
export function verifyRecord(folder) {
  if (!names(folder).includes("charter.yaml")) refuse("sequence/no-game", "the folder holds no charter");
  const charter = document(folder, "charter.yaml");
  const game = within("charter.yaml", () => {
    if (charter.kind !== "charter") refuse("document/schema", "this is no charter");
    return openCharter(charter);
  });
  const steps = readNames(folder);
  const walk = [];
  let isDealt = false;
  for (let step = { position: Position.first(game), document: charter }; step !== null; ) {
    const { position } = step, { number } = position;
    const chosen = readActs(folder, position, steps.get(number)?.acts ?? []);
    walk.push({ ...step, chosen });
    steps.delete(number);
    const acts = position.leadingOn(chosen), name = `record/${digits(number + 1)}-state.yaml`;
    if (acts.length > 0 && !steps.get(number + 1)?.state) within(name, () => refuse("sequence/ahead", "the state is missing"));
    step = acts.length > 0 ? readState(folder, position, acts, name) : null;
    if (!isDealt && step !== null && hasDealer(step.document.value)) {
      isDealt = true; // which only now is known without the rules
      for (const act of walk[0].chosen) within(act.file, () => checkSeal(act));
    }
  }
  for (const number of [...steps.keys()].sort((a, b) => a - b)) {
    const { acts, state } = steps.get(number);
    const isOver = walk.at(-1).position.due.length === 0;
    within(`record/${state ?? acts[0].name}`, () =>
      refuse(isOver ? "sequence/finished" : "sequence/ahead", `the record does not lead to state ${number}`));
  }
  const aside = verifyAside(folder, game, walk);
  return { game, walk, aside, deals: checkDeals(game, walk) };
}

/** What lies in `proofs/` and `inbox/` is signed (10, step 5), and with it the record is the branch that counts. */
function verifyAside(folder, game, walk) {
  const read = (place) => names(join(folder, place)).map((name) => [`${place}/${name}`, ASIDE.exec(name)])
    .filter(([, match]) => match !== null && match[1] === undefined) // others are no part of the record
    .map(([file]) => within(file, () => {
      const found = { ...document(folder, file), file };
      checkSigner(game, found);
      return found;
    }));
  const proofs = read("proofs"), inbox = read("inbox");
  const branches = new Branches(walk, proofs);
  if (proofs.length > 0) within("proofs", () => branches.check());
  return { proofs: proofs.length, inbox: inbox.length, undecided: branches.undecided };
}

// --- turn files (section 8) ------------------------------------------------------------------------------------------

/**
 * Compares a turn file with a verified record: the charter if it begins at state 0; then, state by state, the state if
 * the referee signed it (he may have signed later), and the acts that count in the order of `due`; only at the last
 * state acts may be missing. Gives the numbers of the states where it begins and ends and the count of documents.
 */
export function verifyTurnFile(path, { game, walk }) {
  const { documents, refusal } = readStream(readBytes(path, LIMITS.stream));
  if (refusal !== null) throw refusal;
  const found = documents.filter(({ kind, armor }) => kind !== "state" || armor !== null); // others are ignored
  const numbers = found.map((one) => one.value.number ?? 0);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const wanted = walk.slice(first).flatMap(({ position, document: state, chosen }) => [
    { document: state, isOptional: position.number > 0 },
    ...chosen.filter(Boolean).map((act) => ({ document: act, isOptional: position.number >= last })),
  ]);
  let next = 0;
  for (const one of wanted) {
    if (found[next]?.id === one.document.id) checkSame(game, found[next++], one.document);
    else if (!one.isOptional) refuse("sequence/not-due", `document ${next + 1} is not the next one of the record`);
  }
  if (next < found.length) refuse("sequence/not-due", `document ${next + 1} is none of the record, or not in its place`);
  return { first, last, documents: next };
}

/** One text may have several signatures (1.3). */
function checkSame(game, found, stored) {
  if (found.bytes.equals(stored.bytes)) return;
  if (found.kind === "charter") openCharter(found);
  else checkSigner(game, found);
}
