/** The bar above a table is one tab stop, and arrow keys lead to everything on it that can be pressed. */
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { RoomSession } from '$lib/session.svelte';
import type { Game } from '$lib/wire';
import type { Hints } from '../../src/pages/room/hints.svelte';
import TableBar from '../../src/pages/room/TableBar.svelte';

afterEach(() => vi.unstubAllGlobals());

/** How wide the window is, for the queries of style sheets. */
function wide(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, bound, px] = /(min|max)-width: (\d+)px/.exec(query) ?? [];
    const matches = bound === 'min' ? width >= Number(px) : bound === 'max' ? width <= Number(px) : false;
    return { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
  });
}

function bar(commands: string[]): HTMLElement[] {
  render(TableBar, {
    session: {
      code: 'ABCD',
      players: [],
      waiting: [],
      settings: { undo: true, hints: true },
      prompt: null,
      phase: 'playing',
      watchers: 0,
      readonly: false,
      command: (name: string) => (commands.includes(name) ? { name } : undefined),
    } as unknown as RoomSession,
    game: { id: 'rush', name: 'Rush' } as Game,
    hints: { busy: false } as Hints,
    onopen: () => undefined,
  });
  const nav = within(screen.getByRole('navigation'));
  return [...nav.getAllByRole('button'), ...nav.queryAllByRole('link')].filter(
    (it) => !(it as HTMLButtonElement).disabled,
  );
}

it.each([
  // Without a hint and a move to take back, these can be pressed.
  [1280, ['React', 'Pause', 'Flow of the game', 'Sound on', 'Dark theme', 'Menu']],
  [900, ['React', 'Pause', 'What happened', 'Flow of the game', 'Sound on', 'Dark theme', 'Menu']],
  [360, ['React', 'Menu']],
])('at %i px', async (width, names) => {
  wide(width);
  const user = userEvent.setup();
  const all = bar(['react', 'pause']);
  expect(all.filter((it) => it.tabIndex === 0)).toHaveLength(1);
  all.find((it) => it.tabIndex === 0)!.focus();
  const met: (string | null)[] = [];
  for (const _ of names) {
    met.push(document.activeElement!.getAttribute('aria-label'));
    await user.keyboard('{ArrowRight}');
  }
  expect(met).toEqual(names);
  expect(all).toHaveLength(names.length);
});
