import type { Book } from './book';

export const book: Book = {
  id: 'min-or-max',
  name: 'Min or Max',
  idea: 'One score for all. Land it exactly on a threshold and you win; push it past one and you lose.',
  players: '2 to 4',
  time: '5 minutes',
  sections: [
    {
      title: 'What lies on the table',
      parts: [
        'A score that begins at 0, a lower threshold between −20 and −10, an upper one between 30 and 50, a wheel that points to Min or Max, and a pile with one card face up. Everybody holds three cards.',
      ],
    },
    {
      title: 'Your turn',
      parts: [
        'You draw a card, and you must play one that beats the top of the pile.',
        {
          list: [
            'While the wheel shows Max: an equal or a higher card. Its value is added to the score.',
            'While the wheel shows Min: an equal or a lower card. Its value is taken off.',
          ],
        },
        {
          cards: ['7H', '9S', '4D'],
          says: 'On a 7, the 9 beats on Max and takes the score up by 9; the 4 beats on Min and takes it down by 4.',
        },
        'Tens, jacks, queens and kings are all worth 10 and beat each other.',
      ],
    },
    {
      title: 'Aces',
      parts: [
        {
          cards: ['AS', 'AH'],
          says: 'An ace goes on anything, and anything goes on an ace. Whoever plays it says whether it is worth 1 or 11.',
        },
      ],
    },
    {
      title: 'The wheel',
      parts: [
        'Once in a turn, before or after your card, you may spin. You choose how hard:',
        {
          head: ['Spin', 'How far it goes'],
          rows: [
            ['softly', '15° to 90°'],
            ['with some force', '45° to 180°'],
            ['hard', '90° to 360°'],
            ['with all your force', 'one to eight whole turns'],
          ],
        },
        'Half of the wheel is Min, half is Max. Look where it stands: near the border a soft spin is enough to change sides, far from it a soft spin surely does not.',
        'Spin first, and your turn ends with your card. Play first, and a spin afterwards hands the wheel to your neighbour as you like it.',
      ],
    },
    {
      title: 'How it ends',
      parts: [
        {
          list: [
            'Your card brings the score exactly to a threshold: you win, at once.',
            'Your card takes the score past a threshold: you lose, at once. With two players the other one wins; with more, the rest have survived.',
            'You can beat nothing: spin. If you still can beat nothing, you lose.',
          ],
        },
        'A player whose time is up plays the first card that fits; without one, they lose.',
      ],
    },
    {
      title: 'Court cards',
      parts: [
        'At tables with court effects each of them does something before it counts. A jack asks the pack for a jack, queen or king. A queen looks into the other hands and slays one card. A king brings a bodyguard: a number card of your own that is laid under it, and both count.',
      ],
    },
  ],
};
