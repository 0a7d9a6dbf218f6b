/** Three ways to press something: with the mouse, with a finger, and with the keyboard alone. */
import type { Locator, Page } from 'playwright-core';

export type Way = 'mouse' | 'touch' | 'keys';

/** Tab reaches the zone of an element, arrows reach it within; whoever is there presses Enter. */
async function byKeys(page: Page, target: Locator): Promise<void> {
  const where = () =>
    target.evaluate((element) => {
      const active = document.activeElement;
      if (active === element) return 'there';
      const stops = (zone: Element) => [...zone.querySelectorAll('button:not([disabled])')];
      // The zone is the nearest box around the element in which only one button is a tab stop.
      let zone = element.parentElement;
      while (zone && !stops(zone).some((it) => (it as HTMLElement).tabIndex === 0)) zone = zone.parentElement;
      const inZone = (element as HTMLElement).tabIndex < 0 && zone?.contains(active);
      return inZone ? 'zone' : 'away';
    });
  for (let steps = 0; steps < 150; steps++) {
    const at = await where();
    if (at === 'there') return page.keyboard.press('Enter');
    await page.keyboard.press(at === 'zone' ? 'ArrowRight' : 'Tab');
  }
  throw new Error('the keyboard does not reach it');
}

export async function press(page: Page, target: Locator, way: Way): Promise<void> {
  const first = target.first();
  if (way === 'mouse') await first.click({ timeout: 4000 });
  else if (way === 'touch') await first.tap({ timeout: 4000 });
  else await byKeys(page, first);
}

/** Opens a table of a game with bots, over HTTP, and goes there. */
export async function table(page: Page, game: string, bots: string[], set: Record<string, unknown>): Promise<void> {
  await page.goto('/');
  await page.locator('main').waitFor();
  const code = await page.evaluate(
    async ([game, bots, set]) => {
      const ask = async (path: string, body: unknown, token?: string) => {
        const headers: Record<string, string> = { 'content-type': 'application/json' };
        if (token) headers['authorization'] = `Bearer ${token}`;
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(await answer.text());
        return (await answer.json()) as { token: string; code: string };
      };
      const token = localStorage.getItem('croupier.token') ?? (await ask('/api/guests', { nickname: 'Ada' })).token;
      localStorage.setItem('croupier.token', token);
      return (await ask('/api/rooms', { game, bots, set, start: true }, token)).code;
    },
    [game, bots, set] as const,
  );
  await page.goto(`/t/${code}`);
  await page.locator('main .table, main .board').first().waitFor();
}
