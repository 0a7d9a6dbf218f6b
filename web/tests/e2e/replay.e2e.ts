/**
 * A finished match, step by step, from every viewpoint. Those of Innovation and May I? are seen where such a match is
 * played to its end, in `innovation.e2e.ts` and `room.e2e.ts`.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { followHints, newMatch } from './match';
import { seeReplay } from './replaying';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

/** Plays some turns of Data War, gives up, and opens the replay. */
export async function shortMatch(page: Page): Promise<void> {
  await newMatch(page, { game: 'data-war', bots: ['house'] });
  await page.getByRole('button', { name: 'Deal the cards' }).click();
  const board = page.locator('.data-war');
  for (let turns = 0; turns < 4;) {
    const next = board.getByRole('button', {
      name: /^(Turn a card over|Continue|Lay three|Turn the last|See your|Take them|Play it)/,
    });
    const option = board.getByRole('option');
    if (await option.first().isVisible())
      for (const at of [0, 1])
        await option
          .nth(at)
          .click({ timeout: 500 })
          .catch(() => undefined);
    if (
      await next
        .first()
        .isEnabled()
        .catch(() => false)
    ) {
      await next
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined);
      turns += 1;
    }
    await page.waitForTimeout(60);
  }
  await board.locator('.deeds').getByRole('button', { name: 'Game menu' }).dispatchEvent('click');
  await page.getByRole('button', { name: 'Concede' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('region', { name: 'Results' }).waitFor();
}

describe('a replay', () => {
  it('is stepped through, played and seen with other eyes', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const { page } = ada;
    await shortMatch(page);
    await page.getByRole('link', { name: 'Watch the replay' }).click();
    await page.waitForURL('**/replay/*');
    const at = () => page.locator('[data-replay]').getAttribute('data-replay');
    await page.locator('[data-replay="0"]').waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('Faster or slower').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-replay="1"]').waitFor();
    await page.getByRole('button', { name: 'One step on' }).click();
    await page.locator('[data-replay="2"]').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByLabel('Seen by').selectOption({ label: 'Ada' });
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.getByText('Ada').first().waitFor();
    await expect.poll(async () => Number(await at())).toBeGreaterThan(2);
    await shot(page, 'replay-night-desktop');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.locator('[data-replay="0"]').waitFor();
    await page.getByLabel('Speed').selectOption('8');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // It is too fast to check every frame: it only has to advance.
    await page.waitForFunction(() => Number(document.querySelector('[data-replay]')?.getAttribute('data-replay')) > 2);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('fits a phone by day', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada', device: 'phone', theme: 'day' });
    await shortMatch(ada.page);
    await ada.page.getByRole('link', { name: 'Watch the replay' }).click();
    await ada.page.locator('[data-replay="0"]').waitFor();
    await shot(ada.page, 'replay-day-phone');
    expect(await faults(ada.page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it.each([
    ['min-or-max', ['greedy']],
    ['rush', ['greedy', 'greedy']],
  ])('of %s is drawn by its board', async (game, bots) => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const { page } = ada;
    await newMatch(page, { game, bots });
    await followHints(page);
    await seeReplay(page, ['Spectators', 'Ada']);
    await shot(page, `replay-${game}`);
    expect(await faults(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('is told in words, where the player wants tables in words', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada', device: 'phone' });
    const { page } = ada;
    await shortMatch(page);
    const link = await page.getByRole('link', { name: 'Watch the replay' }).getAttribute('href');
    await page.evaluate(() => {
      const all = JSON.parse(localStorage.getItem('croupier.settings') ?? '{}') as Record<string, unknown>;
      localStorage.setItem('croupier.settings', JSON.stringify({ ...all, words: true }));
    });
    await page.goto(link ?? '');
    const table = page.getByRole('region', { name: 'The table' });
    await table.waitFor();
    const before = await table.textContent();
    await page.keyboard.press('End');
    await expect.poll(() => table.textContent()).not.toBe(before);
    await page.getByLabel('Seen by').selectOption({ label: 'Ada' });
    await table.waitFor();
    await shot(page, 'replay-words');
    expect(await faults(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('that does not exist says so', async () => {
    const ada = await person(browser, server.base);
    await ada.page.goto('/replay/no-such-link');
    await ada.page.getByRole('heading', { name: 'There is no such replay' }).waitFor();
    await ada.context.close();
  });
});
