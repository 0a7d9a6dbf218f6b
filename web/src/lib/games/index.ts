/** The boards, each loaded when it is first needed. A game that has none is played on the generic screen. */
import type { Component } from 'svelte';
import type { Table } from '$lib/table/table';

export type BoardComponent = Component<{ table: Table<never, never> }>;

const found = import.meta.glob<{ default: BoardComponent }>('./*/Board.svelte');

export const boardOf = (game: string): (() => Promise<{ default: BoardComponent }>) | undefined =>
  found[`./${game}/Board.svelte`];
