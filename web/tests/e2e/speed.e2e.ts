/**
 * Measures how long users wait. Reported, not asserted, because it depends
 * on the machine.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, person } from './browser';
import { followHint, newRoom } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve({ scale: 1 }), launch()]);
});
afterAll(() => server?.stop());

it('from the click to the first card', async () => {
  const ada = await person(browser, server.base);
  for (const game of ['Min or Max', 'May I?', 'Rush', 'Innovation', 'Data War']) {
    await ada.page.goto('/');
    const button = ada.page.getByRole('button', { name: `Play now: ${game}` });
    await button.waitFor();
    // The page prefetches what comes next while the user chooses.
    await ada.page.waitForTimeout(1000);
    const start = Date.now();
    await button.click();
    await ada.page.locator('main .table').locator('[data-piece], [data-pile]').first().waitFor();
    console.log(`${game}: first card after ${Date.now() - start} ms`);
  }
  await ada.context.close();
});

it('from one browser to the other', async () => {
  const ada = await person(browser, server.base);
  const bo = await person(browser, server.base, { nickname: 'Bo' });
  const table = await newRoom(ada.page, { game: 'min-or-max', set: { turn_ms: null, setup_step_ms: 0, spin_ms: 0 } });
  await ada.page.goto(`/t/${table}`);
  await bo.page.goto(`/t/${table}`);
  await bo.page.getByRole('button', { name: 'Sit down' }).click();
  for (const { page } of [ada, bo]) await page.getByRole('button', { name: 'I am ready' }).click();
  await ada.page.getByRole('button', { name: 'Start the match' }).click();
  for (const { page } of [ada, bo]) await page.locator('[data-card]').first().waitFor();

  // Number cards only: other cards bring up a prompt before they are visible.
  const numbers = ['2', '3', '4', '5', '6', '7', '8', '9', '10'].map((rank) => `[data-card^="${rank}"]`).join();
  const playable = `:is(${numbers})[aria-label*=", To "]`;
  let [one, other] = [ada, bo];
  // If nobody has one that fits, the wheel is spun or something else is played first.
  for (let moves = 0; (await one.page.locator(playable).count()) === 0; moves++) {
    expect(moves, 'moves without a number that fits').toBeLessThan(200);
    [one, other] = [other, one];
    if ((await one.page.locator('header.mine').count()) > 0 && (await one.page.locator(playable).count()) === 0)
      await followHint(one.page);
    await one.page.waitForTimeout(30);
  }
  const card = (await one.page.locator(playable).first().getAttribute('data-card')) ?? '';
  const seen = other.page.waitForFunction(
    (it) => document.querySelector(`[data-pile="discard"] [data-piece="${it}"]`) && Date.now(),
    card,
  );
  const start = await one.page.evaluate((it) => {
    const button = document.querySelector<HTMLElement>(`[data-card="${it}"]`);
    button?.click();
    return new Promise<number>((done) =>
      requestAnimationFrame(() => {
        button?.click();
        done(Date.now());
      }),
    );
  }, card);
  console.log(`a card from one browser to the other: ${Number(await (await seen).jsonValue()) - start} ms`);
  await ada.context.close();
  await bo.context.close();
});
