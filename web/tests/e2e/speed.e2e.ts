/** How long people wait (Data War begins with screens of its own, without cards). Reported, not asserted: the machine decides too much. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { code, launch, person } from './browser';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(1), launch()]);
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
  await ada.page.getByRole('button', { name: 'New table of Rush' }).click();
  await ada.page.getByRole('button', { name: 'Open the table' }).click();
  await ada.page.waitForURL('**/t/*');
  await bo.page.goto(`/t/${code(ada.page)}`);
  await bo.page.getByRole('button', { name: 'Sit down' }).click();
  await bo.page.getByRole('button', { name: 'I am ready' }).waitFor();
  const seen = ada.page.getByText('Bo is ready').first().waitFor();
  const start = Date.now();
  await bo.page.getByRole('button', { name: 'I am ready' }).click();
  await seen;
  console.log(`from one browser to the other: ${Date.now() - start} ms`);
  await ada.context.close();
  await bo.context.close();
});
