// The chain of states (sections 5 and 6), as far as it follows without the rules of the game.
//
// A position is one state and what can be told from the way to it. `fits` checks an act that answers it and says which
// place it fills. `next` computes the state that acts lead to; what only the rules know (`public`, `due`, `outcome`,
// which slots are shut, which handles stay closed, which seats have a private draw, what is dealt to whom) is taken from the stored state,
// each within the bounds that the specification gives. The stored state must then have the very text that was computed.

import { LIMITS, canonical, depth, refuse, same, valueLines } from "./text.mjs";
import { checkSignature, keyBytes, namespaceOf } from "./signature.mjs";
import { sealBytes } from "./envelope.mjs";
import { commitment, jointSeed, linkFollows } from "./hashes.mjs";

const REFEREE = "referee";
const differs = (message) => refuse("proof/state-differs", message);
const place = (seat, request) => `${seat} ${request}`;
const isLink = (act) => act.kind === "link";
const SLOT = /^[a-z_][a-z0-9_]{0,15}$/;
const byName = (a, b) => (a.name < b.name ? -1 : 1);

/** A handle is taken apart at its first and its last dot (3.1). */
export function handleParts(name) {
  const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
  return { seat: name.slice(0, first), request: name.slice(first + 1, last), slot: name.slice(last + 1) };
}

/** Checks the charter (10, step 1) and gives what every later check needs of it; `signers` are the seats, then the referee. */
export function openCharter(document) {
  const charter = document.value;
  if (charter.clock !== null) refuse("sequence/other-rules", "a clock is for later programs");
  const rows = charter.referee === null ? charter.seats : [...charter.seats, { seat: REFEREE, key: charter.referee.key }];
  const keys = new Map(rows.map((row) => [row.seat, keyBytes(row.key)]));
  if (new Set(rows.map((row) => row.key)).size < keys.size) refuse("proof/unknown-key", "one key serves two");
  checkSignature(document.text, document.armor, keys.get(charter.proposer), namespaceOf("charter"));
  return { game: document.id, charter, keys, seats: charter.seats.map((row) => row.seat), signers: [...keys.keys()], links: charter.links };
}

/** An act (6, step 1) or a signed state (7.4, step 1) of this game, by a signer of it. */
export function checkSigner(game, document) {
  const { kind, value, armor } = document;
  if (kind === "charter") refuse("document/schema", "a charter is no act");
  if (armor === null) refuse("document/unreadable", "there is no signature");
  if (value.game !== game.game) refuse("sequence/other-game", "it belongs to another game");
  const signer = kind === "state" ? REFEREE : value.seat;
  if (!game.keys.has(signer)) refuse("proof/unknown-key", `the charter has no ${signer}`);
  checkSignature(document.text, armor, game.keys.get(signer), namespaceOf(kind));
}

/** Whether a state shows that its game has a dealer: only as one the referee has a private draw. */
export const hasDealer = (state) => state.seeds.some((row) => row.seat === REFEREE);

/** What 3.2 asks of an enrolment in a game with a dealer. */
export function checkSeal({ value }) {
  if (value.seat === REFEREE) return;
  if (value.seal === null) refuse("document/schema", "it names no key to deal to");
  if (sealBytes(value.seal) === null) refuse("proof/weak-key", "nothing can be sealed for this key");
}

export class Position {
  constructor(game, fields) {
    Object.assign(this, { game, parent: null, acts: [], isSigned: false, ...fields });
  }

  /** The charter counts as state 0. */
  static first(game) {
    const due = game.signers.map((seat) => ({ seat, request: "enrol", answer: "enrolment" }));
    // `committed`: places that the commitments of the step before filled; `answered`: places that are never due again
    return new Position(game, { number: 0, id: game.game, state: null, due, committed: new Set(), answered: new Set(), labels: new Set() });
  }

  // --- which act fits (6) --------------------------------------------------------------------------------------------

  /** Checks an act that is signed and gives its place in `due`, from 0. */
  fits({ kind, value }) {
    if (value.number !== this.number) refuse("sequence/not-due", `it answers no state ${this.number}`);
    if (value.state !== this.id) refuse("sequence/diverged", `it answers another state ${this.number}`);
    const index = this.due.findIndex((row) => row.seat === value.seat && row.request === value.request &&
      (kind === "resignation" ? row.answer !== "enrolment" && row.seat !== REFEREE : row.answer === kind));
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
    const slots = act.opened.slice(0, rows.length);
    if (rows.map((row) => row.slot).join() !== slots.map((row) => row.name).join()) {
      refuse("document/schema", "it does not open the slots that are due, in their order");
    }
    slots.forEach((opening, index) => this.open(opening, rows[index], act.seat, act.request));
    this.openHandles({ ...act, opened: act.opened.slice(rows.length) });
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
    if (new Set(act.opened.map((one) => one.name)).size < act.opened.length) refuse("document/schema", "a handle is opened twice");
    for (const opening of act.opened) {
      const row = this.state.handles.find((one) => one.name === opening.name);
      if (row?.seat !== act.seat) refuse("document/schema", `${opening.name} is no handle of ${act.seat}`);
      const { seat, request } = handleParts(row.name); // the seat is `referee` for a dealt card, whoever owns it
      this.open(opening, row, seat, request);
    }
  }

  /** Which cards have to be dealt, and to whom, only the rules know. */
  deal(act) {
    if (!this.state.seeds.some((row) => row.seat === REFEREE && row.label === act.label)) {
      refuse("document/schema", `the referee has no private draw ${act.label} that waits`);
    }
    for (const { name, seat } of act.cards) {
      const parts = handleParts(name);
      if (parts.seat !== REFEREE || parts.request !== act.request || !SLOT.test(parts.slot)) {
        refuse("document/schema", `${name} is no card of the deal ${act.request}`);
      }
      if (!this.game.seats.includes(seat)) refuse("document/schema", `${name} is dealt to no seat`);
    }
    if (new Set(act.cards.map((card) => card.name)).size < act.cards.length) refuse("document/schema", "a card is dealt twice");
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
    if (act.index > links || act.index <= lastIndex) refuse(code, `link ${act.index} cannot come after link ${lastIndex} of ${links}`);
    if (!linkFollows(game, act.seat, chain, act.index, act.link, lastIndex, last)) refuse(code, "the link does not continue its chain");
  }

  chain(seat) {
    return this.state.chains.find((row) => row.seat === seat);
  }

  // --- the next state (5.2, 5.3, 7.1) --------------------------------------------------------------------------------

  /** The acts of a choice (one or undefined for each due row) that lead on, in the order of `due`; none while it waits. */
  leadingOn(chosen) {
    const acts = chosen.filter((act) => act !== undefined);
    const resigned = acts.filter((act) => act.kind === "resignation");
    const isFirst = (act) => act === resigned.find((one) => one.value.seat === act.value.seat);
    if (resigned.length > 0) return resigned.filter(isFirst);
    if (acts.length < this.due.length) return [];
    if (this.number > 0) return acts;
    const tips = acts.flatMap(({ value }) => [value.public, value.private]);
    return new Set(tips).size < tips.length ? [] : acts;
  }

  /** The position after acts that lead on; the stored state must be the one that they lead to. */
  next(acts, document) {
    const stored = document.value;
    const all = (kind) => acts.every((act) => act.kind === kind);
    const step = all("enrolment") ? "E" : all("resignation") ? "R" : all("commitment") ? "S" : "N";
    const values = acts.map((act) => act.value);
    const draws = this.draws(values);
    const next = {
      turnfile: 1, kind: "state", game: this.game.game, number: this.number + 1, prev: this.id,
      acts: acts.map((act) => act.id), public: stored.public,
      ...this[`after${step}`](values, stored, draws),
      due: stored.due, outcome: stored.outcome,
    };
    // the fields stand in the order of the table, so this compares the stored text byte for byte
    if (canonical(next) !== document.text) {
      differs(`the field ${Object.keys(next).find((name) => !same(next[name], stored[name]))} is not what the acts lead to`);
    }
    const places = values.map((act) => place(act.seat, act.request));
    const committed = new Set(step === "S" ? places : []);
    const answered = new Set([...this.answered, ...(step === "N" ? places : [])]);
    this.checkDue(stored, values, committed, answered);
    return new Position(this.game, {
      parent: this, number: next.number, id: document.id, state: stored, due: stored.due, acts, isSigned: document.armor !== null,
      committed, answered, labels: new Set([...this.labels, ...draws.map((one) => one.label)]),
    });
  }

  afterE(acts) {
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
      if (!sealed.some((row) => row.seat === seat && row.request === request)) differs(`every slot of ${seat} for ${request} is shut`);
    }
    handles.sort(byName);
    return { public: before.public, handles, sealed, seeds: before.seeds, chains: before.chains };
  }

  afterR(acts, stored) {
    return { handles: this.kept(stored), sealed: [], seeds: this.state.seeds, chains: this.state.chains };
  }

  afterN(acts, stored, draws) {
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
    const handles = [...this.kept(stored), ...this.dealt(acts, stored)].sort(byName);
    return { handles, sealed: [], seeds: this.seeds(acts, draws, chains, stored), chains };
  }

  /** Those rows of the handles before that the stored state still has. */
  kept(stored) {
    const names = new Set(stored.handles.map((row) => row.name));
    return this.state.handles.filter((row) => names.has(row.name));
  }

  /** Rows for those cards dealt in this step that the stored state has. */
  dealt(acts, stored) {
    const names = new Set(stored.handles.map((row) => row.name));
    return acts.filter((act) => act.kind === "deal").flatMap((act) => act.cards).filter((card) => names.has(card.name))
      .map(({ name, seat, hash }) => ({ name, seat, hash, from: this.id, slot: handleParts(name).slot }));
  }

  /** The draws that these acts make, with R, in the order of the requests: the last signer has a link in every draw. */
  draws(acts) {
    const links = acts.filter(isLink), labels = new Set(this.labels);
    return links.filter((act) => act.seat === this.game.signers.at(-1)).map(({ request, label }) => {
      const own = links.filter((act) => act.request === request);
      if (own.some((act) => act.label !== label)) refuse("proof/link", `the links for ${request} name different draws`);
      if (labels.has(label)) refuse("proof/link", `the draw ${label} was made already`);
      labels.add(label);
      return { label, joint: jointSeed(this.game.game, label, own.map((act) => [act.seat, act.index, act.link])) };
    });
  }

  /** `seeds` after N (5.3). Whose private draws there are, and which are till the close, is taken from the stored rows. */
  seeds(acts, draws, chains, stored) {
    const { signers, links } = this.game;
    const half = Math.floor(links / 2);
    const isAudited = (row) => acts.some((act) => act.kind === "audit" && act.label === row.label && act.seat === row.seat);
    const rows = this.state.seeds.filter((row) => !isAudited(row));
    for (const { label, joint } of draws) {
      for (const seat of signers) {
        const found = stored.seeds.find((row) => row.label === label && row.seat === seat);
        if (found === undefined) continue;
        const used = rows.filter((row) => row.seat === seat).map((row) => row.index);
        const usual = used.filter((index) => index <= half), deep = used.filter((index) => index > half);
        const next = 1 + (usual.length > 0 ? Math.max(...usual) : chains.find((row) => row.seat === seat).audits);
        const close = deep.length > 0 ? Math.min(...deep) - 1 : links;
        // the referee draws only as the dealer, and that is till the close (4.5)
        const isNext = found.index === next && seat !== REFEREE;
        if (!isNext && found.index !== close) differs(`the seed ${label} of ${seat} uses another link`);
        rows.push({ label, hash: joint, seat, index: found.index });
      }
    }
    const order = (row) => signers.indexOf(row.seat);
    return rows.sort((a, b) => (a.label === b.label ? order(a) - order(b) : a.label < b.label ? -1 : 1));
  }

  /** What 5.1, 5.2 and 5.4 say of `due` and `outcome`, whatever the game is; `acts` led to this state. */
  checkDue({ due, outcome, seeds }, acts, committed, answered) {
    const { signers } = this.game;
    if ((outcome === null) !== due.length > 0) differs("there is an outcome while something is due, or none at the end");
    const order = due.map((row) => signers.indexOf(row.seat));
    if (order.some((at, index) => at < 0 || at < order[index - 1])) differs("due is not in the order of the seats");
    const isOwed = (row) => (row.seat === REFEREE ? ["link", "audit", "deal"].includes(row.answer) : row.answer !== "deal");
    if (!due.every(isOwed)) differs("a deal is due from a seat, or from the referee what he never owes");
    const waiting = (seat) => seeds.filter((row) => row.seat === seat).length;
    const audits = (seat) => due.filter((row) => row.seat === seat && row.answer === "audit").length;
    if (signers.some((seat) => audits(seat) > waiting(seat))) differs("an audit is due of no private draw");
    const deals = due.filter((row) => row.answer === "deal").length;
    if (deals > 1) differs("two deals are due at once");
    if (deals > 0 && waiting(REFEREE) === 0) differs("a deal is due without a private draw of the referee");
    if (new Set(due.map((row) => place(row.seat, row.request))).size < due.length) differs("a place is due twice");
    const commitments = due.filter((row) => row.answer === "commitment").length;
    if (commitments > 0 && (committed.size > 0 || commitments < due.length)) differs("commitments are due beside something else");
    const reveals = new Set(due.filter((row) => row.answer === "reveal").map((row) => place(row.seat, row.request)));
    for (const one of committed) if (!reveals.has(one)) differs(`no reveal is due for the commitment of ${one}`);
    if (due.some((row) => answered.has(place(row.seat, row.request)))) differs("a request is due again");
    this.checkDraws(due.filter((row) => row.answer === "link"), acts);
  }

  /** A draw is due from all signers; with a referee it may be quick: from those that answered the state before, and him. */
  checkDraws(rows, acts) {
    const { signers } = this.game;
    const owed = (signer) => rows.filter((row) => row.seat === signer).map((row) => row.request);
    const draws = owed(signers.at(-1));
    const isQuick = (signer) => signer === REFEREE || acts.some((act) => act.seat === signer);
    const groups = signers.includes(REFEREE) ? [signers, signers.filter(isQuick)] : [signers];
    for (const request of new Set(rows.map((row) => row.request))) {
      const from = rows.filter((row) => row.request === request).map((row) => row.seat).join();
      if (!groups.some((group) => group.join() === from)) differs(`the draw ${request} is not due from all its contributors`);
    }
    for (const signer of signers) {
      const own = owed(signer);
      if (draws.filter((request) => own.includes(request)).join() !== own.join()) differs("the draws are not due in one order");
    }
  }
}
