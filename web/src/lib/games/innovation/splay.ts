/** The layout of a pile: steps of 27 % of the width or 37 % of the height, so that the slots that count are visible. */
import type { PileSeen } from './types';

const SIDE = 0.27;
const UP = 0.37;
/** Cards of a pile that is not splayed are slightly offset, up to this many of them. */
const EDGE = 2;
const EDGES = 4;

export const heightOf = (width: number): number => Math.round(width / 1.4);

const step = (pile: PileSeen, width: number): number =>
  pile.splay === 'up' ? Math.round(heightOf(width) * UP) : Math.round(width * SIDE);

export function pileSize(pile: PileSeen, width: number): { width: number; height: number } {
  const under = Math.max(0, pile.cards.length - 1);
  const height = heightOf(width);
  if (pile.splay === 'up') return { width, height: height + step(pile, width) * under };
  if (pile.splay) return { width: width + step(pile, width) * under, height };
  const edge = Math.min(under, EDGES) * EDGE;
  return { width: width + edge, height: height + edge };
}

/** The position of a card, counted from the bottom. */
export function spot(pile: PileSeen, width: number, at: number): [number, number] {
  const last = pile.cards.length - 1;
  const by = step(pile, width);
  switch (pile.splay) {
    case 'right':
      return [at * by, 0];
    case 'left':
      return [(last - at) * by, 0];
    case 'up':
      return [0, (last - at) * by];
    case null: {
      const over = Math.min(last, EDGES) - Math.min(last - at, EDGES);
      return [over * EDGE, (Math.min(last, EDGES) - over) * EDGE];
    }
    default:
      return pile.splay satisfies never;
  }
}

/** The widest cards with which all piles, wrapped like words, fit into a box; at least the minimum width. */
export function fitting(
  piles: readonly PileSeen[],
  room: { width: number; height: number },
  most: number,
  least: number,
): number {
  const GAP = 18;
  for (let width = most; width > least; width -= 4) {
    let [x, y, row] = [0, 0, 0];
    let fits = true;
    for (const pile of piles) {
      const size = pileSize(pile, width);
      if (size.width > room.width) fits = false;
      if (x > 0 && x + size.width > room.width) [x, y, row] = [0, y + row + GAP, 0];
      x += size.width + GAP;
      row = Math.max(row, size.height);
    }
    if (fits && y + row <= room.height) return width;
  }
  return least;
}
