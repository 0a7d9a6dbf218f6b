/** The board's own texts. What happens and what is asked comes from the server. */
import { cardCount, count, names, noun } from '$lib/texts';
import { LAST_ROUND } from '../../../gen/may-i-rounds';
import type { View } from './types';

/** The contract of a round: "2 sets", "1 set and 2 runs". */
export const contractWords = ({ sets, runs }: View['contract']): string =>
  names([...(sets ? [count(sets, 'set', 'sets')] : []), ...(runs ? [count(runs, 'run', 'runs')] : [])]);

export const words = {
  round: (round: number) => `Round ${round} of ${LAST_ROUND}`,
  piles: 'Stock and discard',
  stockSize: (cards: number) => `Stock: ${cardCount(cards)}`,
  discardTop: (card: string) => `Discard pile: ${card}`,
  empty: 'empty',
  down: 'down',
  deals: 'deals',
  youDeal: 'you deal',
  turn: 'their turn',
  asks: 'May I?',
  declined: 'no',
  melds: 'Melds on the table',
  meld: (owner: string, kind: string, cards: readonly string[]) => `${owner}, ${kind}: ${cards.join(', ')}`,
  noMelds: 'Nobody has laid down yet.',
  hand: 'Your hand',
  tray: 'Your melds in the making',
  set: (number: number) => `Set ${number}`,
  run: (number: number) => `Run ${number}`,
  filled: (cards: number, needed: number) => `${cards} of ${needed}`,
  takeOut: (card: string) => `${card}: back to the hand`,
  put: (cards: number, label: string) => `Put ${cards === 1 ? 'the card' : cardCount(cards)} into ${label}`,
  putNone: (label: string) => `${label}: choose cards of your hand first`,
  fits: 'fits',
  layDown: 'Lay down',
  clear: 'Take them all back',
  canLayDown: 'You can lay down!',
  showHow: 'Show me how',
  another: (at: number, of: number) => `Another way (${at} of ${of})`,
  scores: 'Scores',
  scoreSheet: 'Score sheet',
  roundHead: 'Round',
  noRounds: 'The first round is being played.',
  place: (place: number) => `place ${place}`,
  lowest: 'The lowest total after the last round wins.',
  close: 'Close',
  total: 'Total',
  goesOut: 'went out',
  roundOver: (round: number) => `Round ${round} is over`,
  tapMeld: 'Now choose a highlighted meld.',
  you: 'You',
  move: 'Alt and an arrow key move the card.',
  /** For the list of keys. */
  chooseKey: 'Choose a card or a pile; once more to discard or draw it',
  /** Only the word, after the number. */
  pointWord: (points: number) => noun(points, 'point', 'points'),
} as const;
