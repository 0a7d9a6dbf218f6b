/** Innovation against bots: a short match to its end by mouse, and many answers by touch and by keyboard alone. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { tryPress, type Way } from './hands';
import { newMatch, results } from './match';
import { seeReplay } from './replaying';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

/** Answers what is asked, or takes an action; returns what it was, or null if there was nothing to press. */
async function step(page: Page, way: Way, turn: number): Promise<string | null> {
  const did = async (target: Locator, kind: string) => ((await tryPress(page, target, way)) ? kind : null);
  const question = page.locator('.question');
  if (await question.isVisible()) {
    const form = question.locator('.form');
    if ((await form.count()) > 0) {
      const confirm = form.locator('.row button').last();
      const picks = form.locator('.pick');
      const order = await form.getByRole('button', { name: 'Earlier' }).isVisible();
      const open = () => form.locator('.row button:enabled').count();
      const all = await form.locator('.row button').count();
      for (let at = 0; !order && at < (await picks.count()) && (await open()) < all; at++)
        await tryPress(page, picks.nth(at), way);
      return did(confirm, order ? 'order' : 'several');
    }
    const pick = question.locator('.picks .pick');
    if ((await pick.count()) > 0) {
      await tryPress(page, pick, way);
      return did(question.getByRole('button', { name: /^Choose/ }), 'pick');
    }
    return did(question.locator('.row button').last(), 'words');
  }
  const deeds = page.locator('.deeds');
  const draw = deeds.getByRole('button', { name: 'Draw', exact: true });
  if (!(await draw.isVisible())) return null;
  const achieve = deeds.getByRole('button', { name: /^Achieve/ });
  if ((await achieve.count()) > 0) return did(achieve, 'achieve');
  const hand = page.locator('.hand [data-piece]');
  const tops = page.locator('.piles .top');
  const act = async (target: Locator, kind: string) => {
    // The first tap selects, the second one acts.
    await tryPress(page, target, way);
    return did(target, kind);
  };
  if (turn % 3 === 0 && (await hand.count()) > 0) return act(hand, 'meld');
  if (turn % 3 === 1 && (await tops.count()) > 0) return act(tops.nth(turn % (await tops.count())), 'dogma');
  return did(draw, 'draw');
}

async function playOn(page: Page, way: Way, done: (kinds: Map<string, number>) => boolean, ms: number) {
  const kinds = new Map<string, number>();
  const until = Date.now() + ms;
  let turn = 0;
  const over = () => results(page).isVisible();
  while (Date.now() < until && !done(kinds)) {
    if (await over()) return { kinds, over: true };
    const did = await step(page, way, turn);
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
    await newMatch(ada.page, { game: 'innovation', bots: ['greedy', 'greedy'], set: { turn_limit: 15 } });
    const { over, kinds } = await playOn(ada.page, 'mouse', () => false, 100_000);
    expect(over, JSON.stringify([...kinds])).toBe(true);
    await seeReplay(ada.page, ['Spectators', 'Ada']);
    expect(await faults(ada.page)).toEqual([]);
    await shot(ada.page, 'replay-innovation');
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
      await newMatch(ada.page, { game: 'innovation', bots: ['greedy'] });
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
      // One's own name opens one's score pile, even while a question covers the button.
      await ada.page.locator('.player .who').first().click();
      await ada.page.getByRole('heading', { name: 'Score pile' }).waitFor();
      expect(await faults(ada.page)).toEqual([]);
      // The log is told by effects wherever it is opened, even while a question covers its button.
      await ada.page.keyboard.press('Escape');
      await ada.page.keyboard.press('l');
      await ada.page.getByRole('dialog').locator('.log li.effect').first().waitFor();
      expect(await faults(ada.page)).toEqual([]);
      expect(ada.errors).toEqual([]);
      await ada.context.close();
    },
    240_000,
  );
});
