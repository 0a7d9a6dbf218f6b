/** The results: as the game says them, with no rule and no word of a game here. */
import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { lastSceneMs } from '$lib/games';
import { settings } from '$lib/settings.svelte';
import type { RoomSession } from '$lib/session.svelte';
import type { Entry, Outcome, Player, TableState } from '$lib/wire';
import { lastEnd } from '../../src/pages/room/numbers';
import Results from '../../src/pages/room/Results.svelte';

const names = ['Ada', 'Bo', 'Cy'];
const players = names.map((name, seat) => ({ id: seat, seat, name, bot: null, wins: 0, vote: null })) as never[];
const outcome = (scores: number[], winners: number[]) =>
  ({ reason: 'some_code', winners, losers: [], scores }) as unknown as Outcome;

interface Shown {
  scores: number[];
  winners: number[];
  standing?: TableState['standing'];
  entries?: Entry[];
  commands?: string[];
}
function open({ scores, winners, standing = {}, entries = [], commands = [] }: Shown) {
  const say = vi.fn(async () => true);
  render(Results, {
    session: {
      entries,
      players: players as Player[],
      state: { result: outcome(scores, winners), standing, deadline: null } as unknown as TableState,
      phase: 'results',
      seat: 0,
      you: 0,
      deal: null,
      replay: null,
      say,
      command: (name: string) => (commands.includes(name) ? { name } : undefined),
      now: () => 0,
    } as unknown as RoomSession,
    onboard: () => undefined,
    onleave: () => undefined,
  });
  return say;
}
function rows(): string[][] {
  const found = within(screen.getByRole('table')).getAllByRole('row');
  return found.map((row) => [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim() ?? ''));
}

describe('results', () => {
  it('are ordered by the places that the game gives', () => {
    open({ scores: [31, 4, 12], winners: [1], standing: { places: [3, 1, 2], score: 'Points' } });
    const all = rows();
    expect(all[0]).toEqual(['Place', 'Player', 'Points', 'Wins']);
    expect(all.slice(1).map(([place, , points]) => [place, points])).toEqual([
      ['1', '4'],
      ['2', '12'],
      ['3', '31'],
    ]);
  });
  it('name the winner and no numbers if the game has none', () => {
    open({ scores: [-1, 1, 0], winners: [1] });
    const all = rows();
    expect(all[0]).toEqual(['Player', 'Wins']);
    expect(all[1]?.[0]).toContain('Bo');
    expect(all).toHaveLength(4);
  });
});

const game = (number: number, text?: string): Entry => ({
  ...{ number, at: 0, event: { game: 'anything' } },
  ...(text === undefined ? {} : { text: [text] }),
});
const begins = (number: number): Entry => ({
  ...{ number, at: 0, text: ['Match 1 begins'] },
  event: { room: { game_starting: { game_no: 1, seats: 3, options: {}, settings: {} as never } } },
});
const ends = (number: number, results?: unknown, text?: string): Entry => ({
  ...{ number, at: 0, event: { room: { game_over: { outcome: outcome([0, 0, 0], []), results, counters: [] } } } },
  ...(text === undefined ? {} : { text: [text] }),
});
const told = (entries: Entry[]) => lastEnd(entries)?.told.map((it) => it.text);

describe('why a match has ended', () => {
  it('is said in the last sentence of the game', () => {
    expect(told([begins(1), game(2, 'Ada plays'), game(3, 'Bo is out of tea'), game(4), ends(5)])).toEqual([
      ['Bo is out of tea'],
    ]);
  });
  it('is said by the room too, where it has a sentence', () => {
    expect(told([game(1, 'Bo is out of tea'), ends(2, null, 'Ada wins the game'), begins(3)])).toEqual([
      ['Bo is out of tea'],
      ['Ada wins the game'],
    ]);
  });
  it('is not taken from an earlier match', () => {
    expect(told([game(1, 'Bo is out of tea'), ends(2), begins(3), game(4), ends(5)])).toEqual([]);
  });
  it('stands below the headline, and no code does', () => {
    open({ scores: [0, 0, 0], winners: [], entries: [game(1, 'Bo is out of tea'), ends(2)] });
    const said = screen.getByRole('region', { name: 'Results' });
    expect(said.querySelector('header')?.textContent?.replace(/\s+/g, ' ').trim()).toBe(
      'Nobody wins Bo is out of tea.',
    );
    expect(said.textContent).not.toMatch(/some.code/i);
  });
});

it('the cards that somebody has left are one tab stop, with arrow keys within', async () => {
  const hands = [[], ['7H', '8H', '9S'], []];
  open({ scores: [0, 0, 0], winners: [], entries: [ends(1, { hands })] });
  const cards = [...document.querySelectorAll<HTMLElement>('.held button')];
  expect(cards.map((it) => it.tabIndex)).toEqual([0, -1, -1]);
  cards[0]!.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(cards[2]);
});

const rendered = () => new Promise((done) => requestAnimationFrame(done));

it('the results take the focus that the last card had, but not from something else', async () => {
  open({ scores: [0, 0, 0], winners: [] });
  await rendered();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Results' }));
  cleanup();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  open({ scores: [0, 0, 0], winners: [] });
  await rendered();
  expect(document.activeElement).toBe(field);
  field.remove();
});

it('who was replaced by a bot before the end can take the seat back', async () => {
  const say = open({ scores: [0, 0, 0], winners: [], commands: ['reconnect'] });
  await userEvent.click(screen.getByRole('button', { name: 'Take my seat back' }));
  expect(say).toHaveBeenCalledExactlyOnceWith('reconnect');
});

it.each([
  ['off', 3400],
  ['fast', 3400],
  ['normal', 3400],
  ['slow', 6800],
] as const)('the last scene is seen before the results, with motion %s', (motion, ms) => {
  settings.set('motion', motion);
  expect(lastSceneMs('data-war')).toBe(ms);
  settings.set('motion', 'normal');
});
