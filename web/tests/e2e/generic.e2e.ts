/**
 * A game without a board here: the second example of `docs/write-a-game.md`. It is a separate program that contains the
 * whole command, like those made by `croupier new`; `CROUPIER_EXAMPLES` names the folder where it was built.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { tryPress, type Way } from './hands';
import { newMatch } from './match';
import { serve, type Running } from './server';

const folder = process.env['CROUPIER_EXAMPLES'];

let server: Running;
let browser: Browser;
beforeAll(async () => {
  if (folder) [server, browser] = await Promise.all([serve({ program: join(folder, 'hearts') }), launch()]);
});
afterAll(() => server?.stop());

/** Answers what is asked, and returns how: with a choice, or with a form filled in with the first pieces. */
async function step(page: Page, way: Way): Promise<'choice' | 'form' | null> {
  const choice = page.getByRole('list', { name: 'Choices' }).getByRole('button');
  if (await choice.first().isVisible()) return (await tryPress(page, choice, way)) ? 'choice' : null;
  const form = page.locator('section.tray').first();
  if (!(await form.isVisible())) return null;
  const confirm = form.locator('.buttons button').first();
  const free = form.locator('[data-group="-1"] [data-form-piece]');
  // A form that was sent stays until the server has answered.
  for (let at = 0; at < 3; at++) if (!(await tryPress(page, free, way))) return null;
  if (!(await tryPress(page, confirm, way))) return null;
  await form.waitFor({ state: 'hidden' });
  return 'form';
}

/** Plays until enough was answered. */
async function playOn(page: Page, way: Way, enough: (did: string[]) => boolean): Promise<string[]> {
  const did: string[] = [];
  for (const until = Date.now() + 60_000; Date.now() < until && !enough(did);) {
    const answered = await step(page, way);
    if (answered) did.push(answered);
    else await page.waitForTimeout(20);
  }
  return did;
}

/** A form, thirteen cards, and the form of the second round. */
const ROUND = ['form', ...Array<string>(13).fill('choice'), 'form'];
const twoForms = (did: string[]) => did.filter((it) => it === 'form').length > 1;

// `room.e2e.ts` plays matches in words to their end; this tests the forms and choices of a game unknown to the client.
describe.skipIf(!folder)('a game without a board', () => {
  it('begins with one click', async () => {
    const ada = await person(browser, server.base);
    const { page } = ada;
    await page.goto('/');
    await page.getByRole('button', { name: /^Play now/ }).click();
    await page.getByRole('region', { name: 'The table' }).waitFor();
    await page.locator('header.mine').waitFor();
    expect(await faults(page)).toEqual([]);
    await shot(page, 'generic-first');
    // Pauses, so that thinking bots do not play on.
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Paused' }).waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it.each([
    ['mouse', 'desktop', 'day'],
    ['touch', 'phone', 'day'],
    ['keys', 'desktop', 'night'],
  ] as const)('is played for a round by %s', async (way, device, theme) => {
    const ada = await person(browser, server.base, { device, theme });
    await newMatch(ada.page, { game: 'hearts', bots: ['greedy', 'greedy', 'greedy'] });
    expect(await playOn(ada.page, way, twoForms)).toEqual(ROUND);
    await shot(ada.page, `generic-${theme}-${device}`);
    expect(await faults(ada.page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});
