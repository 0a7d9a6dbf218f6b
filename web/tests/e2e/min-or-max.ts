/** Plays Min or Max by looking at its board. */
import type { Page } from 'playwright-core';
import { ASKED } from '../prompts';
import { tryPress, type Way } from './hands';
import { results } from './match';

/** What a court card or an ace asks; cards whose prompt has not come up yet are preferred. */
const ASKS: Record<string, string> = { A: 'ace_value', J: 'find_rank', Q: 'slay', K: 'bodyguard' };

/** Does one thing, if something is asked. Prefers what has not been sent yet. */
export async function step(page: Page, how: Way, sent: ReadonlySet<string>, turn: number): Promise<void> {
  const board = page.locator('[data-board]');
  const effect = board.getByRole('region', { name: 'Declare' }).locator('.options button').first();
  if (await effect.isVisible()) {
    await tryPress(page, effect, how);
    await tryPress(page, effect, how);
    return;
  }
  const leave = board.getByRole('button', { name: 'Leave it as it is' });
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
    if (await open.isVisible()) await tryPress(page, open, how);
    await tryPress(
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
    else await tryPress(page, leave, how);
  } else if (chosen && (fresh || turn % 5 !== 4)) {
    const it = board.locator(`[data-card="${chosen}"]`);
    await tryPress(page, it, how);
    await tryPress(page, it, how);
  } else if ((await pass.isVisible()) && (!sent.has('end_turn') || codes.length === 0)) {
    await tryPress(page, pass, how);
  } else if (
    await board
      .getByRole('group', { name: 'Spin the wheel' })
      .or(board.getByRole('button', { name: 'Spin', exact: true }))
      .first()
      .isVisible()
  ) {
    await spin();
  } else if (await giveUp.isVisible()) {
    await tryPress(page, giveUp, how);
    await tryPress(page, giveUp, how);
  }
}

/** Plays to the end of the match, without trying anything in particular. */
export async function playToEnd(page: Page, way: Way): Promise<void> {
  const all = new Set<string>(ASKED['min-or-max']);
  for (let turn = 0; turn < 1000; turn++) {
    if (await results(page).isVisible()) return;
    if ((await page.locator('header.mine').count()) > 0) await step(page, way, all, turn);
    await page.waitForTimeout(30);
  }
  throw new Error('the match did not end');
}
