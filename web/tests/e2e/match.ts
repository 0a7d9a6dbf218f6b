/** Creates tables for tests over HTTP, and records what the pages at them send. */
import type { Locator, Page } from 'playwright-core';
import { kindOf } from '../prompts';

/** The kinds of actions and forms that the page has sent, as named in `tests/prompts.ts`. */
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

/** Bots answer at once, and results stay until somebody has looked at them. */
const SETTINGS = { preset: 'bench', hints: true, undo: true };

/** A room, created over HTTP as the guest of this page. */
export async function newRoom(page: Page, room: Record<string, unknown>): Promise<string> {
  if (!page.url().startsWith('http')) await page.goto('/settings');
  return page.evaluate(
    async (wanted) => {
      const ask = async (path: string, body: unknown, token?: string): Promise<Record<string, string>> => {
        const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(await answer.text());
        return (await answer.json()) as Record<string, string>;
      };
      let token = localStorage.getItem('croupier.token');
      if (!token) {
        const { nickname } = JSON.parse(localStorage.getItem('croupier.settings') ?? '{}') as { nickname?: string };
        token = (await ask('/api/guests', { nickname }))['token'] ?? '';
        localStorage.setItem('croupier.token', token);
      }
      return (await ask('/api/rooms', wanted, token))['code'] ?? '';
    },
    { settings: SETTINGS, ...room },
  );
}

/** A match that has begun, with the page at its table. */
export async function newMatch(page: Page, room: Record<string, unknown>): Promise<void> {
  const code = await newRoom(page, { start: true, ...room });
  await page.goto(`/t/${code}`);
  await page.locator('main .table .scroll > *').first().waitFor();
}

export const results = (page: Page): Locator => page.getByRole('region', { name: 'Results' });

/** A match in which the page is asked something: some matches of Rush play themselves to their end before that. */
export async function newTurn(page: Page, room: Record<string, unknown>): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    await newMatch(page, room);
    await page.locator('header.mine').or(results(page)).first().waitFor();
    if (!(await results(page).isVisible())) return;
  }
  throw new Error('three matches have ended before the first question');
}

/** Asks for a hint, or follows the last one. */
export async function followHint(page: Page): Promise<void> {
  const advice = page.getByRole('button', { name: 'Do it' });
  if (await advice.isVisible()) await advice.click({ timeout: 1000 }).catch(() => undefined);
  else if ((await page.locator('header.mine').count()) > 0) await page.keyboard.press('h');
}

/** Plays any game through the page, using only hints. */
export async function followHints(page: Page, moves = 2000): Promise<void> {
  for (let move = 0; move < moves; move++) {
    if (await results(page).isVisible()) return;
    await followHint(page);
    await page.waitForTimeout(40);
  }
  throw new Error('the match did not end');
}
