/**
 * Every kind of prompt of the two games that have too many to meet by chance, by mouse, by touch at 360 px and by
 * keyboard alone. The other games' own tests meet theirs at the real server.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spokenCard } from '../../src/lib/cards/codes';
import { ASKED, kindOf, missing } from '../prompts';
import { faults, launch, person } from './browser';
import { press, type Way } from './hands';
import { serve, type Running } from './server';
import { StoredTable, type Stored, type StoredChoice, type StoredPrompt } from './stored';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

/** The stored prompts of a game. Some contain only the prompt and borrow the rest from another. */
function samples(game: string): Stored[] {
  const file = `src/lib/games/${game}/samples.json`;
  const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Stored | { like: string; prompt: StoredPrompt }>;
  return Object.values(all).map((it) => ('like' in it ? { ...(all[it.like] as Stored), prompt: it.prompt } : it));
}

interface Task {
  kind: string;
  sample: Stored;
  choice: StoredChoice | null;
}

/** One task for each kind: the first stored prompt that has it, and what to do there. */
function tasks(game: keyof typeof ASKED): Task[] {
  const found = new Map<string, Task>();
  for (const sample of samples(game)) {
    const note = (kind: string, choice: StoredChoice | null) => {
      if (!found.has(kind)) found.set(kind, { kind, sample, choice });
    };
    for (const choice of [...sample.prompt.choices, ...(sample.offers as StoredChoice[])])
      // Declining shows little about how cards are chosen.
      if ((choice.pieces ?? []).length > 0 || !JSON.stringify(choice.action).includes('[]'))
        note(kindOf(choice.action), choice);
    for (const form of sample.prompt.forms ?? []) note(`form.${form.kind}`, null);
  }
  return [...found.values()];
}

const words = (line: unknown[]): string =>
  (line as (string | { text?: string; card?: string })[])
    .map((it) => (typeof it === 'string' ? it : (it.text ?? (it.card === undefined ? '' : spokenCard(it.card)))))
    .join('')
    .trim();

const isThere = async (it: Locator): Promise<boolean> => (await it.count()) > 0 && (await it.first().isVisible());

/** Presses what stands for a choice, as the unit tests of the boards do: its card, then its place or its button. */
async function choose(page: Page, table: StoredTable, choice: StoredChoice, way: Way): Promise<void> {
  const board = page.locator('main .table');
  const pieces = choice.pieces ?? [];
  const card = pieces.map((it) => it['card']).find((it): it is string => typeof it === 'string') ?? 'none';
  const label = words(choice.label);
  const ways: Locator[] = [
    board.locator(`.hand button[data-piece="${card}"]`),
    board.locator(`.piles .top[aria-label*=": ${card}"]`),
    board.locator(`.question .pick[aria-label^="${label}"]`),
    board.locator('.question .pick').filter({ hasText: label || 'nothing' }),
    board.locator('.question, .deeds, .ask, .tools').getByRole('button', { name: label, exact: true }),
    board.locator('button.pile').filter({ has: page.locator(`[data-piece="${card}"]`) }),
    ...pieces.flatMap((it) =>
      it['pile'] ? board.locator(`button[data-pile="${(it['pile'] as { name: string }).name}"]`) : [],
    ),
    board.locator('.question, .deeds, .ask, .tools').getByRole('button', { name: label }),
  ];
  for (const it of ways) {
    if (!(await isThere(it))) continue;
    await press(page, it, way);
    if (await table.heard()) return;
    // The first press selects: then a place on the table is highlighted, a button appears, or it is pressed once more.
    const place = board.locator('.melds').getByRole('button', { name: label, exact: true });
    const lit = board.locator('.melds .on');
    const button = board.locator('.ask .row').getByRole('button', { name: /^Discard/ });
    let next = it;
    if (await isThere(place)) next = place;
    else if (pieces.some((one) => one['pile']) && (await isThere(lit))) next = lit;
    else if (await isThere(button)) next = button;
    await press(page, next, way);
    if (await table.heard(300)) return;
  }
}

/** Fills in a form with a suggestion or the first pieces. */
async function fill(page: Page, table: StoredTable, sample: Stored, way: Way): Promise<void> {
  const how = page.getByRole('button', { name: 'Show me how', exact: true });
  if (await isThere(how)) {
    await press(page, how, way);
    const lay = page.locator('.tray button:enabled').filter({ hasText: /^\s*Lay down\s*$/ });
    await lay.waitFor();
    await press(page, lay, way);
  } else {
    const form = page.locator('.question .form');
    const confirm = form.locator('.row button').last();
    const fewest = sample.prompt.forms?.[0]?.groups[0]?.min ?? 0;
    const select = sample.prompt.forms?.[0]?.kind === 'select';
    for (let at = 0; select && at < fewest; at++) await press(page, form.locator('.pick').nth(at), way);
    await press(page, confirm, way);
  }
  await table.heard(1000);
}

const WAYS = [
  ['mouse', 'desktop'],
  ['touch', 'phone'],
  ['keys', 'desktop'],
] as const;

describe.each(['may-i', 'innovation'] as const)('%s', (game) => {
  it.each(WAYS)('every kind of prompt by %s', async (way, device) => {
    const ada = await person(browser, server.base, { device });
    const table = await StoredTable.of(ada.page, game);
    const met = new Set<string>();
    for (const { kind, sample, choice } of tasks(game)) {
      await table.show(sample);
      if (choice) await choose(ada.page, table, choice, way);
      else await fill(ada.page, table, sample, way);
      expect(table.sent[0]?.kind, `${kind}: ${JSON.stringify(choice?.action)}`).toBe(kind);
      met.add(kind);
    }
    expect(missing(game, met)).toEqual([]);
    expect(await faults(ada.page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});
