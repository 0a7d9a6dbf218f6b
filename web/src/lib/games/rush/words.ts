/** The board's own texts. What happens and what is asked comes from the server. */
import { cardCount, names, pointCount } from '$lib/texts';

export const words = {
  picked: (at: number, of: number) => `picked ${at} of ${of}`,
  withOthers: 'goes with others',
  onTop: 'on top',
  onTopShort: 'top',
  asksToEnd: 'asks to end',
  /** Who wants to end the game; `you` if only the viewer does. */
  askToEnd: (who: readonly string[], you: boolean) =>
    `${names(who)} ${who.length === 1 && !you ? 'asks' : 'ask'} to end the game.`,
  undealt: (cards: number) => `${cardCount(cards)} not dealt`,
  topCard: (card: string) => `Top card: ${card}`,
  dealt: 'The cards are dealt.',
  next: 'Next player…',
  pick: 'Pick one card, or several that go together.',
  play: (cards: number) => (cards > 1 ? `Play ${cards}` : 'Play'),
  space: 'space',
  several: 'Several at once',
  inHand: (points: number) => `${pointCount(points)} in hand`,
  left: 'left',
  lastMinute: 'Last minute',
  lastHalfMinute: 'Last half minute',
  notices: 'Played or skipped by itself',
  hadToPlay: 'had to play',
  cannotPlay: 'cannot play',
  finalHands: 'Final hands',
  place: 'Place',
  player: 'Player',
  points: 'Points',
  leftInHand: 'Left in hand',
  won: 'won',
  none: 'none',
  /** Keys and what they do, for the list of keys. */
  keys: {
    choose: { name: 'Enter', does: 'Choose a card, or put it back' },
    play: { name: 'Space', does: 'Play what is chosen' },
  },
} as const;
