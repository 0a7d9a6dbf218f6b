/** Innovation against bots: a short match to its end by mouse, and many answers by touch and by keyboard alone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { press, table, type Way } from './hands';
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

/** Answers what is asked, or takes an action; says what it was. */
async function step(page: Page, way: Way, turn: number): Promise<string | null> {
  const question = page.locator('.question');
  if (await question.isVisible()) {
    const form = question.locator('.form');
    if ((await form.count()) > 0) {
      const confirm = form.locator('.row button').last();
      const picks = form.locator('.pick');
      const order = await form.getByRole('button', { name: 'Earlier' }).isVisible();
      for (let at = 0; !order && at < (await picks.count()) && !(await confirm.isEnabled()); at++)
        await press(page, picks.nth(at), way);
      await press(page, confirm, way);
      return order ? 'order' : 'several';
    }
    const pick = question.locator('.picks .pick');
    if ((await pick.count()) > 0) {
      await press(page, pick, way);
      await press(page, question.getByRole('button', { name: /^Choose/ }), way);
      return 'pick';
    }
    const last = question.locator('.row button').last();
    await press(page, last, way);
    return 'words';
  }
  if (!(await page.locator('.deeds').getByRole('button', { name: 'Draw', exact: true }).isVisible())) return null;
  const achieve = page.locator('.deeds').getByRole('button', { name: /^Achieve/ });
  if ((await achieve.count()) > 0) {
    await press(page, achieve, way);
    return 'achieve';
  }
  const hand = page.locator('.hand [data-piece]');
  const tops = page.locator('.piles .top');
  const act = async (target: typeof hand, kind: string) => {
    // The first tap chooses, the second one does it.
    await press(page, target, way);
    await press(page, target, way);
    return kind;
  };
  if (turn % 3 === 0 && (await hand.count()) > 0) return act(hand, 'meld');
  if (turn % 3 === 1 && (await tops.count()) > 0) return act(tops.nth(turn % (await tops.count())), 'dogma');
  await press(page, page.locator('.deeds').getByRole('button', { name: 'Draw', exact: true }), way);
  return 'draw';
}

async function playOn(page: Page, way: Way, done: (kinds: Map<string, number>) => boolean, ms: number) {
  const kinds = new Map<string, number>();
  const until = Date.now() + ms;
  let turn = 0;
  const over = () => page.getByRole('region', { name: 'Results' }).isVisible();
  while (Date.now() < until && !done(kinds)) {
    // The results give way to a vote soon, so they count when they are seen.
    if (await over()) return { kinds, over: true };
    const did = await step(page, way, turn).catch(() => null);
    if (did) {
      kinds.set(did, (kinds.get(did) ?? 0) + 1);
      turn++;
    }
    await page.waitForTimeout(did ? 60 : 30);
  }
  return { kinds, over: await over() };
}

describe('Innovation', () => {
  it('is played to its end by mouse', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    await table(ada.page, 'innovation', ['easy', 'easy'], { turn_limit: 15 });
    const { over, kinds } = await playOn(ada.page, 'mouse', () => false, 100_000);
    expect(over, JSON.stringify([...kinds])).toBe(true);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it.each([
    ['touch', 'phone', 'day'],
    ['keys', 'desktop', 'night'],
  ] as const)(
    'is played by %s',
    async (way, device, theme) => {
      const ada = await person(browser, server.base, { nickname: 'Ada', device, theme });
      await table(ada.page, 'innovation', ['easy'], {});
      const wanted = ['pick', 'meld', 'dogma', 'draw'];
      const { kinds } = await playOn(
        ada.page,
        way,
        (seen) => wanted.every((kind) => (seen.get(kind) ?? 0) > 0),
        100_000,
      );
      for (const kind of wanted) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
      await shot(ada.page, `innovation-${theme}-${device}`);
      expect(await faults(ada.page)).toEqual([]);
      // The own name opens the own score pile, also while a question covers the button.
      await ada.page.locator('.player .who').first().click();
      await ada.page.getByRole('heading', { name: 'Score pile' }).waitFor();
      expect(await faults(ada.page)).toEqual([]);
      expect(ada.errors).toEqual([]);
      await ada.context.close();
    },
    240_000,
  );
});
