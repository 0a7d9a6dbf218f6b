/**
 * Data War against the house: all of its prompts by mouse, by touch at 360 px and by keyboard alone, and to the end.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { missing } from '../prompts';
import { press, tryPress, type Way } from './hands';
import { newMatch, newRoom, noteSent, results } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve({ scale: 10 }), launch()]);
});
afterAll(() => server?.stop());

/**
 * Decks in which four turns bring every prompt: an open, a tantrum, a scramble and a war. Two more scrambles follow in
 * case the first is missed, because cards fall only for a moment.
 */
const DECKS = {
  p1_strategy: 'custom',
  p1_custom: [
    'firewall-open',
    'common-1',
    'move-tantrum',
    'common-2',
    'data-grab',
    'common-4',
    'data-grab',
    'common-4',
    'data-grab',
  ],
  p2_strategy: 'custom',
  p2_custom: ['common-1', 'tracker-3', 'common-5', 'common-3', 'common-4'],
};
/** Long enough that the clock never answers, however slow the machine is. */
const HOUR = 3_600_000;
const PATIENT = { delays: { tap_auto: HOUR, choice_auto: HOUR, effect_auto_dismiss: HOUR } };
/** A takeover is won with a single card, so the tantrum has one to take, and is no form (DW-121). */
const ONE_TO_TAKE = { exact: { p1: 'TT C1 C1 C1 C1 C1 C1', p2: 'HT C1 C1 C1 C1' } };
const SCRAMBLE = { data_grab: 'scramble' };
/** Two stacks are collected; the third is won in the second turn. */
const NEARLY_LAUNCHED = { exact: { p1: 'C5 L3 C4 C2 C1', p2: 'C1 C2 C1 C2 C1', p1_stacks: 'L1 L2' } };

const open = (page: Page, set: Record<string, unknown>): Promise<void> =>
  newMatch(page, { game: 'data-war', bots: ['house'], set: { ...DECKS, ...PATIENT, ...set } });

/** Changes the background and gives up. */
async function throughMenu(page: Page, way: Way): Promise<void> {
  const board = page.locator('.data-war');
  const menu = board.locator('.deeds').getByRole('button', { name: 'Game menu' });
  const paused = board.getByText('Paused');
  const opens = () =>
    paused.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
  // Whatever covers the button is answered first, even if it appeared at the moment of the press.
  for (let tries = 0; !((await tryPress(page, menu, way)) && (await opens())); tries++) {
    expect(tries, 'answers before the menu').toBeLessThan(200);
    if (!(await step(page, way))) await page.waitForTimeout(25);
  }
  for (const name of ['Where to play', 'Nebula', 'Game menu', 'Concede', 'Yes'])
    await press(page, page.getByRole('dialog').getByRole('button', { name }), way);
  await results(page).waitFor();
}

/** Chooses another character at a table of two. */
async function wear(page: Page, name: string, way: Way): Promise<void> {
  await press(page, page.locator('.data-war .deeds').getByRole('button', { name: 'Game menu' }), way);
  const menu = page.getByRole('dialog');
  await press(page, menu.getByRole('button', { name: 'Who flies' }), way);
  await press(page, menu.getByRole('radio', { name }), way);
  await menu.getByRole('radio', { name, checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
}

/** Answers what the board asks, and returns the kind of prompt. */
async function step(page: Page, way: Way): Promise<string | null> {
  const board = page.locator('.data-war');
  const button = (name: string) => board.getByRole('button', { name, exact: true }).first();
  const did = async (target: Locator, kind: string) => ((await tryPress(page, target, way)) ? kind : null);
  const setup = board.locator('.setup');
  if (await setup.isVisible()) {
    const title = await setup
      .locator('h2')
      .textContent({ timeout: 300 })
      .catch(() => null);
    if (title === null) return null;
    const radios = setup.getByRole('radio');
    if ((await radios.count()) > 0) {
      if ((await setup.locator('[role="radio"][aria-checked="true"]').count()) === 0) await tryPress(page, radios, way);
      return did(setup.locator('.deeds button'), title);
    }
    for (const name of [
      'Choose who flies',
      'Show me how to play',
      'On to the mission',
      'Accept the mission and deal',
    ]) {
      const next = setup.getByRole('button', { name, exact: true });
      if (await next.isVisible()) return did(next, title);
    }
    return null;
  }
  const options = board.getByRole('option');
  const offered = await options.count();
  if (offered > 0) {
    // The middle one is the tantrum, which leads to the next prompt.
    await tryPress(page, options.nth(offered === 3 ? 1 : 0), way);
    if (await button('Play it').isVisible()) return did(button('Play it'), 'open');
    if (offered > 1) await tryPress(page, options.nth(1), way);
    return did(button('Take them'), 'tantrum');
  }
  const falling = board.locator('.still-one');
  if ((await falling.count()) > 0) {
    if (way !== 'keys') return did(falling, 'grab');
    await page.keyboard.press('Space');
    return 'grab';
  }
  for (const name of [
    'Continue',
    'Turn a card over',
    'Lay three cards face down',
    'Turn the last card over',
    'See your top cards',
  ]) {
    if (!(await button(name).isVisible())) continue;
    // Tapping the deck itself does the same.
    return did(name === 'Turn a card over' && way !== 'keys' ? board.locator('.deck.asked') : button(name), name);
  }
  return null;
}

async function playOn(page: Page, way: Way, done: (kinds: Map<string, number>) => boolean, ms: number) {
  const kinds = new Map<string, number>();
  const until = Date.now() + ms;
  while (Date.now() < until && !done(kinds)) {
    if (await results(page).isVisible()) return { kinds, over: true };
    const did = await step(page, way);
    if (did) kinds.set(did, (kinds.get(did) ?? 0) + 1);
    else await page.waitForTimeout(25);
  }
  return { kinds, over: await results(page).isVisible() };
}

const TAPS = ['Turn a card over', 'Continue'];
const QUESTIONS = [
  'See your top cards',
  'open',
  'tantrum',
  'grab',
  'Lay three cards face down',
  'Turn the last card over',
];

describe('Data War', () => {
  it('DW-176: is played to its end by mouse, from the first screen to the rocket and what comes after', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    await open(ada.page, NEARLY_LAUNCHED);
    await shot(ada.page, 'data-war-welcome-night-desktop');
    expect(await faults(ada.page)).toEqual([]);
    const titled = (name: string) => ada.page.getByRole('heading', { name }).waitFor();
    const setup = ada.page.locator('.data-war .setup');
    await titled('Welcome to Data War!');
    await press(ada.page, setup.getByRole('button', { name: 'Choose who flies' }), 'mouse');
    await titled('Whose little face is going to space?');
    for (const next of ['Which one do you want to play on?', 'How do I play?']) {
      await press(ada.page, setup.getByRole('radio'), 'mouse');
      await press(ada.page, setup.locator('.deeds button'), 'mouse');
      await titled(next);
    }
    const rocket = ada.page.locator('.data-war .final').waitFor({ timeout: 60_000 });
    const covered = rocket.then(() => results(ada.page).isVisible());
    const { over } = await playOn(ada.page, 'mouse', () => false, 60_000);
    expect(over).toBe(true);
    expect(await covered).toBe(false);
    for (const name of ['Play again', 'Copy the replay link', 'Leave the table'])
      await results(ada.page).getByRole('button', { name }).first().waitFor();
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
    await open(ada.page, ONE_TO_TAKE);
    await playOn(ada.page, way, () => sent.has('pick_tantrum'), 30_000);
    expect([...sent]).toContain('pick_tantrum');
    await open(ada.page, SCRAMBLE);
    const wanted = [...TAPS, ...QUESTIONS];
    // A card that fell out of reach at the last moment was pressed but not grabbed.
    const done = (seen: Map<string, number>) => wanted.every((kind) => seen.has(kind)) && sent.has('grab');
    const { kinds } = await playOn(ada.page, way, done, 90_000);
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
    await playOn(ada.page, 'mouse', (seen) => (seen.get('Turn a card over') ?? 0) > 1, 60_000);
    const board = ada.page.locator('.data-war');
    await board.locator('.deeds').getByRole('button', { name: 'Game menu' }).click();
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
    const table = await newRoom(ada.page, { game: 'data-war', set: PATIENT });
    await ada.page.goto(`/t/${table}`);
    await bo.page.goto(`/t/${table}`);
    await bo.page.getByRole('button', { name: 'Sit down' }).click();
    for (const { page } of [ada, bo]) await page.getByRole('button', { name: 'I am ready' }).click();
    await ada.page.getByRole('button', { name: 'Start the match' }).click();
    // No screens before the deal: both see their decks at once.
    await Promise.all([ada, bo].map(({ page }) => page.locator('.data-war .deck.asked').waitFor()));
    await shot(bo.page, 'data-war-two-day-phone');
    // They can choose their characters until the first cards are revealed.
    await wear(ada.page, 'Dame Ida Penhallow', 'mouse');
    await wear(ada.page, 'Misty Orr', 'keys');
    await wear(bo.page, 'Alden P. Crest', 'touch');
    for (const { page } of [ada, bo])
      for (const name of ['Misty Orr', 'Alden P. Crest']) await page.locator('.side').getByText(name).waitFor();
    // Neither stops while the other is still waiting for an answer.
    const revealed = new Set<Page>();
    const some = (page: Page) => (seen: Map<string, number>) => {
      if ((seen.get('Turn a card over') ?? 0) > 2) revealed.add(page);
      return revealed.size === 2;
    };
    await Promise.all([
      playOn(ada.page, 'mouse', some(ada.page), 60_000),
      playOn(bo.page, 'touch', some(bo.page), 60_000),
    ]);
    expect(revealed.size).toBe(2);
    expect(await faults(ada.page)).toEqual([]);
    expect(await faults(bo.page)).toEqual([]);
    await bo.page.locator('.data-war .deeds').getByRole('button', { name: 'Game menu' }).dispatchEvent('click');
    await bo.page.getByRole('button', { name: 'Concede' }).click();
    await bo.page.getByRole('button', { name: 'Yes' }).click();
    await Promise.all([ada, bo].map(({ page }) => results(page).waitFor()));
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await ada.context.close();
    await bo.context.close();
  });
});
