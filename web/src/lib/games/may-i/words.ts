/** The board's own texts. What happens and what is asked comes from the server. */
import type { View } from './types';

const count = (number: number, what: string): string =>
  number === 1 ? `one ${what}` : `${NUMBER[number] ?? number} ${what}s`;
const NUMBER = ['no', 'one', 'two', 'three', 'four'];

/** The contract of a round: "two sets", "one set and two runs". */
export function contractWords({ sets, runs }: View['contract']): string {
  const parts = [...(sets ? [count(sets, 'set')] : []), ...(runs ? [count(runs, 'run')] : [])];
  return parts.join(' and ');
}

export const cards = (number: number): string => (number === 1 ? '1 card' : `${number} cards`);
export const points = (number: number): string => (number === 1 ? '1 point' : `${number} points`);

export const words = {
  round: (round: number) => `Round ${round} of 6`,
  stock: 'Stock',
  discard: 'Discard pile',
  empty: 'empty',
  down: 'down',
  deals: 'deals',
  turn: 'their turn',
  asks: 'May I?',
  declined: 'no',
  melds: 'Melds on the table',
  noMelds: 'Nobody has laid down yet.',
  hand: 'Your hand',
  tray: 'Your melds in the making',
  put: (cards: number, label: string) => `Put ${cards === 1 ? 'the card' : `${cards} cards`} into ${label}`,
  putNone: (label: string) => `${label}: choose cards of your hand first`,
  fits: 'fits',
  layDown: 'Lay down',
  clear: 'Take all back',
  canLayDown: 'You can lay down!',
  showHow: 'Show how',
  another: (at: number, of: number) => `Another way (${at} of ${of})`,
  scores: 'Scores',
  scoreSheet: 'Score sheet',
  close: 'Close',
  total: 'Total',
  contract: 'Contract',
  goesOut: 'went out',
  roundOver: (round: number) => `Round ${round} is over`,
  nothingLeft: 'no card left',
  tapMeld: 'Now choose a lit meld.',
  you: 'You',
  move: 'Alt and an arrow moves the card.',
} as const;
