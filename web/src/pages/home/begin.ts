import type { RoomSession } from '$lib/session.svelte';
import { chance } from './chance';

/** The table at which the match is to begin as soon as this page sits there: "Play now" is one click. */
let wanted: string | null = null;

export function beginAt(code: string): void {
  wanted = code;
}

/** Whether a match is to begin at this table. It is asked once. */
export function takeBeginning(code: string): boolean {
  const is = wanted === code;
  wanted = null;
  return is;
}

/**
 * Says that this player is ready, and starts. What this browser adds to the seed is made here, after the server has
 * shown what its own part is bound to.
 */
export async function begin(session: Pick<RoomSession, 'command' | 'say'>): Promise<void> {
  const may = (name: string) => session.command(name) !== undefined;
  if (may('ready')) await session.say('ready', chance());
  if (may('start_game')) await session.say('start_game');
}
