// A record (sections 9 and 10): the names in the folder, the walk through its states, and what stands aside.

import { lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ACT_KINDS, readDocument, readStream } from "./documents.mjs";
import { Ledger, checkSigner, openCharter } from "./ledger.mjs";
import { LIMITS, Refusal, refuse } from "./text.mjs";

const KINDS = ACT_KINDS.join("|");
const NAME = new RegExp(`^(\\d{4,})-(?:state|([1-9]\\d*)-(${KINDS})-([a-z][a-z0-9_]{0,15}))\\.yaml$`);
const ASIDE = new RegExp(`^(refused-)?(\\d{4,})-(${KINDS})-([a-z][a-z0-9_]{0,15})-([0-9a-f]{16})\\.yaml$`);
const digits = (number) => String(number).padStart(4, "0");

/** Adds the file to a refusal, so that the one line of the report names it. */
function within(file, action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof Refusal) error.file ??= file;
    throw error;
  }
}

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
    within(`record/${name}`, () => {
      const [, number, index, kind, seat] = NAME.exec(name) ?? refuse("transport/disk", "this is no name of a record");
      if (digits(Number(number)) !== number) refuse("transport/disk", "its number has needless zeros");
      if (kind !== undefined) at(Number(number)).acts.push({ name, index: Number(index), kind, seat });
      else if (Number(number) === 0) refuse("transport/disk", "state 0 is the charter");
      else at(Number(number)).state = name;
    });
  }
  for (const step of steps.values()) step.acts.sort((a, b) => a.index - b.index);
  return steps;
}

const document = (folder, name) => within(name, () => readDocument(readBytes(join(folder, name), LIMITS.document)));

/** The acts of one state that count, by place. */
function readActs(folder, game, ledger, rows) {
  const filled = new Map();
  for (const row of rows) {
    const name = `record/${row.name}`;
    within(name, () => {
      const act = document(folder, name);
      checkSigner(game, act);
      const index = ledger.act(act);
      if (act.kind !== row.kind || act.value.seat !== row.seat || index + 1 !== row.index) {
        refuse("transport/disk", "its name is not that of its content");
      }
      if (filled.has(index)) refuse("sequence/second-act", "the place is filled already");
      filled.set(index, act);
      ledger.step(filled); // refuses an act beside a resignation at the file that is too many
    });
  }
  return filled;
}

/** Verifies a folder; gives the counts, the last state, its outcome or dues, and the walk. */
export function verifyRecord(folder) {
  if (!names(folder).includes("charter.yaml")) refuse("sequence/no-game", "the folder holds no charter");
  const charter = document(folder, "charter.yaml");
  const game = within("charter.yaml", () => {
    if (charter.kind !== "charter") refuse("document/schema", "this is no charter");
    return openCharter(charter);
  });
  const steps = readNames(folder);
  const ledger = new Ledger(game);
  const walk = [];
  for (;;) {
    const filled = readActs(folder, game, ledger, steps.get(ledger.number)?.acts ?? []);
    walk.push({ number: ledger.number, id: ledger.id, due: ledger.due, acts: filled });
    steps.delete(ledger.number);
    const step = ledger.step(filled);
    if (step === null) break;
    const name = `record/${digits(ledger.number + 1)}-state.yaml`;
    within(name, () => {
      if (!steps.get(ledger.number + 1)?.state) refuse("sequence/ahead", "the state is missing");
      const state = document(folder, name);
      if (state.kind !== "state") refuse("document/schema", "this is no state");
      ledger.advance(step, filled, state);
    });
  }
  for (const number of [...steps.keys()].sort((a, b) => a - b)) {
    const { acts, state } = steps.get(number);
    within(`record/${state ?? acts[0].name}`, () => refuse("sequence/ahead", `the record does not lead to state ${number}`));
  }
  const aside = verifyAside(folder, game, walk);
  return { charter, game, ledger, walk, aside };
}

// --- what stands aside (10, step 5) ----------------------------------------------------------------------------------

/** Acts of `inbox/` and `proofs/` are signed; as far as it can be told without rules, no other branch counts. */
function verifyAside(folder, game, walk) {
  const proofs = [];
  let inbox = 0, refused = 0;
  for (const place of ["proofs", "inbox"]) {
    for (const name of names(join(folder, place))) {
      const match = ASIDE.exec(name);
      if (match === null) continue; // no part of the record
      if (match[1] !== undefined) {
        refused += 1;
        continue;
      }
      within(`${place}/${name}`, () => {
        const act = document(folder, `${place}/${name}`);
        checkSigner(game, act);
        if (place === "inbox") inbox += 1;
        else proofs.push({ act, file: `${place}/${name}` });
      });
    }
  }
  return { proofs: proofs.length, inbox, refused, undecided: findFork(proofs, walk) };
}

/**
 * Conflicts (7.2) between `proofs/` and the record: at each state the acts that count, chosen from all, must be those of
 * the record. An act that answers a state off the record shows that another branch was played on; only the rules can
 * compute that branch, so then nothing is decided. Gives the number of such acts.
 */
function findFork(proofs, walk) {
  const states = new Set(walk.map((step) => step.id));
  const undecided = proofs.filter(({ act }) => !states.has(act.value.state)).length;
  if (undecided > 0) return undecided;
  for (const step of walk) {
    const beside = proofs.filter(({ act }) => act.value.state === step.id);
    if (beside.length === 0) continue;
    const chosen = step.due.map((row) => {
      const fits = ({ act: { kind, value } }) => value.seat === row.seat && value.request === row.request &&
        (kind === row.answer || (kind === "resignation" && row.answer !== "enrolment"));
      const others = beside.filter(fits).map(({ act }) => act);
      const own = step.acts.get(step.due.indexOf(row));
      if (own === undefined) return smallest(others);
      // rule (a) can speak for the acts of the record alone, since no act is on any other branch
      const isAnswered = [...walk.flatMap((one) => [...one.acts.values()]), ...proofs.map(({ act }) => act)]
        .some((act) => act.value.number > step.number && act.value.seat !== row.seat);
      return isAnswered ? own : smallest([own, ...others]);
    });
    const counting = leadingOn(chosen);
    const stored = step === walk.at(-1) ? [] : [...step.acts.values()];
    if (counting.map((act) => act.id).sort().join() !== stored.map((act) => act.id).sort().join()) {
      within(beside[0].file, () => refuse("proof/fork", `with it other acts count at state ${step.number}`));
    }
  }
  return 0;
}

const smallest = (acts) => acts.reduce((best, act) => (best && best.id < act.id ? best : act), undefined);

/** The acts of a choice (one or undefined for each due row) that lead on (7.1); none while it waits. */
function leadingOn(chosen) {
  const acts = chosen.filter((act) => act !== undefined);
  const resigned = acts.filter((act) => act.kind === "resignation");
  if (resigned.length === 0) return acts.length === chosen.length ? acts : [];
  return resigned.filter((act, index) => resigned.findIndex((one) => one.value.seat === act.value.seat) === index);
}

// --- turn files (section 8) ------------------------------------------------------------------------------------------

/**
 * Compares turn files with a verified record: each holds the charter if it begins at state 0, then every act that
 * counts, state by state in the order of `due`; only at the last state some may be missing. Gives the number of acts.
 */
export function verifyTurnFile(path, record) {
  const { documents, refusal } = readStream(readBytes(path, LIMITS.stream));
  if (refusal !== null) throw refusal;
  const acts = documents[0].kind === "charter" ? documents.slice(1) : documents;
  const first = acts[0]?.value.number ?? 0;
  if ((acts.length < documents.length) !== (first === 0)) refuse("sequence/not-due", "the charter goes with state 0, and only with it");
  if (acts.length < documents.length && documents[0].id !== record.charter.id) refuse("sequence/other-game", "another charter");
  let next = 0;
  for (const step of record.walk.slice(first)) {
    const indices = [...step.acts.keys()].sort((a, b) => a - b);
    for (const index of indices) {
      const wanted = step.acts.get(index);
      if (acts[next]?.id === wanted.id) {
        if (!acts[next].bytes.equals(wanted.bytes)) refuse("proof/signature", "another signature than in the record");
        next += 1;
      } else if (acts.slice(next).some((act) => act.value.number !== step.number)) {
        refuse("sequence/not-due", `act ${next + 1} is not the next one of the record`);
      }
    }
    if (next === acts.length) return { first, last: acts.at(-1)?.value.number ?? 0, acts: next };
  }
  return refuse("sequence/not-due", `act ${next + 1} is none of the record`);
}
