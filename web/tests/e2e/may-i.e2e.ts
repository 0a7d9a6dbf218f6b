/** May I? against bots: a round to the end of the match by mouse, and many answers by touch and by keyboard alone. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { tryPress, type Way } from './hands';
import { newMatch, results } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

/** Does the first thing that the board offers, and says what it was; null if nothing is asked or it has gone. */
async function step(page: Page, way: Way, calls: boolean): Promise<string | null> {
  const did = async (target: Locator, kind: string) => ((await tryPress(page, target, way)) ? kind : null);
  const textOf = (it: Locator) => it.textContent({ timeout: 200 }).catch(() => '');
  const close = page.locator('.summary').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) return did(close, 'summary');
  const ask = page.locator('.ask:not(.quiet)');
  if (!(await ask.isVisible())) return null;
  const sentence = (await textOf(ask.locator('p').first())) ?? '';
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  // Asking a button that is not there whether it can be pressed would wait for it.
  const lay = page.locator('.tray button:enabled').filter({ hasText: /^\s*Lay down\s*$/ });
  // Whoever is down cannot call any more, so the call comes first where it is wanted.
  if (!calls && (await lay.count()) > 0) return did(lay, 'lay down');
  if (!calls && (await button('Show how').isVisible()) && sentence.startsWith('Lay down')) {
    if (await tryPress(page, button('Show how'), way)) await lay.waitFor({ timeout: 2000 }).catch(() => undefined);
    return 'show how';
  }
  if (sentence.startsWith('Your turn')) {
    // Piles are drawn from by two taps.
    const stock = page.locator('[data-pile="stock"]');
    await tryPress(page, stock, way);
    return did(stock, 'draw');
  }
  if (sentence.startsWith('Which card')) {
    const back = button('Take all back');
    if (await back.isVisible()) await tryPress(page, back, way);
    await tryPress(page, page.locator('.hand [data-piece]'), way);
    return did(ask.locator('.row').getByRole('button', { name: /^Discard/ }), 'discard');
  }
  const lit = page.locator('.hand .playable');
  if (sentence.startsWith('Lay off') && (await lit.count()) > 0) {
    await tryPress(page, page.locator('.hand [data-piece]:has(.playable)'), way);
    return did(page.locator('.melds .on'), 'lay off');
  }
  const first = ask.locator('.row').getByRole('button').first();
  return did(first, (await textOf(first))?.trim() ?? '');
}

async function playOn(page: Page, way: Way, done: (kinds: Map<string, number>) => boolean, ms: number) {
  const kinds = new Map<string, number>();
  const until = Date.now() + ms;
  while (Date.now() < until && !done(kinds)) {
    if (await results(page).isVisible()) return { kinds, over: true };
    const did = await step(page, way, way !== 'mouse' && !kinds.has('May I?'));
    if (did) kinds.set(did, (kinds.get(did) ?? 0) + 1);
    else await page.waitForTimeout(30);
  }
  return { kinds, over: await results(page).isVisible() };
}

describe('May I?', () => {
  it('is played to its end by mouse', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    await newMatch(ada.page, { game: 'may-i', bots: ['greedy', 'greedy'], set: { starting_round: 6 } });
    await shot(ada.page, 'may-i-night-desktop');
    expect(await faults(ada.page)).toEqual([]);
    const { over } = await playOn(ada.page, 'mouse', () => false, 100_000);
    expect(over).toBe(true);
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
      // The window waits for an answer, so that there is time to call.
      await newMatch(ada.page, { game: 'may-i', bots: ['greedy', 'greedy'], set: { may_i_hold: { max_ms: 400_000 } } });
      const wanted = ['draw', 'Let it go', 'discard', 'May I?', 'lay down', 'lay off'];
      const { kinds } = await playOn(
        ada.page,
        way,
        (seen) => wanted.every((kind) => (seen.get(kind) ?? 0) > 0),
        150_000,
      );
      for (const kind of wanted)
        expect(kinds.get(kind) ?? 0, `${kind} of ${JSON.stringify([...kinds])}`).toBeGreaterThan(0);
      await shot(ada.page, `may-i-${theme}-${device}`);
      expect(await faults(ada.page)).toEqual([]);
      await ada.page.getByRole('button', { name: 'Scores' }).click();
      await ada.page.getByRole('heading', { name: 'Score sheet' }).waitFor();
      expect(await faults(ada.page)).toEqual([]);
      expect(ada.errors).toEqual([]);
      await ada.context.close();
    },
    240_000,
  );
});
