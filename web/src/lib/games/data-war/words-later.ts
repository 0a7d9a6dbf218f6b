/** The texts of the screens before the deal, which are loaded with them. */
import { count } from '$lib/texts';

export const setup = {
  lead: 'Your data is their fuel. Turn over cards, win their piles, collect three launch stacks and be gone.',
  intro: 'Four sentences and seven kinds of cards. It takes a minute.',
  /** Before, in bold, and after the number of launch stacks. */
  mission: (stacks: number) =>
    [
      'Collect ',
      count(stacks, 'launch stack', 'launch stacks'),
      ' before your rival does. Or take every card they have. A player who cannot pay for a war also loses. Then the rocket is yours.',
    ] as const,
} as const;

/** The quick guide: the course of the game, and the families of cards. */
export const guide = {
  steps: [
    'Both turn over the top card of their deck.',
    'The higher value takes everything in play.',
    'Equal? Data war: three cards face down, one face up, higher takes all.',
    'Three launch stacks, or a rival without cards, and you leave for space.',
  ],
  families: [
    { card: 'common-4-01', name: 'Data', text: 'Counts its number, and nothing more.' },
    { card: 'tracker-2-01', name: 'Trackers', text: 'Add their number, and you lay one more card on top.' },
    { card: 'blocker-2-01', name: 'Blockers', text: 'Take 1 or 2 from the other side, and you lay one more card.' },
    {
      card: 'firewall-empathy-01',
      name: 'Firewalls',
      text: 'A 6 with a trick: swap decks, pick your next card, send stacks back, smack trackers.',
    },
    {
      card: 'move-buyout-01',
      name: 'Moves',
      text: 'A 6 that robs: buy cards, steal a stack, force a war, or sulk and take two.',
    },
    {
      card: 'ls-rocket-company-01',
      name: 'Launch stacks',
      text: 'Worth nothing now. Whoever wins the turn keeps it. Three win the game.',
    },
    {
      card: 'data-grab-01',
      name: 'Data Grab',
      text: 'Nobody wins the pile: it is shared out, or grabbed out of the air.',
    },
  ],
} as const;
