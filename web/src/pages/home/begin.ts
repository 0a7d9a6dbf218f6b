import type { RoomSession } from '$lib/session.svelte';
import { chance } from './chance';

/** The table at which the match should start as soon as this page is seated: "Play now" is one click. */
let wanted: string | null = null;

export function beginAt(code: string): void {
  wanted = code;
}

/** Whether a match should start at this table. Can be asked only once. */
export function takeBeginning(code: string): boolean {
  const is = wanted === code;
  wanted = null;
  return is;
}

/**
 * Declares this player ready, and starts. This browser's contribution to the seed is made here, after the server has
 * committed to its own part.
 */
export async function begin(session: Pick<RoomSession, 'command' | 'say'>): Promise<void> {
  const may = (name: string) => session.command(name) !== undefined;
  if (may('ready')) await session.say('ready', chance());
  if (may('start_game')) await session.say('start_game');
}
