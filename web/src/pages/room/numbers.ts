/** What the end of a match tells in numbers, found by its shape: a client knows no game. */
import type { Entry, Outcome } from '$lib/wire';

export interface MatchEnd {
  outcome: Outcome;
  /** By seat: what was counted. */
  counts: Record<string, number>[];
  /** By seat: the cards that were left. */
  hands: string[][];
}

const isRecord = (it: unknown): it is Record<string, unknown> =>
  typeof it === 'object' && it !== null && !Array.isArray(it);

/** The entry that ended the match, if it is among the last ones. */
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
