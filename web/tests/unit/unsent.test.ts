/** What was not sent yet is shown as such: at the table and in the banner of a lost connection. */
import { cleanup, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Banner from '../../src/pages/room/Banner.svelte';
import Overlays from '../../src/pages/room/Overlays.svelte';
import { texts } from '../../src/lib/texts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const room = (unsent: number) => ({
  ...{ unsent, connection: 'lost', retryAt: 5000, players: [], paused: false, phase: 'playing' },
  clock: () => 0,
  command: () => undefined,
  retryNow: vi.fn(),
});

test('a move that is not sent yet is shown at the table', () => {
  const props = (unsent: number) => ({
    session: room(unsent) as never,
    since: { from: null, entries: [] } as never,
    hints: { shown: null } as never,
  });
  render(Overlays, props(1));
  expect(screen.getByText(texts.table.unsentPending).closest('[role="status"]')).not.toBeNull();
  cleanup();
  render(Overlays, props(0));
  expect(screen.queryByText(texts.table.unsentPending)).toBeNull();
});

test.each([
  [1, '1 move is'],
  [3, '3 moves are'],
])('the banner counts %i', async (unsent, words) => {
  const session = room(unsent);
  render(Banner, { session: session as never });
  // A short interruption is not reported.
  expect(screen.getByRole('status').textContent.trim()).toBe('');
  vi.advanceTimersByTime(500);
  await tick();
  expect(screen.getByRole('status').textContent).toContain(words);
  screen.getByRole('button', { name: texts.connection.now }).click();
  expect(session.retryNow).toHaveBeenCalled();
});

test('the banner of a connection without moves counts nothing', async () => {
  render(Banner, { session: room(0) as never });
  vi.advanceTimersByTime(500);
  await tick();
  expect(screen.getByRole('status').querySelector('b')).toBeNull();
});
