import type { Book } from './book';

export const book: Book = {
  id: 'data-war',
  name: 'Data War',
  idea: 'Turn over cards, take the pile, and be the first to collect three launch stacks.',
  players: '2, or one against the house',
  time: 'about 20 turns',
  sections: [
    {
      title: 'A turn',
      parts: [
        'There are 66 cards, and each side has a deck of 33. You never see your deck and you never choose from it: you tap it, and both sides turn over the top card.',
        'The higher value takes everything that is in play. Won cards go under your deck, in the order in which they were laid.',
        { cards: ['common-5-01', 'common-3-01'], says: '5 against 3: both cards go to the side with the 5.' },
      ],
    },
    {
      title: 'Cards that ask for more',
      parts: [
        'A card with a round arrow wants another card on top of it. Lay it, and its value is added to yours.',
        {
          cards: ['tracker-2-01', 'common-3-01'],
          says: 'A tracker counts itself and then the next card: 2 and 3 make 5.',
        },
        {
          cards: ['blocker-2-01', 'common-4-01'],
          says: 'A blocker is worth nothing, but takes 1 or 2 from the other side for as long as the comparison lasts.',
        },
        'A value never falls below 0. Whoever has no card left to add stays where they are.',
      ],
    },
    {
      title: 'Data war',
      parts: [
        'Equal values mean war. Each side lays three cards face down and turns over a fourth. Those are compared afresh: what was counted before no longer counts. Equal again? Another war on top.',
        'The winner takes the whole heap, face-down cards included, without ever learning what the other side lost.',
        'A war costs four cards. Whoever has fewer when one is due has lost the game.',
      ],
    },
    {
      title: 'Launch stacks',
      parts: [
        {
          cards: ['ls-rocket-company-01', 'ls-newspaper-01'],
          says: 'Worth 0, and you lay another card. Whoever wins the turn keeps the stack, no matter who laid it.',
        },
        'Kept stacks lie beside your portrait, out of play. With three you have won. One that lies face down in a war is a card like any other.',
      ],
    },
    {
      title: 'Firewalls and moves',
      parts: [
        'All eight are worth 6. Three work at once, the others at the end of the turn, in the order they were laid.',
        {
          head: ['Card', 'What it does'],
          rows: [
            ['Forced Empathy', 'At once: the two decks change sides.'],
            [
              'Tracker Smacker',
              'At once, for this turn: the other side’s trackers and blockers are worth nothing, and its theft, buyout and tantrum fail.',
            ],
            [
              'Hostile Takeover',
              'At once: what both had counted is void; the other side must fight a war alone against this 6.',
            ],
            [
              'Open What You Want',
              'Win or lose: before your next turn you look at your top three cards and play the one you like. The others go to the bottom.',
            ],
            ['Mandatory Recall', 'If you win the turn: all stacks of the other side are shuffled back into its deck.'],
            ['Patent Theft', 'If you win the turn: you take the other side’s oldest stack.'],
            ['Leveraged Buyout', 'If you win the turn: you take the top two cards of the other deck, unseen.'],
            [
              'Temper Tantrum',
              'If you lose the turn: you take two of the winner’s cards in play, and you choose which.',
            ],
          ],
        },
      ],
    },
    {
      title: 'Data Grab',
      parts: [
        {
          cards: ['data-grab-01'],
          says: 'Nobody wins the pile. It is shuffled and dealt out to both, the one who played the card first.',
        },
        'At some tables the pile falls from the sky instead: tap a card while it falls and it is yours. What nobody catches goes to the house, or to whoever has fewer.',
      ],
    },
    {
      title: 'The end',
      parts: [
        {
          list: [
            'Three launch stacks win at once when the turn is settled.',
            'A side without cards at the end of a turn has lost, however many stacks it has.',
            'A side that cannot pay for a war has lost. If neither can, more cards win, then more stacks.',
          ],
        },
      ],
    },
  ],
};
