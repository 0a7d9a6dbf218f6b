/** There is a text for every way in which a match of the catalogue's games can end. */
import { expect, it } from 'vitest';
import { because } from '../../src/pages/room/numbers';

const WORDS: Record<string, string[]> = {
  'min-or-max': ['exact_threshold', 'exceeded_threshold', 'cannot_beat', 'surrendered', 'stalemate'],
  'may-i': ['game_end'],
  rush: ['timer_expired', 'no_valid_moves', 'manual_end', 'player_won'],
  innovation: ['achievements', 'score', 'effect'],
  'data-war': ['launch_stacks', 'all_cards', 'turn_cap', 'draw', 'concede'],
};

it.each(Object.values(WORDS).flat())('%s is a sentence', (word) => {
  expect(because(word).split(' ').length).toBeGreaterThan(2);
});
it('a word that nobody has described stands as it is', () => {
  expect(because('out_of_tea')).toBe('Out of tea.');
});
