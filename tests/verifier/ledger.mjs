// The chain of states (sections 5 to 7), as far as it follows without the rules of the game.
//
// A ledger stands at one state. `act` checks an act that answers this state and says which place it fills. `advance`
// computes the next state from acts that lead on; what only the rules know (`public`, `due`, `outcome`, which slots are
// shut, which handles stay closed, which seats have a private draw) is taken from the stored state, each within the
// bounds that the specification gives. The stored state must then have the very text that was computed.

import { LIMITS, canonical, depth, refuse, same, valueLines } from "./text.mjs";
import { checkSignature, keyBytes, namespaceOf } from "./signature.mjs";
import { commitment, jointSeed, linkFollows, privateSeed } from "./hashes.mjs";

const differs = (message) => refuse("proof/state-differs", message);
const place = (seat, request) => `${seat} ${request}`;

/** Checks the charter (10, step 1) and gives what every later check needs of it. */
export function openCharter(document) {
  const charter = document.value;
  if (charter.referee !== null || charter.clock !== null) refuse("document/schema", "a referee or a clock is reserved");
  const keys = new Map(charter.seats.map((row) => [row.seat, keyBytes(row.key)]));
  if (new Set(charter.seats.map((row) => row.key)).size < keys.size) refuse("proof/unknown-key", "one key serves two seats");
  checkSignature(document.text, document.armor, keys.get(charter.proposer), namespaceOf("charter"));
  return { game: document.id, charter, keys, seats: [...keys.keys()], links: charter.links };
}

/** Section 6, step 1: an act of this game, of a seat of it, signed by that seat. */
export function checkSigner(game, document) {
  const { kind, value } = document;
  if (kind === "charter" || kind === "state") refuse("document/schema", `a ${kind} is no act`);
  if (value.game !== game.game) refuse("sequence/other-game", "it belongs to another game");
  if (!game.keys.has(value.seat)) refuse("proof/unknown-key", `the charter has no seat ${value.seat}`);
  checkSignature(document.text, document.armor, game.keys.get(value.seat), namespaceOf(kind));
}

export class Ledger {
  constructor(game) {
    this.game = game;
    this.number = 0;
    this.id = game.game;
    this.state = null; // the charter counts as state 0
    this.due = game.seats.map((seat) => ({ seat, request: "enrol", answer: "enrolment" }));
    this.committed = new Set(); // the places that the commitments of the step before filled
    this.answered = new Set(); // places that can never be due again
    this.labels = new Set(); // draws that were made
    this.drawn = []; // R (seat null) and K of the draws: whoever knows labels and pools can check them
    this.counts = { states: 0, acts: 0, openings: 0, draws: 0, private: 0 };
  }

  /** Checks one signed act against section 6 and gives its place in `due`, from 0. */
  act(document) {
    const { kind, value } = document;
    if (value.state !== this.id) {
      const when = value.number < this.number ? "stale" : value.number > this.number ? "ahead" : "diverged";
      refuse(`sequence/${when}`, `it does not answer state ${this.number} of this record`);
    }
    if (value.number !== this.number) refuse("sequence/not-due", "its number is not that of the state that it answers");
    if (this.due.length === 0) refuse("sequence/finished", "the game is over");
    const index = this.due.findIndex(
      (row) => row.seat === value.seat && row.request === value.request &&
        (kind === "resignation" ? row.answer !== "enrolment" : row.answer === kind),
    );
    if (index < 0) refuse("sequence/not-due", `no ${kind} is due from ${value.seat} for ${value.request}`);
    this[kind]?.(value, index);
    return index;
  }

  enrolment(act) {
    if (act.public === act.private) refuse("proof/link", "both chains have one tip");
  }

  commitment(act) {
    const slots = act.slots.map((row) => row.slot);
    if (new Set(slots).size < slots.length) refuse("document/schema", "a slot is sealed twice");
  }

  reveal(act) {
    if (!this.committed.has(place(act.seat, act.request))) return this.openHandles(act);
    const rows = this.state.sealed.filter((row) => row.seat === act.seat && row.request === act.request);
    if (rows.map((row) => row.slot).join() !== act.opened.map((row) => row.name).join()) {
      refuse("document/schema", "it does not open the slots that are due, in their order");
    }
    act.opened.forEach((opening, index) => this.open(opening, rows[index], act.seat, act.request));
  }

  order(act) {
    // 4.1: the outermost map counts as level 4; a block has 70 columns, a scalar 65 (a field is opened as a scalar)
    const scalars = Object.values(act.order).filter((value) => depth(value) === 0);
    const fits = depth(act.order) <= LIMITS.levels - 3 && valueLines(act.order).every((line) => line.length <= 70) &&
      scalars.every((value) => valueLines(value)[0].length <= 65);
    if (!fits) refuse("document/too-large", "the order exceeds the limits of a value");
    this.openHandles(act);
  }

  /** Opens rows of `handles`; which ones have to be opened only the rules know. */
  openHandles(act) {
    for (const opening of act.opened) {
      const row = this.state.handles.find((one) => one.name === opening.name);
      if (row?.seat !== act.seat) refuse("document/schema", `${opening.name} is no handle of ${act.seat}`);
      this.open(opening, row, act.seat, row.name.slice(row.name.indexOf(".") + 1, row.name.lastIndexOf(".")));
    }
  }

  open(opening, row, seat, request) {
    const hash = commitment(this.game.game, row.from, seat, request, row.slot, opening.value, opening.salt);
    if (hash !== row.hash) refuse("proof/opening", `${opening.name} is not what was sealed`);
  }

  link(act, index) {
    const row = this.chain(act.seat);
    const before = this.due.slice(0, index).filter((one) => one.seat === act.seat && one.answer === "link").length;
    if (act.index !== row.opened + 1 + before) refuse("proof/link", `link ${act.index} is not the next one`);
    this.follows(act, "public", row.opened, row.last, "proof/link");
  }

  audit(act) {
    const row = this.chain(act.seat);
    const seed = this.state.seeds.find((one) => one.label === act.label && one.seat === act.seat);
    if (seed?.index !== act.index) refuse("proof/audit", "it is for no private draw that waits");
    this.follows(act, "private", row.audits, row.past, "proof/audit");
  }

  follows(act, chain, lastIndex, last, code) {
    const { game, links } = this.game;
    if (act.index > links) refuse(code, "the chain has no such link");
    if (!linkFollows(game, act.seat, chain, act.index, act.link, lastIndex, last)) refuse(code, "the link does not continue its chain");
  }

  chain(seat) {
    return this.state.chains.find((row) => row.seat === seat);
  }

  /** Which step a complete choice is (5.2), or null while it does not lead on; `filled` maps places to documents. */
  step(filled) {
    const kinds = [...filled.values()].map((document) => document.kind);
    if (kinds.includes("resignation")) {
      if (kinds.some((kind) => kind !== "resignation")) refuse("sequence/not-due", "an act counts beside a resignation");
      const seats = new Set([...filled.values()].map((document) => document.value.seat));
      if (seats.size < filled.size) refuse("sequence/second-act", "one seat resigns twice");
      return "R";
    }
    if (filled.size === 0 || filled.size < this.due.length) return null;
    if (this.number === 0) return "E";
    return kinds.every((kind) => kind === "commitment") ? "S" : "N";
  }

  /** Goes on to the stored state, which must be the one that the acts lead to. */
  advance(step, filled, document) {
    const stored = document.value;
    const acts = [...filled.keys()].sort((a, b) => a - b).map((index) => filled.get(index));
    const next = {
      turnfile: 1, kind: "state", game: this.game.game, number: this.number + 1, prev: this.id,
      acts: acts.map((act) => act.id), public: stored.public,
      ...this[`after${step}`](acts.map((act) => act.value), stored),
      due: stored.due, outcome: stored.outcome,
    };
    // the fields stand in the order of the table, so this compares the stored file byte for byte
    if (canonical(next) !== document.bytes.toString("latin1")) {
      const field = Object.keys(next).find((name) => !same(next[name], stored[name]));
      differs(field ? `the field ${field} is not what the acts lead to` : "it is signed");
    }
    this.committed = new Set(step === "S" ? acts.map((act) => place(act.value.seat, act.value.request)) : []);
    if (step === "N") for (const act of acts) this.answered.add(place(act.value.seat, act.value.request));
    this.checkDue(stored, step);
    Object.assign(this, { number: next.number, id: document.id, state: stored, due: stored.due });
    this.counts.states += 1;
    this.counts.acts += acts.length;
    for (const act of acts) this.counts.openings += act.value.opened?.length ?? 0;
  }

  afterE(acts) {
    const tips = acts.flatMap((act) => [act.public, act.private]);
    if (new Set(tips).size < tips.length) refuse("proof/link", "two seats enrolled with a common tip");
    const chains = acts.map((act) => ({ seat: act.seat, opened: 0, last: act.public, audits: 0, past: act.private }));
    return { handles: [], sealed: [], seeds: [], chains };
  }

  afterS(acts, stored) {
    const before = this.state;
    const shut = new Set(stored.handles.map((row) => row.name));
    const handles = [...before.handles], sealed = [];
    for (const { seat, request, slots } of acts) {
      for (const { slot, hash } of slots) {
        const name = `${seat}.${request}.${slot}`;
        if (before.handles.some((row) => row.name === name)) differs(`the handle ${name} is there already`);
        if (shut.has(name)) handles.push({ name, seat, hash, from: this.id, slot });
        else sealed.push({ seat, request, slot, hash, from: this.id });
      }
    }
    if (sealed.length === 0) differs("every slot of the sealed decisions is shut");
    handles.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { public: before.public, handles, sealed, seeds: before.seeds, chains: before.chains };
  }

  afterR(acts, stored) {
    return { handles: this.kept(stored), sealed: [], seeds: this.state.seeds, chains: this.state.chains };
  }

  afterN(acts, stored) {
    const chains = this.state.chains.map((row) => {
      const deepest = (kind, index) =>
        acts.filter((act) => act.kind === kind && act.seat === row.seat && act.index > index)
          .reduce((best, act) => (best === null || act.index > best.index ? act : best), null);
      const link = deepest("link", row.opened), audit = deepest("audit", row.audits);
      return {
        seat: row.seat, opened: link?.index ?? row.opened, last: link?.link ?? row.last,
        audits: audit?.index ?? row.audits, past: audit?.link ?? row.past,
      };
    });
    return { handles: this.kept(stored), sealed: [], seeds: this.seeds(acts, chains, stored), chains };
  }

  /** Those rows of the handles before that the stored state still has. */
  kept(stored) {
    const names = new Set(stored.handles.map((row) => row.name));
    return this.state.handles.filter((row) => names.has(row.name));
  }

  /** The draws that these acts make, in the order of the requests, with R. */
  draws(acts) {
    const draws = new Map();
    for (const act of acts.filter((one) => one.kind === "link")) {
      if (!draws.has(act.request)) draws.set(act.request, { label: act.label, links: [] });
      const one = draws.get(act.request);
      if (one.label !== act.label) refuse("proof/link", `the seats name different draws for ${act.request}`);
      one.links.push([act.seat, act.index, act.link]);
    }
    for (const one of draws.values()) {
      if (this.labels.has(one.label)) refuse("proof/link", `the draw ${one.label} was made already`);
      this.labels.add(one.label);
      one.joint = jointSeed(this.game.game, one.label, one.links);
    }
    this.counts.draws += draws.size;
    return [...draws.values()];
  }

  /** `seeds` after N (5.3). Whose private draws there are, and which are till the close, is taken from the stored rows. */
  seeds(acts, chains, stored) {
    const { game, seats, links } = this.game;
    const half = Math.floor(links / 2);
    const audits = acts.filter((act) => act.kind === "audit");
    const auditOf = (row) => audits.find((act) => act.label === row.label && act.seat === row.seat);
    for (const row of this.state.seeds.filter(auditOf)) {
      const seed = privateSeed(game, row.seat, row.label, auditOf(row).link, row.hash);
      this.drawn.push({ label: row.label, seat: row.seat, seed });
      this.counts.private += 1;
    }
    const rows = this.state.seeds.filter((row) => !auditOf(row));
    for (const { label, joint } of this.draws(acts)) {
      this.drawn.push({ label, seat: null, seed: joint });
      for (const found of stored.seeds.filter((row) => row.label === label && seats.includes(row.seat))) {
        const used = rows.filter((row) => row.seat === found.seat).map((row) => row.index);
        const usual = used.filter((index) => index <= half), deep = used.filter((index) => index > half);
        const next = 1 + (usual.length > 0 ? Math.max(...usual) : chains.find((row) => row.seat === found.seat).audits);
        const close = deep.length > 0 ? Math.min(...deep) - 1 : links;
        if (found.index !== next && found.index !== close) differs(`the seed ${label} of ${found.seat} uses another link`);
        rows.push({ label, hash: joint, seat: found.seat, index: found.index });
      }
    }
    const order = (row) => seats.indexOf(row.seat);
    return rows.sort((a, b) => (a.label === b.label ? order(a) - order(b) : a.label < b.label ? -1 : 1));
  }

  /** What 5.1, 5.2 and 5.4 say of `due` and `outcome`, whatever the game is. */
  checkDue({ due, outcome }, step) {
    const { seats } = this.game;
    if ((outcome === null) !== due.length > 0) differs("there is an outcome while something is due, or none at the end");
    const order = due.map((row) => seats.indexOf(row.seat));
    if (order.some((at, index) => at < 0 || at < order[index - 1])) differs("due is not in the order of the seats");
    if (new Set(due.map((row) => place(row.seat, row.request))).size < due.length) differs("a place is due twice");
    const commitments = due.filter((row) => row.answer === "commitment").length;
    if (commitments > 0 && (step === "S" || commitments < due.length)) differs("commitments are due beside something else");
    const reveals = new Set(due.filter((row) => row.answer === "reveal").map((row) => place(row.seat, row.request)));
    for (const one of this.committed) if (!reveals.has(one)) differs(`no reveal is due for the commitment of ${one}`);
    if (due.some((row) => this.answered.has(place(row.seat, row.request)))) differs("a request is due again");
    const draws = seats.map((seat) =>
      due.filter((row) => row.seat === seat && row.answer === "link").map((row) => row.request).join(" "));
    if (new Set(draws).size > 1) differs("a draw is not due from all seats");
  }
}
