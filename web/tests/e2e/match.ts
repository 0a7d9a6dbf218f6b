/** Presses things with a mouse, with a finger or with keys alone, and notes what the page sends for it. */
import type { Locator, Page } from 'playwright-core';
import { kindOf } from '../prompts';

export type How = 'mouse' | 'touch' | 'keys';

/** The kinds of actions and forms that the page has sent, as `tests/prompts.ts` names them. */
export function noteSent(page: Page): Set<string> {
  const sent = new Set<string>();
  let forms: { kind: string }[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const push = (JSON.parse(String(payload)) as { push?: { prompt?: { forms?: { kind: string }[] } | null } }).push;
      if (push?.prompt) forms = push.prompt.forms ?? [];
    });
    socket.on('framesent', ({ payload }) => {
      const said = (JSON.parse(String(payload)) as { say?: { command: unknown } }).say;
      if (typeof said?.command !== 'object' || said.command === null) return;
      const command = said.command as { act?: { action: unknown }; fill?: { filled: { form: number } } };
      if (command.act) sent.add(kindOf(command.act.action));
      if (command.fill) sent.add(`form.${forms[command.fill.filled.form]?.kind ?? ''}`);
    });
  });
  return sent;
}

/** A room, made over HTTP as the guest of this page. */
export async function newRoom(page: Page, room: Record<string, unknown>): Promise<string> {
  if (!page.url().startsWith('http')) await page.goto('/settings');
  return page.evaluate(async (wanted) => {
    const ask = async (path: string, body: unknown, token?: string): Promise<Record<string, string>> => {
      const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as Record<string, string>;
    };
    let token = localStorage.getItem('croupier.token');
    if (!token) {
      token = (await ask('/api/guests', { nickname: 'Ada' }))['token'] ?? '';
      localStorage.setItem('croupier.token', token);
    }
    return (await ask('/api/rooms', wanted, token))['code'] ?? '';
  }, room);
}

/** A match that has begun; the page is at its table. */
export async function newMatch(page: Page, room: Record<string, unknown>): Promise<void> {
  const code = await newRoom(page, { start: true, ...room });
  await page.goto(`/t/${code}`);
  await page.locator('[data-board]').waitFor();
}

/** Moves the focus to an element by keys alone: tab to its zone, arrows within. */
async function reach(page: Page, it: Locator): Promise<void> {
  const element = await it.elementHandle({ timeout: 1000 });
  const where = (): Promise<'here' | 'zone' | 'elsewhere'> =>
    page.evaluate((wanted) => {
      const active = document.activeElement;
      if (active === wanted) return 'here';
      if (!active || active === document.body || !wanted) return 'elsewhere';
      const zone = active.closest('ul, .row, .groups, .combinations');
      return zone?.contains(wanted) ? 'zone' : 'elsewhere';
    }, element);
  for (let tab = 0; tab < 40; tab++) {
    for (let step = 0; step < 20; step++) {
      const place = await where();
      if (place === 'here') return;
      if (place === 'elsewhere') break;
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}

/** A point at which an element is seen: cards of a hand lie over each other and askew. */
function seenAt(it: Locator): Promise<{ x: number; y: number } | null> {
  return it.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' });
    const box = element.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      const y = box.top + box.height * down;
      const seen = Array.from({ length: 24 }, (_, at) => box.left + (box.width * (at + 0.5)) / 24).filter((x) =>
        element.contains(document.elementFromPoint(x, y)),
      );
      const middle = seen[Math.floor(seen.length / 2)];
      if (middle !== undefined) return { x: middle, y };
    }
    return null;
  });
}

/** Presses something once. What has gone meanwhile is left alone: the next look at the page tells what to do. */
export async function press(page: Page, it: Locator, how: How): Promise<void> {
  try {
    if (how === 'keys') {
      await reach(page, it);
      await page.keyboard.press('Enter');
      return;
    }
    const at = await seenAt(it.first());
    if (!at) throw new Error('it is covered');
    if (how === 'mouse') await page.mouse.click(at.x, at.y);
    else await page.touchscreen.tap(at.x, at.y);
  } catch (error) {
    if (await it.first().isVisible()) throw error;
  }
}

export const results = (page: Page): Locator => page.getByRole('region', { name: 'Results' });
