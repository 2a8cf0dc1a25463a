// Which acts count (section 7.2) and forks of the referee (7.4), as far as it can be told without the rules of the game.
//
// The tree holds the states of the record and those states in `proofs/` whose state before and acts are at hand. Other
// states off the record only the rules could compute; if something rests on one of them, nothing is decided.

import { Refusal, refuse, within } from "./text.mjs";

export class Branches {
  /**
   * `walk` lists the positions of the record with its acts (`chosen`, one or undefined for each due row), `aside` the
   * signed documents of `proofs/`, each with its `file`.
   */
  constructor(walk, aside) {
    this.walk = walk.map(({ position }) => position);
    this.positions = new Map(this.walk.map((position) => [position.id, position]));
    this.acts = aside.filter(({ kind }) => kind !== "state");
    this.undecided = 0;
    const known = new Map([...walk.flatMap(({ chosen }) => chosen.filter(Boolean)), ...this.acts].map((act) => [act.id, act]));
    const states = aside.filter(({ kind }) => kind === "state").sort((a, b) => a.value.number - b.value.number);
    for (const state of states) this.addState(state, known);
    // position id -> for each due row the acts that fit it
    this.candidates = new Map([...this.positions.values()].map((position) => [position.id, position.due.map(() => [])]));
    for (const { position, chosen } of walk) chosen.forEach((act, index) => act && this.candidates.get(position.id)[index].push(act));
    for (const act of this.acts) this.addAct(act);
    this.trace();
  }

  /** A signed state (7.4): confirmed, false, or one that cannot be placed. */
  addState(document, known) {
    const there = this.positions.get(document.id), before = this.positions.get(document.value.prev);
    const acts = document.value.acts.map((id) => known.get(id));
    if (there !== undefined) there.isSigned = true;
    else if (before === undefined || acts.includes(undefined)) this.undecided += 1;
    else this.positions.set(document.id, within(document.file, () => follow(before, acts, document)));
  }

  /** An act that does not fit its state fills nothing. */
  addAct(act) {
    const position = this.positions.get(act.value.state);
    if (position === undefined) this.undecided += 1;
    else {
      const index = attempt(() => position.fits(act));
      const rivals = this.candidates.get(position.id)[index];
      if (rivals?.every((one) => one.id !== act.id)) rivals.push(act);
    }
  }

  /** Notes for each act that led to a state which seats have signed on its branch, and whether the referee has. */
  trace() {
    this.seats = new Map();
    this.confirmed = new Set();
    for (const position of this.positions.values()) {
      const signers = this.candidates.get(position.id).flat().map((act) => act.value.seat);
      for (let at = position; at !== null; at = at.parent) {
        for (const { id } of at.acts) {
          this.seats.set(id, new Set([...(this.seats.get(id) ?? []), ...signers]));
          if (position.isSigned) this.confirmed.add(id);
        }
      }
    }
  }

  /** Those acts on whose branches the most other seats have signed, by rule (a); the referee is no seat. */
  mostAnswered(acts) {
    const seats = (act) => [...(this.seats.get(act.id) ?? [])].filter((seat) => seat !== act.value.seat && seat !== "referee");
    const most = Math.max(...acts.map((act) => seats(act).length));
    return acts.filter((act) => seats(act).length === most);
  }

  /** The acts that count at a position, one or undefined for each due row (7.2). */
  counting(position) {
    return this.candidates.get(position.id).map((acts) => {
      if (acts.length === 0) return undefined;
      const equals = this.mostAnswered(acts);
      const judged = equals.filter((act) => this.confirmed.has(act.id) && act.value.seat !== "referee");
      return only(equals) ?? only(judged) ?? equals.reduce((best, act) => (best.id < act.id ? best : act));
    });
  }

  /** The record must be the branch that counts, and the referee must have signed one history. */
  check() {
    if (this.undecided > 0) return;
    this.walk.forEach((position, at) => {
      const counting = position.leadingOn(this.counting(position));
      if (ids(counting) !== ids(this.walk[at + 1]?.acts ?? [])) refuse("proof/fork", `other acts count at state ${position.number}`);
    });
    const signed = [...this.positions.values()].filter((position) => position.isSigned);
    const off = signed.filter((position) => !this.walk.includes(position));
    for (const one of off) for (const other of signed) this.checkFork(one, other);
  }

  /**
   * Two signed states on two ways from one state of the record are a fork, unless rule (a) chose one of the ways, or one
   * holds the resignations of the other and a later one.
   */
  checkFork(one, other) {
    const [ways, others] = [way(one), way(other)];
    const at = ways.findIndex((position, index) => position !== others[index]);
    if (at < 0 || others[at] === undefined || this.walk[at - 1] !== ways[at - 1]) return;
    const [acts, rivals] = [ways[at].acts, others[at].acts].sort((a, b) => a.length - b.length);
    if (rivals.every((act) => act.kind === "resignation") && acts.every(({ id }) => rivals.some((act) => act.id === id))) return;
    const decides = this.candidates.get(ways[at - 1].id).some((acts) => {
      const answered = only(this.mostAnswered(acts));
      return ways[at].acts.includes(answered) !== others[at].acts.includes(answered);
    });
    if (!decides) refuse("proof/fork", `the referee signed ${one.id} and ${other.id}`);
  }
}

const only = (acts) => (acts.length === 1 ? acts[0] : undefined);
const ids = (acts) => acts.map((act) => act.id).join();

/** The positions from the charter to this one. */
const way = (position) => (position === null ? [] : [...way(position.parent), position]);

function attempt(action) {
  try {
    return action();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function follow(before, acts, document) {
  const chosen = before.due.map(() => undefined);
  return attempt(() => {
    for (const act of acts) chosen[before.fits(act)] = act;
    return ids(before.leadingOn(chosen)) === ids(acts) ? before.next(acts, document) : undefined;
  }) ?? refuse("proof/state-differs", `the acts after state ${before.number} do not lead to it`);
}
