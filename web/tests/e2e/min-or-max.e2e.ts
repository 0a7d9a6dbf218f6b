/** Min or Max: to its end by mouse, and every kind of choice by mouse, by touch at 360 px and by keyboard alone. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { ASKED, missing } from '../prompts';
import { standing, tryPress } from './hands';
import { newMatch, noteSent, results } from './match';
import { step } from './min-or-max';
import { serve, type Running } from './server';

/** For `step`: everything counts as sent, so no card is played just to try it. */
const NO_CARDS = new Set<string>(ASKED['min-or-max']);

let server: Running;
let browser: Browser;
// The same cards in every run, so that the time until everything was asked does not depend on chance.
beforeAll(async () => {
  [server, browser] = await Promise.all([serve({ seed: 1 }), launch()]);
});
afterAll(() => server?.stop());

describe('Min or Max', () => {
  it('by mouse to the end', async () => {
    const { page, errors, context } = await person(browser, server.base, { motion: true });
    await newMatch(page, { game: 'min-or-max', bots: ['greedy', 'greedy'], set: { turn_ms: null } });
    await shot(page, 'min-or-max-night-desktop');
    expect(await faults(page)).toEqual([]);
    const sent = noteSent(page);
    for (let turn = 0; turn < 400 && !(await results(page).isVisible()); turn++) {
      await step(page, 'mouse', sent, turn);
      await page.waitForTimeout(30);
    }
    await results(page).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('the wheel is spun by holding it', async () => {
    const { page, errors, context } = await person(browser, server.base);
    const sent = noteSent(page);
    await newMatch(page, { game: 'min-or-max', bots: ['greedy'], set: { turn_ms: null } });
    const wheel = page.locator('[data-board] .wheel button:enabled');
    await wheel.hover();
    await page.mouse.down();
    await page.waitForTimeout(50);
    await page.mouse.up();
    // A tap is too short to count.
    expect(sent.has('spin_wheel')).toBe(false);
    await page.mouse.down();
    await page.waitForTimeout(500);
    await page.mouse.up();
    await expect.poll(() => sent.has('spin_wheel')).toBe(true);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('a card is dragged within the hand, where it stays, and onto the discard', async () => {
    const { page, errors, context } = await person(browser, server.base);
    const sent = noteSent(page);
    const match = { game: 'min-or-max', bots: ['greedy'], set: { turn_ms: null } };
    await newMatch(page, match);
    const cards = page.locator('[data-board] [data-card]');
    const codes = () => cards.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['card'] ?? ''));
    const drag = async (from: Locator, x: number, y: number) => {
      const box = await standing(from);
      await page.mouse.move(box.x + 12, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(x, y, { steps: 6 });
      await page.mouse.up();
    };
    const playable = page.locator('[data-board] [data-card]:not([aria-disabled])[aria-label*=", To "]').first();
    // If nothing fits, the wheel is spun or the turn is passed, but no card is played, because one is to be dragged.
    // Earlier presses may still be in progress, so a card must stay playable for a while.
    const staysPlayable = async () => {
      if (!(await playable.isVisible())) return false;
      await page.waitForTimeout(300);
      return playable.isVisible();
    };
    for (let tries = 0; tries < 200 && !(await staysPlayable()); tries++) {
      if (await results(page).isVisible()) await newMatch(page, match);
      await step(page, 'mouse', NO_CARDS, 4);
      await page.waitForTimeout(30);
    }
    // The wheel's message may cover the hand for a moment; then the card is dragged once more.
    let after: string[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const before = await codes();
      after = [...before.slice(1), before[0] ?? ''];
      const last = await standing(cards.last());
      await drag(cards.first(), last.x + last.width - 4, last.y + 60);
      if ((await codes()).join() === after.join()) break;
    }
    await expect.poll(codes).toEqual(after);
    const card = (await playable.getAttribute('data-card')) ?? '';
    const pile = (await page.locator('[data-board] [data-drop="discard"]').boundingBox())!;
    await drag(page.locator(`[data-board] [data-card="${card}"]`), pile.x + pile.width / 2, pile.y + pile.height / 2);
    await expect.poll(() => sent.has('choose_card')).toBe(true);
    // The order is the player's own: it survives pushes of the server.
    const kept = (await codes()).filter((code) => after.includes(code) && code !== card);
    expect(kept).toEqual(after.filter((code) => kept.includes(code ?? '')));
    expect(errors).toEqual([]);
    await context.close();
  });

  for (const how of ['mouse', 'touch', 'keys'] as const) {
    it(`every kind of choice by ${how}`, async () => {
      const device = how === 'touch' ? 'phone' : 'desktop';
      const { page, errors, context } = await person(browser, server.base, {
        device,
        theme: how === 'touch' ? 'day' : 'night',
      });
      const sent = noteSent(page);
      const left = (): string[] => missing('min-or-max', sent);
      for (let match = 0; match < 25 && left().some((kind) => kind !== 'surrender'); match++) {
        await newMatch(page, {
          game: 'min-or-max',
          preset: 'court-cards',
          bots: ['greedy', 'greedy'],
          set: { turn_ms: null, min_range: [-220, -200], max_range: [200, 220], hand_size: 7 },
        });
        for (
          let turn = 0;
          turn < 120 && !(await results(page).isVisible()) && left().some((kind) => kind !== 'surrender');
          turn++
        ) {
          await step(page, how, sent, turn);
          if (match === 0 && turn === 3) expect(await faults(page)).toEqual([]);
          await page.waitForTimeout(30);
        }
      }
      const giveUp = page.locator('[data-board]').getByRole('button', { name: /^Give up/ });
      for (let wait = 0; wait < 200 && !sent.has('surrender'); wait++) {
        if (await results(page).isVisible())
          await newMatch(page, { game: 'min-or-max', preset: 'court-cards', bots: ['greedy'], set: { turn_ms: null } });
        if (await giveUp.isVisible()) {
          await tryPress(page, giveUp, how);
          await tryPress(page, giveUp, how);
        } else await step(page, how, sent, 0);
        await page.waitForTimeout(30);
      }
      expect(left()).toEqual([]);
      await shot(page, `min-or-max-${how}`);
      expect(errors).toEqual([]);
      await context.close();
    });
  }
});
