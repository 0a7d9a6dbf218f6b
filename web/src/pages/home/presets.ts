import type { Game, Preset } from '$lib/wire';

/** Presets for simulations, which wait for nobody and show nothing, are not for people. */
const FOR_PROGRAMS = new Set(['bench', 'headless']);

export const presetsForPlayers = (game: Game): Preset[] => game.presets.filter((it) => !FOR_PROGRAMS.has(it.name));

/** The best number of bots for a game; other games get as many as they need. */
const OPPONENTS: Record<string, number> = { 'min-or-max': 2, rush: 3, 'may-i': 2, innovation: 1, 'data-war': 1 };

/** The bots of "Play now". */
export function opponents(game: Game, levels: readonly string[]): string[] {
  const wanted = OPPONENTS[game.id] ?? game.seats[0] - 1;
  const number = Math.max(game.seats[0] - 1, Math.min(game.seats[1] - 1, wanted));
  // A game with a house plays it by its own rules.
  const level = game.house ? 'house' : (['medium', 'easy'].find((it) => levels.includes(it)) ?? levels[0] ?? 'random');
  return Array.from({ length: number }, () => level);
}
