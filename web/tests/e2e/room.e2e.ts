/** What happens around a match in every game: joining, spectators, lost connections, results, rematch. */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code, faults, launch, person, shot, smallTargets, type Person } from './browser';
import { press, standing, type Way } from './hands';
import { newMatch, newRoom, results } from './match';
import { playOn } from './may-i';
import { playToEnd } from './min-or-max';
import { seeReplay } from './replaying';
import { serve, type Running } from './server';
import { StoredTable, type Stored } from './stored';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

const newTable = async (page: Page, game: string, bots = 0) => {
  await page.goto('/');
  await page.getByRole('button', { name: `New table of ${game}` }).click();
  if (bots > 0) await page.getByRole('group', { name: 'Bots' }).getByText(String(bots), { exact: true }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL('**/t/*');
  return code(page);
};
const sitDown = async ({ page }: Person, table: string) => {
  await page.goto('/');
  await page.getByLabel('Room code').fill(table.toLowerCase());
  await page.getByRole('button', { name: 'Sit down' }).click();
  // The page for joining has a button of the same name.
  await page.getByLabel('Your name').waitFor();
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.getByRole('button', { name: 'I am ready' }).click();
};

describe('a room', () => {
  it('two browsers join by code, play Min or Max to its end, and again', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const bo = await person(browser, server.base, { nickname: 'Bo', device: 'phone', theme: 'day' });
    const table = await newRoom(ada.page, { game: 'min-or-max', set: { turn_ms: null } });
    await ada.page.goto(`/t/${table}`);
    await sitDown(bo, table);
    await ada.page.getByRole('button', { name: 'I am ready' }).click();
    await ada.page.getByRole('button', { name: 'Start the match' }).click();
    const finish = () => Promise.all([playToEnd(ada.page, 'mouse'), playToEnd(bo.page, 'touch')]);
    await finish();
    expect(await faults(ada.page)).toEqual([]);
    expect(await faults(bo.page)).toEqual([]);
    expect(await smallTargets(bo.page)).toEqual([]);
    await shot(ada.page, 'results-min-or-max-desktop');
    await shot(bo.page, 'results-min-or-max-phone');
    await Promise.all([ada, bo].map(({ page }) => page.getByRole('button', { name: 'Play again' }).click()));
    await Promise.all([ada, bo].map(({ page }) => results(page).waitFor({ state: 'detached' })));
    await finish();
    await ada.page.getByRole('link', { name: 'Watch the replay' }).click();
    await ada.page.waitForURL('**/replay/*');
    await ada.page.getByRole('slider').first().waitFor();
    expect(await faults(ada.page)).toEqual([]);
    await shot(ada.page, 'replay');
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await ada.context.close();
    await bo.context.close();
  });

  it('two browsers join by code and play May I? to its end, with a bot in the third chair and a spectator', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const bo = await person(browser, server.base, { nickname: 'Bo', device: 'phone', theme: 'day' });
    // The last round alone takes a sixth of the time.
    const set = { starting_round: 6, turn_limit_ms: null };
    const table = await newRoom(ada.page, { game: 'may-i', bots: ['greedy'], watch: 'link', set });
    await ada.page.goto(`/t/${table}`);
    await sitDown(bo, table);
    await ada.page.getByRole('button', { name: 'I am ready' }).click();
    await ada.page.getByRole('button', { name: 'Start the match' }).click();
    await ada.page.locator('main .table').waitFor();
    const eve = await person(browser, server.base, { nickname: 'Eve' });
    await eve.page.goto(`/t/${table}/watch`);
    await eve.page.locator('main .table').waitFor();
    // A spectator's page contains nothing of any hand, and offers nothing to do.
    expect(await eve.page.getByRole('button', { name: 'Hint' }).count()).toBe(0);
    expect(await faults(eve.page)).toEqual([]);
    await ada.page.getByText('1 watching').waitFor();
    await shot(eve.page, 'spectator');
    const toEnd = (page: Page, way: Way) => playOn(page, way, () => false, 150_000);
    const both = await Promise.all([toEnd(ada.page, 'mouse'), toEnd(bo.page, 'touch')]);
    expect(both.map(({ over }) => over)).toEqual([true, true]);
    // A spectator sees the result.
    await results(eve.page).waitFor();
    expect(await faults(bo.page)).toEqual([]);
    await seeReplay(ada.page, ['Spectators', 'Ada']);
    expect(await faults(ada.page)).toEqual([]);
    await shot(ada.page, 'replay-may-i');
    expect([...ada.errors, ...bo.errors, ...eve.errors]).toEqual([]);
    for (const it of [ada, bo, eve]) await it.context.close();
  }, 200_000);

  it('comes back after a lost connection in the middle of a choice', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const said: string[] = [];
    ada.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(String(payload))));
    await ada.page.goto('/');
    await ada.page.getByRole('button', { name: 'Play now: Innovation' }).click();
    await ada.page.locator('header.mine').waitFor();
    // The first press chooses a card to begin with, the second one melds it.
    const card = ada.page.locator('.question .pick').first();
    const chosen = ada.page.locator('.question .pick[aria-pressed="true"]');
    await card.click();
    await chosen.waitFor();
    const prompt = Number(await ada.page.locator('main .table').getAttribute('data-prompt'));
    const before = await ada.page.locator('[data-live="ask"]').textContent();
    // Nothing may jump, neither when the connection is lost nor when it returns.
    await ada.page.evaluate(() => {
      const all = ((window as unknown as { shifts: string[] }).shifts = []);
      new PerformanceObserver((list) => {
        for (const it of list.getEntries() as (PerformanceEntry & { value: number; sources?: { node?: Element }[] })[])
          all.push(`${it.value}: ${it.sources?.map((one) => one.node?.outerHTML?.slice(0, 80)).join(' | ')}` as never);
      }).observe({ type: 'layout-shift' });
    });
    await server.halt();
    await ada.page.getByText('Connection lost').waitFor();
    expect(await faults(ada.page)).toEqual([]);
    await shot(ada.page, 'banner');
    await server.resume();
    await ada.page.getByText('Connection lost').waitFor({ state: 'hidden', timeout: 30_000 });
    await ada.page.locator('header.mine').waitFor();
    expect(await ada.page.locator('[data-live="ask"]').textContent()).toBe(before);
    expect(await ada.page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    expect(await chosen.count()).toBe(1);
    await card.click();
    const answers = () => said.flatMap((it) => (JSON.parse(it) as { say?: { command: unknown } }).say?.command ?? []);
    await expect.poll(answers).toContainEqual({ act: { action: expect.anything() as unknown, prompt } });
    await ada.page.reload();
    await ada.page.locator('header.mine').waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('shows a page when it is closed to somebody', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const bo = await person(browser, server.base, { nickname: 'Bo' });
    const table = await newTable(ada.page, 'Rush');
    await sitDown(bo, table);
    await ada.page.getByRole('button', { name: 'Ban Bo from this table' }).click();
    expect(await faults(ada.page)).toEqual([]);
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
    await bo.page.getByRole('heading', { name: 'You were removed' }).waitFor();
    expect(await faults(bo.page)).toEqual([]);
    await shot(bo.page, 'kicked');
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await ada.context.close();
    await bo.context.close();
  });

  it('reacts, hints and pauses', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada', motion: true });
    const { page } = ada;
    await newMatch(page, { game: 'min-or-max', bots: ['greedy'], set: { turn_ms: null } });
    await page.locator('header.mine').waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('button').nth(1).click();
    await page.locator('.reaction').first().waitFor();
    await page.keyboard.press('h');
    await page.getByText('A bot would do this').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Paused' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).last().click();
    await page.getByRole('heading', { name: 'Paused' }).waitFor({ state: 'detached' });
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

describe('undo', () => {
  it.each([
    ['mouse', 'desktop'],
    ['touch', 'phone'],
    ['keys', 'desktop'],
  ] as const)('takes the last move back by %s, as if it had not been made', async (way, device) => {
    const ada = await person(browser, server.base, { device });
    const { page } = ada;
    await newMatch(page, {
      game: 'may-i',
      bots: ['greedy', 'greedy'],
      set: { turn_limit_ms: null },
    });
    await page.locator('header.mine').waitFor();
    const back = page.getByRole('button', { name: 'Take back' });
    const hand = () => page.locator('.hand [data-piece]').evaluateAll((all) => all.map((it) => it.dataset['piece']));
    const draw = page.locator('.ask, .board').getByRole('button', { name: 'Draw from the stock' }).first();
    const before = await hand();
    // Nothing was done yet, so there is nothing to undo.
    expect(await back.isDisabled()).toBe(true);
    await press(page, draw, way);
    await page.locator(`.hand [data-piece] >> nth=${before.length}`).waitFor();
    if (way === 'keys') await page.keyboard.press('u');
    else await press(page, back, way);
    await draw.waitFor();
    expect(await hand()).toEqual(before);
    expect(await back.isDisabled()).toBe(true);
    // A prompt that is asked again can be answered again.
    await press(page, draw, way);
    await page.locator(`.hand [data-piece] >> nth=${before.length}`).waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

/** A prompt from the samples of a board. */
const stored = (game: string, name: string): Stored =>
  (JSON.parse(readFileSync(`src/lib/games/${game}/samples.json`, 'utf8')) as Record<string, Stored>)[name]!;

describe('a table in words', () => {
  it.each([
    ['Min or Max', 'desktop'],
    ['Rush', 'phone'],
  ] as const)('%s is played to its end on a %s, by keyboard alone', async (game, device) => {
    const ada = await person(browser, server.base, { device });
    const { page } = ada;
    await page.goto('/settings');
    await page.getByRole('switch', { name: 'Text-only tables' }).check();
    await page.goto('/');
    await page.getByRole('button', { name: `Play now: ${game}` }).click();
    await page.getByRole('region', { name: 'The table' }).waitFor();
    expect(await faults(page)).toEqual([]);
    await shot(page, `words-${device}`);
    for (let move = 0; move < 400 && !(await results(page).isVisible()); move++) {
      if (await page.getByRole('list', { name: 'Choices' }).isVisible()) await page.keyboard.press('1');
      await page.waitForTimeout(60);
    }
    await results(page).waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  // The forms as rooms have sent them. `generic.e2e.ts` selects cards; these are the other two kinds.
  it.each([
    ['mouse', 'desktop'],
    ['touch', 'phone'],
    ['keys', 'desktop'],
  ] as const)('pieces are ordered and arranged by %s', async (way, device) => {
    const ada = await person(browser, server.base, { device });
    const { page } = ada;
    await page.goto('/settings');
    await page.getByRole('switch', { name: 'Text-only tables' }).check();
    const piece = (at: number) => page.locator(`[data-form-piece="${at}"]`);
    const inGroup = (at: number) =>
      page
        .locator(`[data-group="${at}"] [data-form-piece]`)
        .evaluateAll((all) => all.map((it) => Number((it as HTMLElement).dataset['formPiece'])));
    /** Drags a piece to the middle of something else. */
    const drag = async (at: number, to: Locator) => {
      await piece(at).hover();
      await page.mouse.down();
      const box = await standing(to);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
      await page.mouse.up();
    };

    const ordering = await StoredTable.of(page, 'innovation');
    await ordering.show(stored('innovation', 'innovation.classification.1+form'));
    expect(await inGroup(0)).toEqual([0, 1, 2, 3]);
    if (way === 'mouse') await drag(0, piece(2));
    else {
      await press(page, piece(0), way);
      if (way === 'touch') await press(page, piece(2), way);
      else for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight');
    }
    await expect.poll(() => inGroup(0)).toEqual([1, 2, 0, 3]);
    if (way === 'keys') await page.keyboard.press('Enter');
    expect(await faults(page)).toEqual([]);
    const send = page.locator('.tray').getByRole('button', { name: 'Done' });
    await press(page, send, way);
    await ordering.heard(1000);
    expect(ordering.sent).toEqual([{ kind: 'form.order', prompt: 1 }]);
    await page.unrouteAll();

    const arranging = await StoredTable.of(page, 'may-i');
    await arranging.show(stored('may-i', 'may-i.act+form (4 players)'));
    for (const [at, group] of [0, 0, 0, 1, 1, 1].entries())
      if (way === 'mouse') await drag(at, page.locator(`[data-group="${group}"]`));
      else await press(page, piece(at), way);
    await expect
      .poll(() => Promise.all([inGroup(0), inGroup(1)]))
      .toEqual([
        [0, 1, 2],
        [3, 4, 5],
      ]);
    // What is filled in is kept while the connection is lost.
    await arranging.drop();
    expect(await Promise.all([inGroup(0), inGroup(1)])).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    // Out again, and another one into the group with room.
    if (way === 'mouse') {
      await drag(1, page.locator('[data-group="-1"]'));
      await drag(6, piece(0));
    } else {
      await press(page, piece(1), way);
      await press(page, piece(6), way);
    }
    await expect.poll(async () => (await inGroup(0)).toSorted((a, b) => a - b)).toEqual([0, 2, 6]);
    expect(await faults(page)).toEqual([]);
    await shot(page, `words-forms-${way}`);
    await press(page, send, way);
    await arranging.heard(1000);
    expect(arranging.sent).toEqual([{ kind: 'form.arrange', prompt: 1 }]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});
