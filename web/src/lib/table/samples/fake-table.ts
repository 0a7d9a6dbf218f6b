/** A table for tests of boards: it is given what a room would send and records the answers. */
import { vi } from 'vitest';
import type { Table } from '$lib/table/table';
import type { Choice, Entry, Player, Prompt, Waiting } from '$lib/wire';

export interface Sample {
  now: number;
  players: Player[];
  options: Record<string, unknown>;
  seat: number | null;
  game: unknown;
  began: number | null;
  paused: boolean;
  prompt: Prompt | null;
  offers: Choice[];
  waiting: Waiting[];
}

export interface FakeTable<View, Action> extends Table<View, Action> {
  choose: ReturnType<typeof vi.fn<Table<View, Action>['choose']>>;
  fill: ReturnType<typeof vi.fn<Table<View, Action>['fill']>>;
  dryRun: ReturnType<typeof vi.fn<Table<View, Action>['dryRun']>>;
}

export function fakeTable<View, Action>(
  game: string,
  sample: unknown,
  entries: readonly Entry[] = [],
): FakeTable<View, Action> {
  const room = sample as Sample;
  return {
    game,
    view: room.game as View,
    seat: room.seat,
    players: room.players,
    options: room.options,
    prompt: room.prompt as Prompt<Action> | null,
    offers: room.offers as Choice<Action>[],
    waiting: room.waiting,
    entries,
    began: room.began,
    paused: room.paused,
    now: () => room.now,
    busy: false,
    refusal: null,
    readonly: false,
    choose: vi.fn(() => Promise.resolve(true)),
    fill: vi.fn(() => Promise.resolve(true)),
    dryRun: vi.fn(() => Promise.resolve({ code: 'no', sentence: 'That does not fit.' })),
    showCard: vi.fn(),
  };
}
