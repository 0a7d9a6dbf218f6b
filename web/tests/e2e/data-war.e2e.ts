/** Data War against the house: all of its questions by mouse, by touch at 360 px and by keyboard alone, and to the end. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code, faults, launch, person, shot } from './browser';
import { missing } from '../prompts';
import { press, table, type Way } from './hands';
import { noteSent } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Decks in which four turns ask every question: an open, a tantrum, a scramble and a war. */
const DECKS = {
  p1_strategy: 'custom',
  p1_custom: ['firewall-open', 'common-1', 'move-tantrum', 'common-2', 'data-grab', 'common-4'],
  p2_strategy: 'custom',
  p2_custom: ['common-1', 'tracker-3', 'common-5', 'common-3', 'common-4'],
};
const SCRAMBLE = { data_grab: 'scramble' };

const open = (page: Page, set: Record<string, unknown>): Promise<void> =>
  table(page, 'data-war', ['house'], { ...set, ...DECKS });

/** Changes the place and gives up. */
async function throughMenu(page: Page, way: Way): Promise<void> {
  const board = page.locator('.data-war');
  await press(page, board.locator('.deeds').getByRole('button', { name: 'Menu' }), way);
  await board.getByText('Paused').waitFor();
  for (const name of ['Where to play', 'Nebula', 'Menu', 'Concede', 'Yes'])
    await press(page, page.getByRole('dialog').getByRole('button', { name }), way);
  await page.getByRole('region', { name: 'Results' }).waitFor();
}

/** Answers what the board asks, and says which kind of question it was. */
async function step(page: Page, way: Way): Promise<string | null> {
  const board = page.locator('.data-war');
  const visible = (name: string | RegExp) => board.getByRole('button', { name, exact: true }).first();
  const setup = board.locator('.setup');
  if (await setup.isVisible()) {
    const title = (await setup.locator('h2').textContent()) ?? '';
    const radios = setup.getByRole('radio');
    if ((await radios.count()) > 0) {
      if ((await setup.locator('[role="radio"][aria-checked="true"]').count()) === 0) await press(page, radios, way);
      await press(page, setup.locator('.deeds button'), way);
      return title;
    }
    for (const name of ['Choose who flies', 'Show me', 'On to the mission', 'Accept, and deal']) {
      const button = setup.getByRole('button', { name, exact: true });
      if (await button.isVisible()) {
        await press(page, button, way);
        return title;
      }
    }
    return null;
  }
  const options = board.getByRole('option');
  if ((await options.count()) > 0) {
    // The middle one is the tantrum, which leads to the next question.
    await press(page, options.nth((await options.count()) === 3 ? 1 : 0), way);
    if (await visible('Play it').isVisible()) {
      await press(page, visible('Play it'), way);
      return 'open';
    }
    if ((await options.count()) > 1) await press(page, options.nth(1), way);
    await press(page, visible('Take them'), way);
    return 'tantrum';
  }
  const falling = board.locator('.still-one');
  if ((await falling.count()) > 0) {
    if (way === 'keys') await page.keyboard.press('Space');
    else await press(page, falling, way);
    return 'grab';
  }
  for (const name of [
    'Go on',
    'Reveal',
    'Lay three cards face down',
    'Turn the last card over',
    'See your top cards',
  ]) {
    const button = visible(name);
    if (!(await button.isVisible())) continue;
    // The deck itself is the other way to say the same.
    if (name === 'Reveal' && way !== 'keys') await press(page, board.locator('.deck.asked'), way);
    else await press(page, button, way);
    return name;
  }
  return null;
}

async function playOn(page: Page, way: Way, done: (kinds: Map<string, number>) => boolean, ms: number) {
  const kinds = new Map<string, number>();
  const results = page.getByRole('region', { name: 'Results' });
  const until = Date.now() + ms;
  while (Date.now() < until && !done(kinds)) {
    if (await results.isVisible()) return { kinds, over: true };
    const did = await step(page, way).catch(() => null);
    if (did) kinds.set(did, (kinds.get(did) ?? 0) + 1);
    else await page.waitForTimeout(25);
  }
  return { kinds, over: await results.isVisible() };
}

const TAPS = ['Reveal', 'Go on'];
const SCREENS = ['Welcome to Data War!', 'Whose little face is going to space?', 'How do I play?'];
const QUESTIONS = [
  'See your top cards',
  'open',
  'tantrum',
  'grab',
  'Lay three cards face down',
  'Turn the last card over',
];

describe('Data War', () => {
  it('is played to its end by mouse, from the first screen to the rocket', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    await open(ada.page, {});
    await shot(ada.page, 'data-war-welcome-night-desktop');
    expect(await faults(ada.page)).toEqual([]);
    const { kinds, over } = await playOn(ada.page, 'mouse', () => false, 110_000);
    expect(over).toBe(true);
    for (const screen of SCREENS) expect(kinds.get(screen) ?? 0, screen).toBeGreaterThan(0);
    await shot(ada.page, 'data-war-over-night-desktop');
    expect(await faults(ada.page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it.each([
    ['mouse', 'desktop', 'day'],
    ['touch', 'phone', 'day'],
    ['keys', 'desktop', 'night'],
  ] as const)('asks everything, and is answered by %s', async (way, device, theme) => {
    const ada = await person(browser, server.base, { nickname: 'Ada', device, theme });
    const sent = noteSent(ada.page);
    await open(ada.page, SCRAMBLE);
    const wanted = [...TAPS, ...QUESTIONS];
    const { kinds } = await playOn(ada.page, way, (seen) => wanted.every((kind) => seen.has(kind)), 90_000);
    for (const kind of wanted) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
    await shot(ada.page, `data-war-${theme}-${device}`);
    expect(await faults(ada.page)).toEqual([]);
    await throughMenu(ada.page, way);
    expect(missing('data-war', sent)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('has a menu that stops the match', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    await open(ada.page, {});
    await playOn(ada.page, 'mouse', (seen) => (seen.get('Reveal') ?? 0) > 1, 60_000);
    const board = ada.page.locator('.data-war');
    await board.locator('.deeds').getByRole('button', { name: 'Menu' }).click();
    await board.getByText('Paused').waitFor();
    await ada.page.getByRole('button', { name: 'Where to play' }).click();
    await shot(ada.page, 'data-war-menu-night-desktop');
    expect(await faults(ada.page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('is played by two persons, each with a place of their own', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const bo = await person(browser, server.base, { nickname: 'Bo', device: 'phone', theme: 'day' });
    await ada.page.goto('/');
    await ada.page.getByRole('button', { name: 'New table of Data War' }).click();
    await ada.page.getByRole('button', { name: 'Open the table' }).click();
    await ada.page.waitForURL('**/t/*');
    await bo.page.goto(`/t/${code(ada.page)}`);
    await bo.page.getByRole('button', { name: 'Sit down' }).click();
    for (const { page } of [ada, bo]) await page.getByRole('button', { name: 'I am ready' }).click();
    await ada.page.getByRole('button', { name: 'Start the match' }).click();
    // No screens before the deal: both see their decks at once.
    await Promise.all([ada, bo].map(({ page }) => page.locator('.data-war .deck.asked').waitFor()));
    await shot(bo.page, 'data-war-two-day-phone');
    const some = (seen: Map<string, number>) => (seen.get('Reveal') ?? 0) > 2;
    await Promise.all([playOn(ada.page, 'mouse', some, 60_000), playOn(bo.page, 'touch', some, 60_000)]);
    expect(await faults(ada.page)).toEqual([]);
    expect(await faults(bo.page)).toEqual([]);
    await bo.page.locator('.data-war .deeds').getByRole('button', { name: 'Menu' }).dispatchEvent('click');
    await bo.page.getByRole('button', { name: 'Concede' }).click();
    await bo.page.getByRole('button', { name: 'Yes' }).click();
    await Promise.all([ada, bo].map(({ page }) => page.getByRole('region', { name: 'Results' }).waitFor()));
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await ada.context.close();
    await bo.context.close();
  });
});
