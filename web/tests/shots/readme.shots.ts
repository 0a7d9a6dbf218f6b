/**
 * The README's screenshots: every screen and board of the real client at the real server. `cargo xtask shots` runs it.
 */
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { code, launch, person, type Device, type Theme, type Visit } from '../e2e/browser';
import { newRoom } from '../e2e/match';
import { serve, type Pace } from '../e2e/server';
import { Album } from './album';
import { autoplay } from './autoplay';

let browser: Browser;
let album: Album;
beforeAll(async () => {
  browser = await launch();
  album = new Album(browser, resolve(process.env['CROUPIER_PICTURES'] ?? '../docs/pictures'));
});
afterAll(async () => {
  console.log(album.lines.join('\n'));
  await browser.close();
});

const LOOKS: [Theme, Device][] = [
  ['night', 'desktop'],
  ['day', 'phone'],
];

/** Each scene has its own server with a fixed seed, so that it is the same every time. */
async function scene(
  visit: Visit,
  { seed, scale = 8 }: Pace,
  play: (page: Page, base: string) => Promise<void>,
): Promise<void> {
  const server = await serve({ scale, seed });
  const ada = await person(browser, server.base, {
    nickname: 'Ada',
    density: visit.device === 'phone' ? 2 : 1,
    ...visit,
  });
  try {
    await play(ada.page, server.base);
  } finally {
    await ada.context.close();
    await server.stop();
  }
}

/** A match with its first moves made, or played to its end. */
async function begun(page: Page, game: string, bots: string[], set: Record<string, unknown>, moves: number) {
  const room = await newRoom(page, { game, bots, set, start: true, settings: {} });
  // The moves are made from another page of the same guest, which stays open, so that nobody leaves the table
  // meanwhile.
  const hands = await page.context().newPage();
  await hands.goto('/settings');
  await autoplay(hands, game, room, moves);
  await page.goto(`/t/${room}`);
  await page.locator('main .table').waitFor();
}

/** Waits until it is the viewer's turn and nothing is moving. */
async function ready(page: Page): Promise<void> {
  await page.locator('header.mine').waitFor();
  await page.waitForTimeout(700);
  await page.mouse.move(2, 2);
}

const BOARDS: {
  game: string;
  bots: string[];
  set: Record<string, unknown>;
  moves: number;
  seed: number;
  scale?: number;
}[] = [
  {
    game: 'min-or-max',
    bots: ['greedy', 'greedy'],
    set: { turn_ms: null, max_range: [60, 80] },
    moves: 0,
    seed: 21,
  },
  {
    game: 'may-i',
    bots: ['greedy', 'greedy', 'greedy'],
    set: { starting_round: 2, turn_limit_ms: null },
    moves: 14,
    seed: 5,
  },
  {
    game: 'rush',
    bots: ['greedy', 'greedy', 'greedy'],
    set: { turn_limit_ms: null },
    moves: 1,
    seed: 7,
    scale: 2,
  },
  { game: 'innovation', bots: ['greedy', 'greedy'], set: {}, moves: 26, seed: 11 },
  { game: 'data-war', bots: ['house'], set: {}, moves: 14, seed: 13 },
];

describe.each(LOOKS)('by %s on a %s', (theme, device) => {
  const look = { theme, device };
  const named = (name: string) => `${name}-${device}`;

  it.each([
    ['home', '/'],
    ['rules', '/rules/innovation'],
    ['settings', '/settings'],
  ])('%s', (name, path) =>
    scene(look, { seed: 1 }, async (page) => {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
      await album.take(page, named(name));
    }),
  );

  it('lobby', () =>
    scene(look, { seed: 2 }, async (page, base) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'New table of May I?' }).click();
      await page.getByRole('button', { name: 'Open the table' }).click();
      await page.waitForURL('**/t/*');
      const bo = await person(browser, base, { nickname: 'Bo' });
      await bo.page.goto(`/t/${code(page)}`);
      await bo.page.getByRole('button', { name: 'Sit down' }).click();
      await bo.page.getByRole('button', { name: 'I am ready' }).click();
      await page.getByRole('button', { name: 'Seat a bot' }).click();
      await page.getByText('Bo', { exact: true }).first().waitFor();
      await page.waitForTimeout(400);
      await page.evaluate(() => scrollTo(0, 0));
      await album.take(page, named('lobby'));
      await bo.context.close();
    }));

  it.each(BOARDS)('$game', ({ game, bots, set, moves, seed, scale }) =>
    scene(look, { seed, scale }, async (page) => {
      await begun(page, game, bots, set, moves);
      await ready(page);
      await album.take(page, named(game));
    }),
  );

  it('results, replay, inspector', () =>
    scene(look, { seed: 17, scale: 2 }, async (page) => {
      await begun(page, 'min-or-max', ['greedy', 'greedy'], { turn_ms: null }, 500);
      await page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Play again' }).waitFor();
      await page.waitForTimeout(600);
      await album.take(page, named('results'));
      await page.getByRole('link', { name: 'Watch the replay' }).click();
      await page.locator('[data-replay="0"]').waitFor();
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(80);
      }
      await page.waitForTimeout(500);
      await album.take(page, named('replay'));
      await page.goto(page.url().replace('/replay/', '/inspect/replay/'));
      await page.locator('.chart svg g.state.on').first().waitFor();
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(80);
      }
      await page.waitForTimeout(500);
      await album.take(page, named('inspector'));
    }));
});
