/** The list of open tables on the first page. */
import { cleanup, render, screen, within } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { TableRow } from '$lib/wire';
import Home from '../../src/pages/Home.svelte';

const row = (code: string, more: Partial<TableRow>): TableRow => ({
  ...{ code, game: 'rush', phase: 'lobby', people: 2, seats: 4, host: 'Ada', listed: true },
  ...{ joinable: true, watch: 'nobody', mine: false, ...more },
});
const ROWS = [
  row('AAAA', {}),
  row('BBBB', { watch: 'anyone' }),
  row('CCCC', { joinable: false, watch: 'anyone' }),
  row('DDDD', { joinable: false, watch: 'anyone', phase: 'playing' }),
];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('says what each open table is doing, and offers what can be done there', async () => {
  const answers: Record<string, unknown> = {
    '/api/games': { games: [], levels: [] },
    '/api/guests': { token: 't', nickname: 'Bo' },
    '/api/rooms': { rooms: ROWS },
    '/api/me/rooms': { rooms: [] },
  };
  vi.stubGlobal('fetch', async (path: string) => ({ ok: true, status: 200, json: async () => answers[path] }));
  render(Home);
  await screen.findAllByText('Join', { selector: 'a' });
  const shown = [...document.querySelectorAll<HTMLElement>('.join ol li')].map((it) => [
    it.querySelector('span')!.textContent.includes('playing'),
    within(it)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ]);
  expect(shown).toEqual([
    [false, ['/t/AAAA']],
    [false, ['/t/BBBB/watch', '/t/BBBB']],
    [false, ['/t/CCCC/watch']],
    [true, ['/t/DDDD/watch']],
  ]);
});
