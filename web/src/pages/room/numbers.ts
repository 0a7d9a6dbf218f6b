/** Finds the end of a match in the log, and the numbers in its result by their shape: the client knows no game. */
import { sentence, spaced } from '$lib/texts';
import type { Entry, Outcome } from '$lib/wire';

export interface MatchEnd {
  outcome: Outcome;
  results: unknown;
  /** What the log says about it. */
  told: readonly Entry[];
}

export interface PerSeat {
  /** By seat: the counts. */
  counts: Record<string, number>[];
  /** By seat: the remaining cards. */
  hands: string[][];
}

const isRecord = (it: unknown): it is Record<string, unknown> =>
  typeof it === 'object' && it !== null && !Array.isArray(it);

const isOfRoom = (event: Entry['event'], notice: string): boolean =>
  'room' in event && typeof event.room === 'object' && notice in event.room;

/** The game's last sentence in the match that the entry at `end` ended. */
function lastTold(entries: readonly Entry[], end: number): Entry[] {
  for (let at = end - 1; at >= 0; at--) {
    const entry = entries[at]!;
    if (isOfRoom(entry.event, 'game_starting')) return [];
    if ('game' in entry.event && entry.text) return [entry];
  }
  return [];
}

/** How the match ended, if that is recent: in the game's last sentence, and in the room's if it has one. */
export function lastEnd(entries: readonly Entry[]): MatchEnd | null {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at]!;
    const { event } = entry;
    if (!('room' in event) || typeof event.room !== 'object' || !('game_over' in event.room)) continue;
    const { outcome, results } = event.room.game_over;
    return { outcome, results, told: [...lastTold(entries, at), ...(entry.text ? [entry] : [])] };
  }
  return null;
}

/** Looks for a list with one record of numbers, or of cards, per seat. */
export function perSeat(results: unknown, seats: number): PerSeat {
  const found: PerSeat = { counts: [], hands: [] };
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

export const columnName = (code: string): string => sentence(spaced(code));
