/** The texts of Data War's own screens. Texts that the server sends are not repeated here. */
export { plain } from '$lib/table/text';
import { count } from '$lib/texts';
import type { Ending, View } from './types';

const EFFECT: Readonly<Record<string, string>> = {
  tracker: 'Tracker',
  blocker: 'Blocker',
  forced_empathy: 'Forced Empathy',
  open_what_you_want: 'Open What You Want',
  mandatory_recall: 'Mandatory Recall',
  tracker_smacker: 'Tracker Smacker',
  leveraged_buyout: 'Leveraged Buyout',
  hostile_takeover: 'Hostile Takeover',
  temper_tantrum: 'Temper Tantrum',
  patent_theft: 'Patent Theft',
  launch_stack: 'Launch Stack',
  data_grab: 'Data Grab',
};
export const effectWord = (effect: string): string => EFFECT[effect] ?? effect.replaceAll('_', ' ');

export function endingWord(ending: Ending): string {
  switch (ending.condition) {
    case 'launch_stacks':
      return 'by launch stacks';
    case 'all_cards':
      return ending.detail === 'war_shortage' ? 'too few cards for a war' : 'no cards left';
    case 'turn_cap':
      return 'the turns are used up';
    case 'concede':
      return 'by concession';
    case 'draw':
      return 'nobody leaves for space';
    default:
      return ending.condition satisfies never;
  }
}

export function warWord(view: View, nameOf: (seat: number) => string, me: number | null): string {
  if (view.war && view.war !== 'tie') {
    const attacked = view.war.takeover.attacked;
    return attacked === me ? 'You fight alone' : `${nameOf(attacked)} fights alone`;
  }
  return view.depth > 1 ? `War number ${view.depth} of this turn` : 'Equal values';
}

export const texts = {
  waits: (effect: string) => `${effect} pending`,
  lookAt: (effect: string) => `${effect}: look closer`,
  noLongerCounts: 'no longer counts',
  deckOf: (name: string, cards: number) => `${name}: deck of ${count(cards, 'card', 'cards')}`,
  yourDeck: (cards: number) => `Your deck, ${count(cards, 'card', 'cards')}`,
  rowOf: (name: string, cards: number) => `${name}: ${count(cards, 'card', 'cards')} in play. Look closer`,
  rowTitle: (name: string) => `In play: ${name}`,
  noRow: 'Nothing is in play.',
  stacks: (have: number, need: number) => `${have} of ${need} launch stacks`,
  value: (value: number) => `turn value ${value}`,
  again: 'plays again',
  smacked: 'smacked',
  opens: 'opens next',
  tapped: 'ready',
  attacks: 'takes over',
  waitsFor: (names: string) => `Waiting for ${names}`,
  pending: (effects: number) => `${count(effects, 'effect', 'effects')} pending`,
  pendingTitle: 'Effects that wait for the end of the turn',
  turn: (turn: number) => `Turn ${turn}`,
  menu: 'Game menu',
  paused: 'Paused',
  guide: 'Guide',
  sound: 'Sound',
  face: 'Who flies',
  place: 'Where to play',
  restart: 'Start over',
  quit: 'Leave for the title screen',
  concede: 'Concede',
  sureRestart: 'Start over? The match so far will be lost.',
  sureQuit: 'Give up this match?',
  sureConcede: 'Concede? The other side wins the match.',
  yes: 'Yes',
  no: 'No, keep playing',
  close: 'Close',
  /** Keys and what they do, for the list of keys. */
  keys: {
    main: {
      name: 'Space or Enter',
      does: 'The main button; on a card or a face, choose it, and once more to take it',
    },
    lowest: { name: 'Space, while cards fall', does: 'Take the lowest card' },
  },
  versus: 'versus',
  dataWar: 'Data war!',
  takeover: 'Hostile takeover!',
  grabSoon: 'Data Grab!',
  grabHow: 'Cards will fall. Tap them, or press space for the lowest.',
  grabbed: (name: string, cards: number) => `${name}: ${cards}`,
  grabbable: 'Falling now',
  grabResults: 'Who got what',
  play: 'Play it',
  take: (chosen: number, wanted: number) => (chosen < wanted ? `Take (${chosen} of ${wanted})` : 'Take them'),
  fly: (name: string) => `${name} it is`,
  toPlace: (name: string) => `Play here: ${name}`,
  wins: (name: string) => `${name} leaves for space`,
  youWin: 'You leave for space!',
  draw: 'A draw: everybody stays on Earth',
  turnsPlayed: 'turns',
  cardsLeft: 'cards left',
  launchStacks: 'launch stacks',
  you: 'you',
  house: 'the house',
} as const;
