/** Finds the numbers in the result of a match by their shape, because the client knows no game. */
import { sentence, spaced } from '$lib/texts';
import type { Entry, Outcome } from '$lib/wire';

export interface MatchEnd {
  outcome: Outcome;
  /** By seat: the counts. */
  counts: Record<string, number>[];
  /** By seat: the remaining cards. */
  hands: string[][];
}

const isRecord = (it: unknown): it is Record<string, unknown> =>
  typeof it === 'object' && it !== null && !Array.isArray(it);

/** The entry that ended the match, if it is recent. */
export function lastEnd(entries: readonly Entry[]): { outcome: Outcome; results: unknown } | null {
  for (let at = entries.length - 1; at >= 0; at--) {
    const event = entries[at]?.event;
    if (!event || !('room' in event) || typeof event.room !== 'object' || !('game_over' in event.room)) continue;
    const { outcome, results } = event.room.game_over;
    return { outcome, results };
  }
  return null;
}

/** Looks for a list with one record of numbers, or of cards, per seat. */
export function perSeat(results: unknown, seats: number): Pick<MatchEnd, 'counts' | 'hands'> {
  const found: Pick<MatchEnd, 'counts' | 'hands'> = { counts: [], hands: [] };
  const look = (it: unknown): void => {
    if (Array.isArray(it)) {
      if (it.length !== seats) return;
      if (it.every((one) => isRecord(one) && Object.values(one).every((value) => typeof value === 'number')))
        found.counts = it as Record<string, number>[];
      else if (it.every((one) => Array.isArray(one) && one.every((card) => typeof card === 'string')))
        found.hands = it as string[][];
    } else if (isRecord(it)) Object.values(it).forEach(look);
  };
  look(results);
  return found;
}

/** Why a match ended, where the code alone would say little. */
const REASONS: Record<string, string> = {
  // Min or Max
  exact_threshold: 'The score is exactly on a threshold',
  exceeded_threshold: 'The score is past a threshold',
  cannot_beat: 'No card beats the top card',
  surrendered: 'A player gave up',
  stalemate: 'Everybody passed, and there is nothing left to draw',
  // May I?
  game_end: 'All rounds are played',
  // Rush
  timer_expired: 'Time is up',
  no_valid_moves: 'Nobody can play any more',
  manual_end: 'The players ended the game',
  player_won: 'A hand is empty',
  // Innovation
  achievements: 'That was the last achievement needed',
  score: 'The decks have run out, so points decide',
  effect: 'The effect of a card ended the match',
  // Data War
  launch_stacks: 'The rocket has its three launch stacks',
  all_cards: 'One side has all the cards',
  turn_cap: 'That was the last turn',
  draw: 'Both sides are even',
  concede: 'The other side gave up',
  // Any game
  abandoned: 'Everybody has left',
};
/** Counts whose code alone would say little. */
const COLUMNS: Record<string, string> = {
  // Min or Max
  total: 'Value of the cards played',
};
export const columnName = (code: string): string => COLUMNS[code] ?? sentence(spaced(code));

export const because = (reason: string): string => `${REASONS[reason] ?? sentence(spaced(reason))}.`;
