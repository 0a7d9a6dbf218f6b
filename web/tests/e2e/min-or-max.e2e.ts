/** Min or Max: to its end by mouse, and every kind of choice by mouse, by touch at 360 px and by keyboard alone. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { missing } from '../prompts';
import { newMatch, noteSent, press, results, type How } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What a court card or an ace asks; a player who has not been asked it yet likes to play one. */
const ASKS: Record<string, string> = { A: 'ace_value', J: 'find_rank', Q: 'slay', K: 'bodyguard' };

/** Does one thing, if something is asked. Prefers what has not been sent yet. */
async function step(page: Page, how: How, sent: ReadonlySet<string>, turn: number): Promise<void> {
  const board = page.locator('[data-board]');
  const effect = board.getByRole('region', { name: 'Declare' }).locator('.options button').first();
  if (await effect.isVisible()) {
    await press(page, effect, how);
    await press(page, effect, how);
    return;
  }
  const leave = board.getByRole('button', { name: 'Leave the wheel' });
  const card = board.locator('[data-card]:not([aria-disabled])[aria-label*=", To "]');
  const codes = await card.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['card'] ?? ''));
  const fresh = codes.find((code) => {
    const asks = ASKS[code.charAt(0)];
    return asks !== undefined && !sent.has(`choose_card_effect.${asks}`);
  });
  const chosen = fresh ?? codes[0];
  const pass = board.getByRole('button', { name: 'Pass' });
  const giveUp = board.getByRole('button', { name: /^Give up/ });
  const spin = async (): Promise<void> => {
    const open = board.getByRole('button', { name: 'Spin', exact: true });
    if (await open.isVisible()) await press(page, open, how);
    await press(
      page,
      board
        .getByRole('group', { name: 'Spin the wheel' })
        .getByRole('button')
        .nth(turn % 4),
      how,
    );
  };
  if (await leave.isVisible()) {
    if (sent.has('skip_spin') && turn % 2) await spin();
    else await press(page, leave, how);
  } else if (chosen && (fresh || turn % 5 !== 4)) {
    const it = board.locator(`[data-card="${chosen}"]`);
    await press(page, it, how);
    await press(page, it, how);
  } else if ((await pass.isVisible()) && (!sent.has('end_turn') || codes.length === 0)) {
    await press(page, pass, how);
  } else if (
    await board
      .getByRole('group', { name: 'Spin the wheel' })
      .or(board.getByRole('button', { name: 'Spin', exact: true }))
      .first()
      .isVisible()
  ) {
    await spin();
  } else if (await giveUp.isVisible()) {
    await press(page, giveUp, how);
    await press(page, giveUp, how);
  }
}

describe('Min or Max', () => {
  it('by mouse to the end', async () => {
    const { page, errors, context } = await person(browser, server.base, { motion: true });
    await newMatch(page, { game: 'min-or-max', bots: ['easy', 'easy'], set: { turn_ms: null } });
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
    await newMatch(page, { game: 'min-or-max', bots: ['easy'], set: { turn_ms: null } });
    const wheel = page.locator('[data-board] .wheel button:enabled');
    await wheel.hover();
    await page.mouse.down();
    await page.waitForTimeout(50);
    await page.mouse.up();
    // A tap is too short to mean it.
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
    await newMatch(page, { game: 'min-or-max', bots: ['easy'], set: { turn_ms: null } });
    const cards = page.locator('[data-board] [data-card]');
    const codes = () => cards.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['card'] ?? ''));
    const drag = async (from: Locator, x: number, y: number) => {
      const box = (await from.boundingBox())!;
      await page.mouse.move(box.x + 12, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(x, y, { steps: 6 });
      await page.mouse.up();
    };
    const playable = page.locator('[data-board] [data-card]:not([aria-disabled])[aria-label*=", To "]').first();
    // Where nothing fits the wheel is spun first.
    for (let tries = 0; tries < 100 && !(await playable.isVisible()); tries++) {
      await step(page, 'mouse', sent, tries);
      await page.waitForTimeout(30);
    }
    const before = await codes();
    const last = (await cards.last().boundingBox())!;
    await drag(cards.first(), last.x + last.width - 4, last.y + 60);
    const after = [...before.slice(1), before[0]];
    await expect.poll(codes).toEqual(after);
    const card = (await playable.getAttribute('data-card')) ?? '';
    const pile = (await page.locator('[data-board] [data-drop="discard"]').boundingBox())!;
    await drag(page.locator(`[data-board] [data-card="${card}"]`), pile.x + pile.width / 2, pile.y + pile.height / 2);
    await expect.poll(() => sent.has('choose_card')).toBe(true);
    // The order is the player's own: it outlives what the server pushes.
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
          bots: ['easy', 'easy'],
          set: { turn_ms: null, max_range: [200, 220], hand_size: 7 },
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
          await newMatch(page, { game: 'min-or-max', preset: 'court-cards', bots: ['easy'], set: { turn_ms: null } });
        if (await giveUp.isVisible()) {
          await press(page, giveUp, how);
          await press(page, giveUp, how);
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
