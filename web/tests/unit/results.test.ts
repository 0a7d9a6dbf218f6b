/** The standing: as the game says it, with no rule of its own. */
import { render, screen, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { RoomSession } from '$lib/session.svelte';
import type { Outcome, Player, TableState } from '$lib/wire';
import Results from '../../src/pages/room/Results.svelte';

const names = ['Ada', 'Bo', 'Cy'];
const players = names.map((name, seat) => ({ id: seat, seat, name, bot: null, wins: 0, vote: null })) as never[];

function show(scores: number[], winners: number[], standing: TableState['standing']): string[][] {
  const result = { reason: 'over', winners, losers: [], scores } as unknown as Outcome;
  render(Results, {
    session: {
      entries: [],
      players: players as Player[],
      state: { result, standing, deadline: null } as unknown as TableState,
      phase: 'results',
      seat: 0,
      you: 0,
      deal: null,
      replay: null,
      command: () => undefined,
      now: () => 0,
    } as unknown as RoomSession,
    onboard: () => undefined,
    onleave: () => undefined,
  });
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim() ?? ''));
}

describe('results', () => {
  it('are ordered by the places that the game gives', () => {
    const rows = show([31, 4, 12], [1], { places: [3, 1, 2], score: 'Points' });
    expect(rows[0]).toEqual(['Place', 'Player', 'Points', 'Wins']);
    expect(rows.slice(1).map(([place, , points]) => [place, points])).toEqual([
      ['1', '4'],
      ['2', '12'],
      ['3', '31'],
    ]);
  });
  it('name the winner and no numbers if the game has none', () => {
    const rows = show([-1, 1, 0], [1], {});
    expect(rows[0]).toEqual(['Player', 'Wins']);
    expect(rows[1]?.[0]).toContain('Bo');
    expect(rows).toHaveLength(4);
  });
});
