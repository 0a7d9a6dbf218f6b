/** The four suits, each drawn around the origin in a box of about 100 by 100. */
export type Suit = 'S' | 'H' | 'D' | 'C';

const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
// All subpaths have the same winding direction, so that overlapping parts fill as one shape.
const stem = 'M3.5 12C3.5 30 8 40 19 46H-19C-8 40 -3.5 30 -3.5 12z';

export const SUIT_PATH: Record<Suit, string> = {
  H: 'M0 46C-9 31 -46 9 -46 -18C-46 -35 -34 -45 -21.5 -45C-11 -45 -3.5 -38.5 0 -29C3.5 -38.5 11 -45 21.5 -45C34 -45 46 -35 46 -18C46 9 9 31 0 46z',
  D: 'M0 -49C10 -29 22 -13 37 0C22 13 10 29 0 49C-10 29 -22 13 -37 0C-22 -13 -10 -29 0 -49z',
  S: `M0 -48C10 -32 45 -11 45 13C45 27 34.5 35 23.5 35C14.5 35 6 30 0 20C-6 30 -14.5 35 -23.5 35C-34.5 35 -45 27 -45 13C-45 -11 -10 -32 0 -48z${stem}`,
  C: `${disc(0, -25, 21)}${disc(-24, 9, 21)}${disc(24, 9, 21)}M-10 -12L10 -12L14 14L-14 14z${stem}`,
};

export const SUIT_NAME: Record<Suit, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };

const L = 81;
const M = 125;
const R = 169;
/** The positions of the pips on a 250 by 350 face; those in the lower half are upside down. */
export const PIPS: Record<string, readonly (readonly [number, number])[]> = {
  A: [[M, 175]],
  '2': [
    [M, 76],
    [M, 274],
  ],
  '3': [
    [M, 76],
    [M, 175],
    [M, 274],
  ],
  '4': [
    [L, 76],
    [R, 76],
    [L, 274],
    [R, 274],
  ],
  '5': [
    [L, 76],
    [R, 76],
    [M, 175],
    [L, 274],
    [R, 274],
  ],
  '6': [
    [L, 76],
    [R, 76],
    [L, 175],
    [R, 175],
    [L, 274],
    [R, 274],
  ],
  '7': [
    [L, 76],
    [R, 76],
    [M, 125],
    [L, 175],
    [R, 175],
    [L, 274],
    [R, 274],
  ],
  '8': [
    [L, 76],
    [R, 76],
    [M, 125],
    [L, 175],
    [R, 175],
    [M, 225],
    [L, 274],
    [R, 274],
  ],
  '9': [
    [L, 76],
    [R, 76],
    [L, 142],
    [R, 142],
    [M, 175],
    [L, 208],
    [R, 208],
    [L, 274],
    [R, 274],
  ],
  '10': [
    [L, 76],
    [R, 76],
    [M, 109],
    [L, 142],
    [R, 142],
    [L, 208],
    [R, 208],
    [M, 241],
    [L, 274],
    [R, 274],
  ],
};
