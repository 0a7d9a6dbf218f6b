/**
 * A game that has no board here: the second example of `docs/write-a-game.md`. It is a program of its own, with the whole
 * command in it; `CROUPIER_EXAMPLES` names the folder where it was built.
 */
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { press, type Way } from './hands';
import { serve } from './server';

const folder = process.env['CROUPIER_EXAMPLES'];

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** Answers what is asked: the first choice, or the form with what is suggested or comes first. */
async function step(page: Page, way: Way): Promise<boolean> {
  const choice = page.getByRole('list', { name: 'Choices' }).getByRole('button').first();
  const ready = async (it: Locator) => (await it.isVisible()) && (await it.isEnabled());
  if (await ready(choice)) {
    await press(page, choice, way);
    return true;
  }
  const form = page.locator('section.tray').first();
  if (!(await form.isVisible())) return false;
  const confirm = form.locator('.buttons button').first();
  for (let at = 0; at < 20 && !(await confirm.isEnabled()); at++) {
    await press(page, form.locator('[data-group="-1"] [data-form-piece]'), way);
    await page.waitForTimeout(200);
  }
  await press(page, confirm, way);
  return true;
}

describe.skipIf(!folder)('a game without a board', () => {
  it.each([['hearts', 'mouse', 'desktop', 'night']] as const)(
    '%s is played to its end by %s',
    async (game, way, device, theme) => {
      const server = await serve({ program: join(folder ?? '', game) });
      const ada = await person(browser, server.base, { device, theme });
      const { page } = ada;
      await page.goto('/');
      await page.getByRole('button', { name: /^Play now/ }).click();
      await page.getByRole('region', { name: 'The table' }).waitFor();
      const asked = page.locator('header.mine');
      await asked.waitFor();
      expect(await faults(page)).toEqual([]);
      await shot(page, `generic-${game}`);
      const results = page.getByRole('region', { name: 'Results' });
      let moves = 0;
      for (const until = Date.now() + 90_000; Date.now() < until && !(await results.isVisible());) {
        if (await step(page, way).catch(() => false)) moves += 1;
        else await page.waitForTimeout(30);
      }
      await results.waitFor();
      expect(moves).toBeGreaterThan(2);
      expect(ada.errors).toEqual([]);
      await ada.context.close();
      await server.stop();
    },
  );
});
