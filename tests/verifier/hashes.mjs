// Hashes and draws (section 4).

import { hashLines, refuse, valueLines } from "./text.mjs";

export const commitment = (game, from, seat, request, slot, value, salt) =>
  hashLines("turnfile1/commit", game, from, seat, request, slot, ...valueLines(value), salt);

/** The link below link `index`. */
export const chainStep = (game, seat, chain, index, link) => hashLines("turnfile1/chain", game, seat, chain, index, link);

/** Whether link `index` leads down to link `lastIndex`, which is `last` (4.2). */
export function linkFollows(game, seat, chain, index, link, lastIndex, last) {
  for (let at = index; at > lastIndex; at -= 1) link = chainStep(game, seat, chain, at, link);
  return link === last;
}

/** R; `links` are rows [seat, index, link] in charter order. */
export const jointSeed = (game, label, links) =>
  hashLines("turnfile1/joint", game, label, ...links.map((row) => row.join(" ")));

/** K of the private draw of a seat. */
export const privateSeed = (game, seat, label, link, joint) => hashLines("turnfile1/private", game, seat, label, link, joint);

const WORD = 2n ** 64n;

/** number(seed, label, n) of 4.3, a BigInt; n is one, or a Number. */
export function drawNumber(seed, label, n) {
  const below = BigInt(n);
  if (below < 1n || below > WORD) refuse("document/schema", "a number is asked for out of no range");
  for (let counter = 0; ; counter += 1) {
    const x = BigInt("0x" + hashLines("turnfile1/draw", seed, label, counter).slice(0, 16));
    if (x < WORD - (WORD % below)) return x % below;
  }
}

/** draw(seed, label, pool, count) of 4.3. */
export function draw(seed, label, pool, count) {
  const left = pool.toSorted();
  return Array.from({ length: count }, (_, i) => left.splice(Number(drawNumber(seed, `${label}.${i + 1}`, left.length)), 1)[0]);
}
