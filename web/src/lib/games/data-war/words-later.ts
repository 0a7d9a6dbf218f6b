/** The texts of the screens before the deal, which are loaded with them. */
import { count } from '$lib/texts';

const stackCount = (stacks: number) => count(stacks, 'launch stack', 'launch stacks');

export const setup = {
  lead: 'Your data is their fuel. Turn over cards, win their piles, collect launch stacks and be gone.',
  intro: 'Four sentences and seven kinds of cards. It takes a minute.',
  /** Before, in bold, and after the number of launch stacks. */
  mission: (stacks: number) =>
    [
      'Collect ',
      stackCount(stacks),
      ' before your rival does. Or take every card they have. A player who cannot pay for a war also loses. Then the rocket is yours.',
    ] as const,
} as const;

/** The quick guide: the course of the game, and the families of cards; `stacks` is how many launch stacks win. */
export const guide = (stacks: number) => ({
  steps: [
    'Both turn over the top card of their deck.',
    'The higher value takes everything in play.',
    'Equal? Data war: both lay cards face down and one face up, and the higher one takes all.',
    `With ${stackCount(stacks)}, or a rival without cards, you leave for space.`,
  ],
  families: [
    { card: 'common-4-01', name: 'Data', text: 'Counts its number, and nothing more.' },
    { card: 'tracker-2-01', name: 'Trackers', text: 'Add their number, and you lay one more card on top.' },
    {
      card: 'blocker-2-01',
      name: 'Blockers',
      text: 'Take their number from the other side, and you lay one more card.',
    },
    {
      card: 'firewall-empathy-01',
      name: 'Firewalls',
      text: 'As high as cards get, and with a trick: swap decks, pick your next card, send stacks back, smack trackers.',
    },
    {
      card: 'move-buyout-01',
      name: 'Moves',
      text: 'Just as high, and they rob: buy cards, steal a stack, force a war, or sulk and take some back.',
    },
    {
      card: 'ls-rocket-company-01',
      name: 'Launch stacks',
      text: `Worth nothing now. Whoever wins the turn keeps it. To win the game you need ${stacks}.`,
    },
    {
      card: 'data-grab-01',
      name: 'Data Grab',
      text: 'Nobody wins the pile: it is shared out, or grabbed out of the air.',
    },
  ],
});
