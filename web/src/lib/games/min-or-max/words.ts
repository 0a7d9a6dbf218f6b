/** The board's own texts. What happens and what is asked comes from the server. */
import { cardCount } from '$lib/texts';

/** What the table does while nobody is asked, by the state of the game. */
const IDLE: Readonly<Record<string, string>> = {
  dealingCards: 'The cards are dealt.',
  generatingThresholds: 'The thresholds are drawn.',
  spinningInitialWheel: 'The wheel is turning.',
  spinningWheel: 'The wheel is turning.',
  playingFirstCard: 'The first card is turned up.',
  finished: 'The match is over.',
};
export const idleWord = (place: string | undefined): string | undefined => (place ? IDLE[place] : undefined);

export const words = {
  cannotPlay: 'cannot be played now',
  modes: { min: 'Min', max: 'Max' },
  sides: { min: 'MIN', max: 'MAX' },
  turning: 'Turning…',
  wheelTurns: 'The wheel is turning',
  wheelSays: (mode: string) => `The wheel says ${mode}`,
  hold: (label: string) => `${label}. Hold to gather force, let go to spin`,
  spinTheWheel: 'Spin the wheel',
  pickStrength: 'Spin: pick a strength, or hold the wheel',
  spin: 'Spin',
  chooseCard: 'Choose a card',
  chooseOne: 'Choose one',
  /** Somebody has chosen a card whose effect is still to be declared; `you` is the viewer. */
  chosen: (name: string, you: boolean, card: string) => `${name} ${you ? 'have' : 'has'} chosen the ${card}.`,
  declare: 'Declare',
  choices: 'Choices',
  to: 'to',
  or: 'or',
  score: (score: number, goals: readonly number[]) =>
    `Score ${score}.${goals.length > 0 ? ` Exactly ${goals.join(' or ')} wins; past it loses.` : ''}`,
  drawPile: (cards: number) => `Draw pile, ${cardCount(cards)}`,
  discardEmpty: 'Discard pile, empty',
  discard: (cards: number, top: string, by: string | null) =>
    `Discard pile, ${cardCount(cards)}: ${top} on top${by === null ? '' : `, played by ${by}`}`,
  won: 'won',
  lost: 'lost',
  /** What keys do, for the list of keys. */
  keys: {
    choose: 'Choose a card; once more to play it',
    hold: { name: 'Space, held', does: 'On the wheel: gather force; let go to spin' },
  },
  slain: 'Slain',
  slainCards: (cards: readonly string[]) => `Slain: ${cards.join(', ')}`,
} as const;
