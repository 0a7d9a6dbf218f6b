/** Every page in both themes and at both sizes: nothing inaccessible, nothing too wide, no console errors. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code, faults, launch, person, shot, smallTargets, type Device, type Theme } from './browser';
import { readPath, type Route } from '../../src/paths';
import { newRoom, results } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  // Nothing may time out while it is inspected.
  [server, browser] = await Promise.all([serve({ scale: 1 }), launch()]);
});
afterAll(() => server?.stop());

/** Whatever is wrong with a page: for readers of any kind, and for fingers. */
const wrongs = async (page: Page): Promise<string[]> => [...(await faults(page)), ...(await smallTargets(page))];

const GAMES = ['min-or-max', 'may-i', 'rush', 'innovation', 'data-war'];
/** Name, path, and a text that is visible once the page is complete. */
const PAGES: [string, string, string][] = [
  ['home', '/', 'button:has-text("Play now")'],
  ['settings', '/settings', 'main h1'],
  ['licences', '/licences', 'main pre'],
  ['missing', '/there/is/nothing', 'main h1'],
  ['no-room', '/t/ZZZZ', 'main h1:has-text("There is no such table")'],
  ['room-gone', '/t/ZZZZ/watch', 'main h1:has-text("There is no such table")'],
  ['no-replay', '/replay/none', 'main h1'],
  ['no-rules', '/rules/none', 'main h1'],
  ['no-machine', '/inspect/replay/none', 'main h1'],
  ['no-room-machine', '/inspect/room/ZZZZ', 'main h1'],
  ...GAMES.map((game): [string, string, string] => [`rules-${game}`, `/rules/${game}`, 'main h2']),
  ...GAMES.map((game): [string, string, string] => [`inspect-${game}`, `/inspect/game/${game}`, '.chart g.state']),
];
// Every page in both themes and at both sizes; all four combinations would not find more.
const LOOKS: [Theme, Device][] = [
  ['night', 'desktop'],
  ['day', 'phone'],
];

// A new page of `src/pages` fails here until the list has a path that leads to it.
it('every page is in the list', () => {
  const drawn = new Set(PAGES.map(([, path]) => readPath(path).page));
  const routes = [...readFileSync('src/App.svelte', 'utf8').matchAll(/case '(\w+)':/g)].map((it) => it[1]);
  expect(routes.length).toBeGreaterThan(6);
  expect(routes.filter((it) => !drawn.has(it as Route['page']))).toEqual([]);
});

describe.each(LOOKS)('by %s on a %s', (theme, device) => {
  it('pages', async () => {
    const { page, context, errors } = await person(browser, server.base, { theme, device });
    const wrong: Record<string, string[]> = {};
    for (const [name, path, whole] of PAGES) {
      await page.goto(path);
      await page.locator(whole).first().waitFor();
      const found = await wrongs(page);
      if (found.length > 0) wrong[name] = found;
      await shot(page, `${name}-${theme}-${device}`);
    }
    await context.close();
    expect(wrong).toEqual({});
    expect(errors).toEqual([]);
  });

  it('a start page with many tables, and what a state of a machine runs', async () => {
    const [ada, bo] = await Promise.all([
      person(browser, server.base, { theme, device }),
      person(browser, server.base, { nickname: 'Bo' }),
    ]);
    for (let own = 0; own < 4; own++) await newRoom(ada.page, { game: 'rush' });
    for (let other = 0; other < 10; other++) await newRoom(bo.page, { game: 'rush', listed: true });
    const { page } = ada;
    await page.goto('/');
    const rows = page.locator('.join ol li');
    await page.getByText('where you have a seat').waitFor();
    await expect.poll(() => rows.count()).toBe(8);
    expect(await wrongs(page)).toEqual([]);
    await shot(page, `many-tables-${theme}-${device}`);
    const more = page.getByRole('button', { name: /^Show \d+ more table/ });
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(8);
    expect(await more.count()).toBe(0);

    await page.goto('/inspect/game/may-i');
    await page.getByRole('combobox', { name: 'Look at a state' }).selectOption('playing');
    await page.getByRole('button', { name: 'round' }).waitFor();
    expect(await wrongs(page)).toEqual([]);
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await Promise.all([ada.context.close(), bo.context.close()]);
  });

  it('a table from the dialog to the lobby', async () => {
    const { page, context, errors } = await person(browser, server.base, { theme, device });
    await page.goto('/');
    await page.getByRole('button', { name: 'New table of May I?' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await wrongs(page)).toEqual([]);
    await shot(page, `new-table-${theme}-${device}`);
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL('**/t/*');
    await page.getByRole('button', { name: 'Seat a bot' }).click();
    await page.getByRole('button', { name: 'Seat a bot' }).click();
    await page.getByText('Bot', { exact: false }).first().waitFor();
    expect(await wrongs(page)).toEqual([]);
    await shot(page, `lobby-${theme}-${device}`);

    // Somebody else gets the page for joining.
    const guest = await person(browser, server.base, { theme, device, nickname: 'Bo' });
    await guest.page.goto(`/t/${code(page)}`);
    await guest.page.getByRole('button', { name: 'Sit down' }).waitFor();
    expect(await wrongs(guest.page)).toEqual([]);
    await shot(guest.page, `door-${theme}-${device}`);
    await guest.context.close();
    await context.close();
    expect([...errors, ...guest.errors]).toEqual([]);
  });

  it('the end of a match, its replay, its machines and a table that is closed', async () => {
    const ada = await person(browser, server.base, { theme, device });
    const { page } = ada;
    const table = await newRoom(page, { game: 'data-war', bots: ['house'], start: true });
    await page.goto(`/t/${table}`);
    await page.getByRole('button', { name: 'Deal the cards' }).click();
    await page.locator('.data-war .deeds').getByRole('button', { name: 'Game menu' }).dispatchEvent('click');
    await page.getByRole('button', { name: 'Concede' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    const link = results(page).getByRole('link', { name: 'Watch the replay' });
    await link.waitFor();
    expect(await wrongs(page)).toEqual([]);
    await shot(page, `results-${theme}-${device}`);
    const path = (await link.getAttribute('href')) ?? '';
    await page.goto(path);
    await page.locator('[data-replay="0"]').waitFor();
    expect(await wrongs(page)).toEqual([]);
    await shot(page, `replay-${theme}-${device}`);
    await page.goto(path.replace('/replay/', '/inspect/replay/'));
    await page.locator('.chart g.state.on').first().waitFor();
    expect(await wrongs(page)).toEqual([]);
    await shot(page, `inspect-replay-${theme}-${device}`);
    await page.goto(`/inspect/room/${table}`);
    await page.locator('.chart g.state.on').first().waitFor();
    expect(await wrongs(page)).toEqual([]);

    // A strict room closes with its last person.
    const strict = await newRoom(page, { game: 'rush', watch: 'anyone', settings: { preset: 'strict' } });
    await page.goto(`/t/${strict}`);
    await page.getByRole('button', { name: 'I am ready' }).waitFor();
    const eve = await person(browser, server.base, { theme, device, nickname: 'Eve' });
    await eve.page.goto(`/t/${strict}/watch`);
    await eve.page.getByText('Chairs').or(eve.page.getByText('Empty chair')).first().waitFor();
    await page.getByRole('button', { name: 'Leave the table' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
    await eve.page.getByRole('heading', { name: 'This table is closed' }).waitFor();
    expect(await wrongs(eve.page)).toEqual([]);
    await shot(eve.page, `closed-${theme}-${device}`);
    expect([...ada.errors, ...eve.errors]).toEqual([]);
    await ada.context.close();
    await eve.context.close();
  });

  it('a server that does not answer', async () => {
    const { page, context, errors } = await person(browser, server.base, { theme, device });
    await page.route('**/api/**', (asked) => asked.abort());
    for (const path of ['/', '/t/ABCD', '/replay/any', '/inspect/game/rush']) {
      await page.goto(path);
      await page.getByText('The server does not answer').first().waitFor();
      expect(await wrongs(page), path).toEqual([]);
      await shot(page, `gone-${path.split('/')[1] || 'home'}-${theme}-${device}`);
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  it.each(GAMES)('the table of %s', async (game) => {
    const { page, context, errors } = await person(browser, server.base, { theme, device });
    const name = {
      'min-or-max': 'Min or Max',
      'may-i': 'May I?',
      rush: 'Rush',
      innovation: 'Innovation',
      'data-war': 'Data War',
    }[game]!;
    await page.goto('/');
    await page.getByRole('button', { name: `Play now: ${name}` }).click();
    await page.waitForURL('**/t/*');
    // Cards, or what is asked or shown before there are any.
    await page.locator('main .table').locator('[data-piece]:visible, .question, .deck:visible').first().waitFor();
    expect(await wrongs(page)).toEqual([]);
    await shot(page, `table-${game}-${theme}-${device}`);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await wrongs(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await wrongs(page)).toEqual([]);
    await context.close();
    expect(errors).toEqual([]);
  });
});
