/** Rush: to its end by mouse, and single plays, several cards at once and the end vote by mouse, touch and keyboard. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { missing } from '../prompts';
import { tryPress, type Way } from './hands';
import { newMatch, noteSent, results } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  // A game always lasts three minutes; at this speed there is time to press things.
  [server, browser] = await Promise.all([serve({ scale: 4 }), launch()]);
});
afterAll(() => server?.stop());

async function play(page: Page, how: Way): Promise<void> {
  const main = page.locator('[data-board] .deeds button.main');
  if (how === 'keys') await page.keyboard.press(' ');
  else await tryPress(page, main, how);
}

/** Plays several cards at once if that is suggested and has not been done yet, otherwise one card. */
async function step(page: Page, how: Way, sent: ReadonlySet<string>): Promise<void> {
  const board = page.locator('[data-board]');
  const several = board.getByRole('group', { name: 'Several at once' }).getByRole('button').first();
  const single = board.locator('[data-card][aria-label*="value"]').first();
  const picked = board.locator('[data-card][aria-pressed="true"]');
  if ((await several.isVisible()) && (!sent.has('form.select') || !(await single.isVisible()))) {
    await tryPress(page, several, how);
    await play(page, how);
  } else if (await single.isVisible()) {
    if ((await picked.count()) > 0) await page.keyboard.press('Escape');
    await tryPress(page, single, how);
    await play(page, how);
  }
}

describe('Rush', () => {
  it('by mouse to the end', async () => {
    const { page, errors, context } = await person(browser, server.base, { motion: true });
    const sent = noteSent(page);
    await newMatch(page, {
      game: 'rush',
      preset: 'party',
      settings: {},
      bots: ['greedy', 'greedy'],
      set: { game_seconds: 120, turn_limit_ms: null },
    });
    await shot(page, 'rush-night-desktop');
    expect(await faults(page)).toEqual([]);
    for (let turn = 0; turn < 900 && !(await results(page).isVisible()); turn++) {
      await step(page, 'mouse', sent);
      await page.waitForTimeout(30);
    }
    await results(page).waitFor();
    expect(sent.has('play_cards') || sent.has('form.select')).toBe(true);
    expect(errors).toEqual([]);
    await context.close();
  });

  for (const how of ['mouse', 'touch', 'keys'] as const) {
    it(`one card, several at once and the end vote by ${how}`, async () => {
      const device = how === 'touch' ? 'phone' : 'desktop';
      const { page, errors, context } = await person(browser, server.base, {
        device,
        theme: how === 'touch' ? 'day' : 'night',
      });
      const sent = noteSent(page);
      const left = (): string[] => missing('rush', sent);
      const end = page.locator('[data-board]').getByRole('button', { name: /^End Game/ });
      for (let match = 0; match < 12 && left().length > 0; match++) {
        await newMatch(page, {
          game: 'rush',
          preset: 'party',
          settings: {},
          bots: ['greedy'],
          set: { turn_limit_ms: null },
        });
        if (match === 0) expect(await faults(page)).toEqual([]);
        for (let turn = 0; turn < 200 && left().length > 0 && !(await results(page).isVisible()); turn++) {
          if (left().join() === 'end_game') {
            if (await end.isVisible()) {
              await tryPress(page, end, how);
              await tryPress(page, end, how);
            }
          } else await step(page, how, sent);
          await page.waitForTimeout(30);
        }
      }
      expect(left()).toEqual([]);
      await shot(page, `rush-${how}`);
      expect(errors).toEqual([]);
      await context.close();
    });
  }
});
