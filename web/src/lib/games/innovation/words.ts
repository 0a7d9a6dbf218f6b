/** The board's own texts. What happens and what is asked comes from the server. */
export const SPECIALS = [
  { name: 'Monument', needs: 'Tuck six cards, or score six, in one turn.' },
  { name: 'Empire', needs: 'Show three or more of all six icons.' },
  { name: 'World', needs: 'Show twelve or more clocks.' },
  { name: 'Wonder', needs: 'Have five colours, each splayed right or up.' },
  { name: 'Universe', needs: 'Have five top cards of value 8 or more.' },
] as const;

/** The points that an age achievement requires, besides a top card of that value. */
export const cost = (age: number): number => age * 5;

export const cardCount = (number: number): string => (number === 1 ? '1 card' : `${number} cards`);
export const pointCount = (number: number): string => (number === 1 ? '1 point' : `${number} points`);
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const words = {
  ages: 'Decks and achievements',
  achievements: 'Achievements',
  specials: 'Special achievements',
  free: 'free',
  players: 'Players',
  yourBoard: 'Your board',
  boardOf: (name: string) => `${name}’s board`,
  backToMine: 'Back to my board',
  noCards: 'No cards on this board yet.',
  hand: 'Your hand',
  noHand: 'Your hand is empty.',
  score: 'Score pile',
  reader: 'Card reader',
  log: 'What happened',
  reveals: 'Revealed',
  close: 'Close',
  read: 'Read',
  choose: 'Choose',
  confirm: (count: number) => (count === 1 ? 'Choose this card' : `Choose these ${count}`),
  order: 'Take this order',
  earlier: 'Earlier',
  later: 'Later',
  shares: (you: boolean) => (you ? 'share' : 'shares'),
  hit: (you: boolean) => (you ? 'are hit' : 'is hit'),
  apart: (you: boolean) => (you ? 'take no part' : 'takes no part'),
  activates: (you: boolean) => (you ? 'activate it' : 'activates it'),
  tapAgain: 'Tap the card again, or the button.',
  pickSome: (min: number, max: number) =>
    min === max ? `Choose ${min}, in their order.` : `Choose ${min} to ${max}, in their order.`,
  pickOrder: 'Choose a card and move it, or drag it.',
} as const;
