/** May I? against bots: a round to the end of the match by mouse, and many answers by touch and by keyboard alone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { newMatch } from './match';
import { playOn } from './may-i';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

describe('May I?', () => {
  it('is played to its end by mouse', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    await newMatch(ada.page, { game: 'may-i', bots: ['greedy', 'greedy'], set: { starting_round: 6 } });
    await shot(ada.page, 'may-i-night-desktop');
    expect(await faults(ada.page)).toEqual([]);
    const { over } = await playOn(ada.page, 'mouse', () => false, 100_000);
    expect(over).toBe(true);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it.each([
    ['touch', 'phone', 'day'],
    ['keys', 'desktop', 'night'],
  ] as const)(
    'is played by %s',
    async (way, device, theme) => {
      const ada = await person(browser, server.base, { nickname: 'Ada', device, theme });
      // The window waits for an answer, so that there is time to call.
      await newMatch(ada.page, { game: 'may-i', bots: ['greedy', 'greedy'], set: { may_i_hold: { max_ms: 400_000 } } });
      const wanted = ['draw', 'Let it go', 'discard', 'May I?', 'lay down', 'lay off'];
      const { kinds } = await playOn(
        ada.page,
        way,
        (seen) => wanted.every((kind) => (seen.get(kind) ?? 0) > 0),
        150_000,
      );
      for (const kind of wanted)
        expect(kinds.get(kind) ?? 0, `${kind} of ${JSON.stringify([...kinds])}`).toBeGreaterThan(0);
      await shot(ada.page, `may-i-${theme}-${device}`);
      expect(await faults(ada.page)).toEqual([]);
      await ada.page.getByRole('button', { name: 'Scores' }).click();
      await ada.page.getByRole('heading', { name: 'Score sheet' }).waitFor();
      expect(await faults(ada.page)).toEqual([]);
      expect(ada.errors).toEqual([]);
      await ada.context.close();
    },
    240_000,
  );
});
