/** The boards, each loaded when it is first needed. A game without one is played on the generic screen. */
import type { Component } from 'svelte';
import { settings } from '$lib/settings.svelte';
import type { Choice, Prompt, Table } from '$lib/table/table';

export type BoardComponent = Component<{ table: Table<never, never> }>;
export interface BoardModule {
  default: BoardComponent;
  /** The board's own log, which the page opens in place of its own. */
  Log?: Component<{ table: Table<never, never>; titled?: boolean }>;
}

const found = import.meta.glob<BoardModule>('./*/Board.svelte');

export const boardOf = (game: string): (() => Promise<BoardModule>) | undefined =>
  settings.all.words ? undefined : found[`./${game}/Board.svelte`];

/** The time to see the end of a match before the results cover it: a rocket launch, and its numbers, take longer. */
const LAST_SCENE: Record<string, number> = { 'data-war': 3400 };
/** Slow animations need more; without them there is as much to read. */
export const lastSceneMs = (game: string): number => (LAST_SCENE[game] ?? 1100) * Math.max(1, settings.pace);

/** Boards that show the log themselves, and export it as `Log`; the page gives them its log column. */
const OWN_LOG = new Set(['innovation']);
export const hasOwnLog = (game: string): boolean => boardOf(game) !== undefined && OWN_LOG.has(game);

/**
 * Games that begin with screens before the deal, and the answer that leads past them, if the room offers it. "Play now"
 * gives it, because it promises a card with one click; whoever opens a table sees the screens.
 */
const DEAL: Record<string, string> = { 'data-war': JSON.stringify({ event: 'SKIP_TO_GAME' }) };
export const dealAtOnce = (game: string, prompt: Prompt | null): Choice | undefined =>
  prompt?.choices.find((it) => JSON.stringify(it.action) === DEAL[game]);
