import type { Book } from './book';

export const book: Book = {
  id: 'rush',
  name: 'Rush',
  idea: 'Get rid of your cards, the high ones first, before the three minutes are over.',
  players: '2 to 4',
  time: '3 minutes',
  sections: [
    {
      title: 'The deal',
      parts: [
        'Everybody gets seven cards of one pack, one card is turned up, and the clock runs. Nobody ever draws: the rest of the pack stays where it is.',
      ],
    },
    {
      title: 'What fits',
      parts: [
        'An ace is 1, a jack 11, a queen 12, a king 13; the others are what they say. Suits do not matter.',
        {
          cards: ['7H', '7S', '8C'],
          says: 'On a 7 goes any 7 or any 8. On a king goes a king or an ace: after the king the row begins again.',
        },
        'You may put down several cards in one play:',
        {
          list: [
            'cards that all fit by themselves, such as two 7s and an 8 on a 7;',
            'two or more cards that add up to the top card, such as a 2 and a 3 on a 5, or a queen and an ace on a king.',
          ],
        },
        { cards: ['KD', 'QS', 'AH'], says: 'A queen and an ace make 13: they go on the king together.' },
        'The two ways do not mix in one play.',
      ],
    },
    {
      title: 'The last card counts',
      parts: [
        'The card you name last lies on top, and it alone says what the next player can do. Choose it well: it may leave the others with nothing.',
      ],
    },
    {
      title: 'Whose turn',
      parts: [
        'Turns go round. If you can play you must. A player with a single possible play of one card does not even have to click: it is played for them. A player with no play at all is passed over.',
        'If nobody can play, the game ends; at party tables a card of the rest is turned up instead and it goes on.',
      ],
    },
    {
      title: 'The end',
      parts: [
        'It ends when a hand is empty, when the clock reaches zero, when nobody can move, or when the persons at the table agree to stop.',
        'Cards left in the hand count against you: ace 1, jack 11, queen 12, king 13. The fewest points win, and equals share the win.',
      ],
    },
    {
      title: 'Worth knowing',
      parts: [
        {
          list: [
            'Kings and queens are dear to keep. Shed them early, best in pairs.',
            'A sum lets you drop small cards that fit nothing.',
            'Space plays what you have chosen.',
          ],
        },
      ],
    },
  ],
};
