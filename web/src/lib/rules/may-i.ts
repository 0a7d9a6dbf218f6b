import type { Book } from './book';

export const book: Book = {
  id: 'may-i',
  name: 'May I?',
  idea: 'Six rounds, six contracts. Lay yours down, get rid of the rest, and have the fewest points in the end.',
  players: '3 to 8',
  time: '40 minutes',
  sections: [
    {
      title: 'Contracts',
      parts: [
        {
          head: ['Round', 'You need', 'Cards'],
          rows: [
            ['1', '2 sets', '6'],
            ['2', '1 set and 1 run', '7'],
            ['3', '2 runs', '8'],
            ['4', '3 sets', '9'],
            ['5', '2 sets and 1 run', '10'],
            ['6', '1 set and 2 runs, with every card of your hand', '11 and more'],
          ],
        },
        { cards: ['7S', '7H', '7D'], says: 'A set: three cards of one rank. Suits do not matter and may repeat.' },
        {
          cards: ['5H', '6H', '7H', '8H'],
          says: 'A run: four cards of one suit in a row. It goes from 3 to the ace, which is high only.',
        },
        {
          cards: ['2C', 'JK1'],
          says: 'Twos and jokers are wild. In what you lay down there may be as many wild cards as others, but not more.',
        },
      ],
    },
    {
      title: 'A turn',
      parts: [
        'Everybody is dealt eleven cards. A turn is draw, act, discard.',
        {
          list: [
            'Draw the top of the stock or, if you have not laid down yet, the top of the discard pile.',
            'Lay your contract down if you like: all of it at once, in the smallest size, three cards to a set and four to a run.',
            'In later turns you may lay off cards on any meld of the table, your own or another’s.',
            'Discard a card. Any card will do.',
          ],
        },
        'Two runs of one suit in the same laydown must be apart: at least two ranks lie between them.',
      ],
    },
    {
      title: 'May I?',
      parts: [
        'When somebody draws from the stock, the top discard is free for a moment. Everybody else who is not down may call for it, except the one who threw it.',
        'The caller who sits next in turn gets it, and with it a penalty card from the stock. So it costs you a card to get a card. The player whose turn it is may still take the discard on top of the card already drawn, and then nobody else gets it.',
        'Once you are down, the discard pile is closed to you.',
      ],
    },
    {
      title: 'Jokers in runs',
      parts: [
        'While you are not down you may fetch a joker out of a run on the table: put the very card there that it stands for. Twos stay where they are, and so do jokers in sets.',
      ],
    },
    {
      title: 'Going out',
      parts: [
        'Whoever has no card left ends the round and scores nothing. All others count what they hold:',
        {
          head: ['Card', 'Points'],
          rows: [
            ['3 to 10', 'what they say'],
            ['jack, queen, king', '10'],
            ['ace', '15'],
            ['2', '20'],
            ['joker', '50'],
          ],
        },
        'In the last round there is only one way out: a laydown that uses the whole hand. After it the lowest total wins.',
      ],
    },
  ],
};
