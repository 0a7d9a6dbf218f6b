/** How long people wait (Data War begins with screens of its own, without cards). Reported, not asserted: the machine decides too much. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { code, launch, person, type Person } from './browser';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve({ scale: 1 }), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('from the click to the first card, and from one browser to the other', async () => {
  const ada = await person(browser, server.base);
  for (const game of ['Min or Max', 'May I?', 'Rush', 'Innovation']) {
    await ada.page.goto('/');
    const button = ada.page.getByRole('button', { name: `Play now: ${game}` });
    await button.waitFor();
    await ada.page.waitForTimeout(1500);
    const start = Date.now();
    await button.click();
    await ada.page.locator('main .table [data-piece], main .table [data-pile]').first().waitFor();
    console.log(`${game}: first card after ${Date.now() - start} ms`);
  }

  const bo = await person(browser, server.base, { nickname: 'Bo' });
  await ada.page.goto('/');
  await ada.page.getByRole('button', { name: 'New table of Min or Max' }).click();
  await ada.page.getByRole('button', { name: 'Open the table' }).click();
  await ada.page.waitForURL('**/t/*');
  await bo.page.goto(`/t/${code(ada.page)}`);
  await bo.page.getByRole('button', { name: 'Sit down' }).click();
  for (const { page } of [ada, bo]) await page.getByRole('button', { name: 'I am ready' }).click();
  await ada.page.getByRole('button', { name: 'Start the match' }).click();
  // Numbers only: other cards ask something before they are seen.
  const playable =
    '[data-card]:is([data-card^="2"],[data-card^="3"],[data-card^="4"],[data-card^="5"],[data-card^="6"],[data-card^="7"],[data-card^="8"],[data-card^="9"],[data-card^="10"])[aria-label*=", To "]';
  const turn = async (it: Person) => {
    await it.page.locator(playable).first().waitFor({ timeout: 60_000 });
    return it;
  };
  const one = await Promise.race([turn(ada), turn(bo)]);
  const other = one === ada ? bo : ada;
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
