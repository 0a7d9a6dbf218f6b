import type { Book } from './book';

export const book: Book = {
  id: 'innovation',
  name: 'Innovation',
  idea: 'Lead a people through ten ages of ideas, and claim achievements before the others do.',
  players: '2 to 4',
  time: '45 minutes',
  sections: [
    {
      title: 'Beginning',
      parts: [
        'There are 105 cards in ten ages and five colours. Everybody gets two cards of age 1 and puts one of them on the table, all at the same time. The title that comes first in the alphabet begins, with one action only.',
      ],
    },
    {
      title: 'Your turn: two actions',
      parts: [
        {
          list: [
            'Draw a card of the age of your highest top card. If that age is used up, you draw from the next.',
            'Meld a card: put it from your hand on top of the pile of its colour.',
            'Achieve: claim the achievement of an age if a top card of yours is at least of that age and you have five points for each step: 5 for age 1, 10 for age 2, and so on. You pay nothing.',
            'Activate a top card, and its dogma happens.',
          ],
        },
        'You may take the same action twice.',
      ],
    },
    {
      title: 'Icons',
      parts: [
        {
          cards: ['The Wheel', 'Archery'],
          says: 'A card has three icons and a picture. The icon that it has most often is the one its dogma asks for.',
        },
        'What counts is what you can see on your piles. A pile can be splayed, so that more shows: to the left the last icon of the cards beneath, to the right the two at the left edge, upwards all three at the bottom.',
      ],
    },
    {
      title: 'Dogma',
      parts: [
        'When you activate a card, everybody’s visible icons of its kind are counted once.',
        {
          list: [
            'Who shows at least as many as you shares the effect: they go before you, whether they like it or not. If sharing did anything for anybody, you draw a card when all is done.',
            'Who shows fewer suffers its demand (“I demand…”), if it has one.',
          ],
        },
        'Do what can be done, and leave out the rest. Only what says “may” can be declined.',
      ],
    },
    {
      title: 'Words on cards',
      parts: [
        {
          head: ['Word', 'Meaning'],
          rows: [
            ['tuck', 'put under the pile of its colour'],
            ['score', 'put face down into your score pile; a card gives as many points as its age'],
            ['return', 'put to the bottom of the deck of its age'],
            ['transfer', 'move as the card says; it is neither a meld nor a score'],
            ['splay', 'spread a pile of two or more cards'],
            ['reveal', 'show it to everybody'],
          ],
        },
      ],
    },
    {
      title: 'Special achievements',
      parts: [
        'They are yours at once when you fulfil them, on anybody’s turn.',
        {
          head: ['Name', 'For'],
          rows: [
            ['Monument', 'tucking six cards, or scoring six, in one turn'],
            ['Empire', 'three or more of each of the six icons'],
            ['World', 'twelve clocks'],
            ['Wonder', 'five colours, each splayed right or up'],
            ['Universe', 'five top cards of age 8 or higher'],
          ],
        },
      ],
    },
    {
      title: 'The end',
      parts: [
        'Six achievements win with two players, five with three, four with four, at once. If somebody has to draw a card beyond age 10 the game ends too, and then the most points win; if they are equal, the most achievements. Some late cards have ends of their own.',
      ],
    },
  ],
};
