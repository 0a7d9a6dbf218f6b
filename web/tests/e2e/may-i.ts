/** Plays May I? by looking at its board. */
import type { Locator, Page } from 'playwright-core';
import { tryPress, type Way } from './hands';
import { results } from './match';

/**
 * Does the first thing that the board offers, and returns what it was; null if nothing is asked or it has disappeared.
 */
async function step(page: Page, way: Way, calls: boolean): Promise<string | null> {
  const did = async (target: Locator, kind: string) => ((await tryPress(page, target, way)) ? kind : null);
  const textOf = (it: Locator) => it.textContent({ timeout: 200 }).catch(() => '');
  const close = page.locator('.summary').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) return did(close, 'summary');
  const ask = page.locator('.ask:not(.quiet)');
  if (!(await ask.isVisible())) return null;
  const sentence = (await textOf(ask.locator('p').first())) ?? '';
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  // Checking whether a missing button is enabled would wait for it.
  const lay = page.locator('.tray button:enabled').filter({ hasText: /^\s*Lay down\s*$/ });
  // A player who is down cannot call any more, so the call comes first if it is wanted.
  if (!calls && (await lay.count()) > 0) return did(lay, 'lay down');
  if (!calls && (await button('Show me how').isVisible()) && sentence.startsWith('Lay down')) {
    if (await tryPress(page, button('Show me how'), way)) await lay.waitFor({ timeout: 2000 }).catch(() => undefined);
    return 'show how';
  }
  if (sentence.startsWith('Your turn')) {
    // Drawing from a pile takes two taps.
    const stock = page.locator('[data-pile="stock"]');
    await tryPress(page, stock, way);
    return did(stock, 'draw');
  }
  if (sentence.startsWith('Which card')) {
    const back = button('Take them all back');
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

/** Plays until enough was done, the match is over or time is up; returns what was done. */
export async function playOn(page: Page, way: Way, done: (kinds: Map<string, number>) => boolean, ms: number) {
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
