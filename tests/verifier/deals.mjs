// The close (sections 4.5 and 10, step 6): once the dealer's audit is in, all that he dealt is open.
//
// Salt and sender secret of every card follow from K, so every envelope opens. Which value K gives only the rules know;
// but the value in the envelope must give the hash with this salt, and the envelope made again must be the same.

import { envelope, openEnvelope, sealBytes } from "./envelope.mjs";
import { privateSeed } from "./hashes.mjs";
import { handleParts } from "./ledger.mjs";
import { Refusal, hashLines, readMap, valueLines } from "./text.mjs";

const REFEREE = "referee";

/**
 * The deals of the branch that counts: how many there are (`count`), how many are `examined`, and as `finding` the first
 * false card (`file` of its deal, `code`, `card`, `message`) or null. Nothing is refused for it.
 */
export function checkDeals(game, walk) {
  const acts = walk.flatMap(({ position, chosen }) => chosen.filter(Boolean).map((act) => ({ ...act, position })));
  const deals = acts.filter((act) => act.kind === "deal");
  const seeds = new Map(acts.filter(({ kind, value }) => kind === "audit" && value.seat === REFEREE).map(({ value, position }) => {
    const { hash } = position.state.seeds.find((row) => row.label === value.label && row.seat === REFEREE);
    return [value.label, privateSeed(game.game, REFEREE, value.label, value.link, hash)];
  }));
  const closed = deals.findIndex((deal) => !seeds.has(deal.value.label));
  const open = closed < 0 ? deals : deals.slice(0, closed);
  const openings = new Map(acts.flatMap(({ value }) => value.opened ?? []).map((opening) => [opening.name, opening]));
  const seals = new Map(walk[0].chosen.filter(Boolean).map(({ value }) => [value.seat, value.seal]));
  const cards = open.flatMap(({ file, value }) => value.cards.map((card) => (
    new Card(game.game, file, value.state, seeds.get(value.label), card, sealBytes(seals.get(card.seat)), openings.get(card.name))
  )));
  let lines = null;
  const known = () => (lines ??= new Set(cards.map((card) => card.line()).filter((line) => line !== null)));
  let finding = null;
  for (const card of cards) if ((finding = card.finding(known)) !== null) break; // what follows the first says nothing more
  return { count: deals.length, examined: open.length, finding };
}

class Card {
  constructor(game, file, from, seed, { name, seat, hash, sealed }, seal, opening) {
    Object.assign(this, { game, file, from, name, hash, opening, seal, sealed: Buffer.from(sealed.join(""), "base64") });
    this.bound = [game, from, seat, name];
    this.salt = hashLines("turnfile1/card", seed, from, name);
    this.sender = Buffer.from(hashLines("turnfile1/sender", seed, from, name), "hex");
  }

  /** The value that the envelope holds, as one line, or null if none can be read. */
  line() {
    this.plain ??= openEnvelope(this.sender, this.seal, this.bound, this.sealed);
    const line = this.plain?.split("\n", 1)[0] ?? null;
    return line !== null && isValue(line) ? line : null;
  }

  gives(line) {
    const { request, slot } = handleParts(this.name);
    return hashLines("turnfile1/commit", this.game, this.from, REFEREE, request, slot, line, this.salt) === this.hash;
  }

  /** The difference, if there is one; `known` gives the values in all envelopes that open. */
  finding(known) {
    const { file, name, opening } = this;
    const found = (code, message) => ({ file, card: name, code, message });
    if (opening !== undefined && opening.salt !== this.salt) return found("proof/deal", "was committed with another salt");
    const opened = opening === undefined ? null : valueLines(opening.value);
    if (opened?.length > 1) return found("proof/deal", "has a value of more than one line");
    const line = this.line();
    // what was committed: the value that was opened, or that of the envelope, or of another card if the envelope lies
    const committed = [opened?.[0] ?? null, line].find((one) => one !== null && this.gives(one)) ??
      [...known()].find((one) => this.gives(one));
    if (committed === undefined) {
      return line === null ? found("proof/envelope", "does not open, and nobody knows what its hash holds")
        : found("proof/deal", "has a hash that its value does not give");
    }
    const again = envelope(this.sender, this.seal, this.bound, [committed, this.salt]).envelope;
    return again.equals(this.sealed) ? null : found("proof/envelope", "has another envelope than it must have");
  }
}

/** Whether a line is the one of a value that can be opened (4.1). */
function isValue(line) {
  try {
    const { value } = readMap(["---", `value: ${line}`]);
    return line.length <= 65 && valueLines(value).length === 1 && valueLines(value)[0] === line;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
