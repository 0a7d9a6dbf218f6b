/** The board's own texts. What happens and what is asked comes from the server. */
import { cardCount, count, names, pointCount, sentence } from '$lib/texts';
import type { PileSeen } from './types';

const whose = (owner: string | null) => (owner === null ? 'your' : `${owner}’s`);
const zoneName = (zone: string) => (zone === 'score' ? 'score pile' : zone);

export const words = {
  ages: 'Decks and achievements',
  achievements: 'Achievements',
  toWin: (needed: number) => `You need ${count(needed, 'achievement', 'achievements')} to win.`,
  progress: (claimed: number, scored: number, tucked: number) =>
    `You have ${claimed}; this turn you have scored ${scored} and tucked ${tucked}.`,
  byAge: 'By age: points, and a top card of that value',
  age: 'Age',
  points: 'Points',
  owner: 'Owner',
  achievement: (age: number, about: string) => `Achievement ${age}: ${about}`,
  deck: (age: number, left: number) => `Deck ${age}: ${cardCount(left)}`,
  free: 'unclaimed',
  players: 'Players',
  yourBoard: 'Your board',
  boardOf: (name: string) => `${name}’s board`,
  backToMine: 'Back to my board',
  noCards: 'No cards on this board yet.',
  hand: 'Your hand',
  noHand: 'Your hand is empty.',
  handOf: (name: string) => `${name}: hand`,
  handSize: (cards: number) => `Hand ${cards}`,
  score: 'Score pile',
  scoreOf: (name: string) => `${name}: score pile`,
  scoreSize: (points: number) => `Score ${points}`,
  scoreOpen: (points: number) => `Score ${points}: look at your score pile`,
  pile: (colour: string) => `${sentence(colour)} pile`,
  topDown: 'From the top down.',
  wholePile: ({ cards, colour }: PileSeen) => `All ${cardCount(cards.length)} of the ${colour} pile`,
  pileLabel: ({ cards, colour, splay }: PileSeen) => {
    const under = cards.length > 1 ? ` on top of ${cardCount(cards.length - 1)}` : '';
    return `${sentence(colour)}: ${cards.at(-1) ?? ''}${under}${splay ? `, splayed ${splay}` : ''}`;
  },
  card: (card: string, age: number | undefined) => (age === undefined ? card : `${card}, age ${age}`),
  back: (age: number) => `A card of age ${age}`,
  none: 'No cards here.',
  numbered: (label: string, at: number) => `${label}, number ${at}`,
  runs: (name: string, card: string, effect: number) => `${name}: ${card}, effect ${effect}.`,
  effect: (effect: number, name: string | null) => `Effect ${effect}${name === null ? '' : `: ${name}`}`,
  hits: (who: readonly string[]) => `Hits ${names(who)}.`,
  sharedBy: (who: readonly string[]) => `Shared by ${names(who)}.`,
  numberedEffect: (number: number, name: string) => `effect ${number}, ${name}`,
  player: (name: string, claimed: number, needed: number, points: number, hand: number) =>
    `${name}: ${claimed} of ${count(needed, 'achievement', 'achievements')}, ${pointCount(points)}, ${cardCount(hand)} in hand`,
  pts: 'pts',
  question: 'What you are asked',
  /** Where a card lies; null is the viewer. */
  place: (owner: string | null, zone: string) => `${whose(owner)} ${zoneName(zone)}`,
  placeSentence: (owner: string | null, zone: string) =>
    `${zone === 'board' ? 'On' : 'In'} ${whose(owner)} ${zoneName(zone)}.`,
  chooseCard: 'Choose a card',
  reader: 'Card reader',
  log: 'What happened',
  reveals: 'Revealed',
  close: 'Close',
  read: 'Read',
  readCard: (card: string) => `Read ${card}`,
  choose: 'Choose',
  confirm: (count: number) => (count === 1 ? 'Choose this card' : `Choose these ${count}`),
  order: 'Use this order',
  earlier: 'Earlier',
  later: 'Later',
  shares: (you: boolean) => (you ? 'share' : 'shares'),
  hit: (you: boolean) => (you ? 'are hit' : 'is hit'),
  apart: (you: boolean) => (you ? 'take no part' : 'takes no part'),
  activates: (you: boolean) => (you ? 'activate it' : 'activates it'),
  tapAgain: 'Tap the card again, or the button.',
  pickSome: (min: number, max: number) =>
    min === max ? `Choose ${min}, in order.` : `Choose ${min} to ${max}, in order.`,
  /** What keys do, for the list of keys. */
  keys: {
    choose: 'Choose a card; once more to do it',
    number: 'The choice with this number; on your turn, the card of your hand',
  },
  pickOrder: 'Choose a card and move it, or drag it.',
} as const;
