/** The controls of the pages around a match do what they say: start page, lobby, results, settings, lost seats. */
import type { Browser, Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code, faults, launch, person, shot } from './browser';
import { press } from './hands';
import { newMatch, newRoom, results } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

/** A long match that nobody's clock ends. */
const SLOW = { turn_ms: null, max_range: [60, 80] };

/** Sits down at a table, where that is still needed, and is ready. */
async function getReady(page: Page): Promise<void> {
  // The start page has a button to sit down, too.
  const name = page.getByLabel('Your name');
  const ready = page.getByRole('button', { name: 'I am ready' });
  await name.or(ready).first().waitFor();
  if (await name.isVisible()) await page.getByRole('button', { name: 'Sit down' }).click();
  await ready.click();
}

describe('the start page', () => {
  it('joins an open table, goes on with own ones, and watches others', async () => {
    const [ada, bo, eve] = await Promise.all(
      ['Ada', 'Bo', 'Eve'].map((nickname) => person(browser, server.base, { nickname })),
    );
    const waiting = await newRoom(ada!.page, { game: 'rush' });
    const table = await newRoom(ada!.page, { game: 'min-or-max', set: SLOW, listed: true, watch: 'anyone' });
    const row = (page: Page) => page.locator('.join ol li').filter({ has: page.locator(`a[href^="/t/${table}"]`) });

    await bo!.page.goto('/');
    await bo!.page.getByLabel('Room code').fill('ZZZZ');
    await bo!.page.getByRole('button', { name: 'Sit down' }).click();
    await bo!.page.getByRole('alert').getByText('There is no table with this code.').waitFor();
    await row(bo!.page).getByRole('link', { name: 'Join' }).click();
    await bo!.page.waitForURL(`**/t/${table}`);
    await getReady(bo!.page);

    const own = (game: string) => ada!.page.getByRole('region', { name: `Continue ${game}` });
    await ada!.page.goto('/');
    await own('Rush').getByText('Ada’s table is waiting.').waitFor();
    await own('Rush').getByRole('link').click();
    await ada!.page.waitForURL(`**/t/${waiting}`);
    await ada!.page.getByRole('button', { name: 'I am ready' }).waitFor();
    await ada!.page.goto('/');
    await own('Min or Max').getByRole('link').click();
    await ada!.page.waitForURL(`**/t/${table}`);
    await getReady(ada!.page);
    await ada!.page.getByRole('button', { name: 'Start the match' }).click();
    await ada!.page.locator('main .table .board').waitFor();
    await ada!.page.goto('/');
    await own('Min or Max').getByText('The match is running.').waitFor();
    // What runs comes before what waits.
    expect(await ada!.page.locator('section.resume').first().getAttribute('aria-label')).toBe('Continue Min or Max');
    await own('Min or Max').getByRole('link').click();
    await ada!.page.locator('main .table .board').waitFor();

    await eve!.page.goto('/');
    await row(eve!.page).getByRole('link', { name: 'Watch' }).click();
    await eve!.page.waitForURL(`**/t/${table}/watch`);
    await eve!.page.locator('main .table .board').waitFor();
    await ada!.page.getByText('1 watching').waitFor();
    const all = [ada!, bo!, eve!];
    expect(all.flatMap((it) => it.errors)).toEqual([]);
    await Promise.all(all.map((it) => it.context.close()));
  });
});

describe('the lobby', () => {
  it('takes a preset and an option, which the others see', async () => {
    const [ada, bo] = await Promise.all([
      person(browser, server.base, { nickname: 'Ada' }),
      person(browser, server.base, { nickname: 'Bo' }),
    ]);
    const table = await newRoom(ada.page, { game: 'rush', preset: 'classic' });
    await ada.page.goto(`/t/${table}`);
    await bo.page.goto(`/t/${table}`);
    await bo.page.getByRole('button', { name: 'Sit down' }).click();
    await bo.page.getByText('Only the host changes these.').waitFor();
    const shown = (option: string) =>
      bo.page.locator('dl').evaluate((list, label) => {
        const terms = [...list.querySelectorAll('dt')];
        return terms.find((it) => it.textContent === label)?.nextElementSibling?.textContent?.trim();
      }, option);
    const preset = ada.page.getByRole('combobox', { name: 'Preset' });
    expect(await preset.inputValue()).toBe('classic');
    const stall = await shown('When nobody can play');
    await preset.selectOption('flip');
    await expect.poll(() => shown('When nobody can play')).not.toBe(stall);
    await bo.page.getByText(/^Flip:/).waitFor();

    const cards = ada.page.getByRole('spinbutton', { name: 'Cards in a hand' });
    expect(await cards.inputValue()).toBe('7');
    await cards.fill('5');
    await cards.press('Enter');
    await expect.poll(() => shown('Cards in a hand')).toBe('5 cards');
    // No preset has five cards.
    await expect.poll(() => preset.inputValue()).toBe('');
    await preset.selectOption('classic');
    await expect.poll(() => shown('Cards in a hand')).toBe('7 cards');
    expect(await shown('When nobody can play')).toBe(stall);
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await Promise.all([ada.context.close(), bo.context.close()]);
  });

  it('seats bots of the chosen level and removes them, and who was ready need not stay so', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const { page } = ada;
    await page.goto(`/t/${await newRoom(page, { game: 'rush' })}`);
    await page.getByRole('list', { name: 'Chairs' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const chairs = page.getByRole('list', { name: 'Chairs' }).getByRole('listitem');
    const bot = (level: string) => chairs.filter({ hasText: `bot, ${level}` });
    const level = page.getByRole('combobox', { name: 'Level' });
    for (const [name, about] of [
      ['Easy', 'Thinks a little.'],
      ['Hard', 'Thinks long'],
    ] as const) {
      await level.selectOption({ label: name });
      await page.getByText(about).waitFor();
      await page.getByRole('button', { name: 'Seat a bot' }).click();
      await bot(name.toLowerCase()).waitFor();
    }
    await bot('easy')
      .getByRole('button', { name: /^Remove / })
      .click();
    await bot('easy').waitFor({ state: 'detached' });
    expect(await bot('hard').count()).toBe(1);
    await bot('hard')
      .getByRole('button', { name: /^Remove / })
      .click();
    await bot('hard').waitFor({ state: 'detached' });

    const own = chairs.filter({ hasText: 'Ada' });
    await page.getByRole('button', { name: 'I am ready' }).click();
    await own.getByText('Ready', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Not ready after all' }).click();
    await own.getByText('Not ready', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'I am ready' }).waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('shows its link as a QR code, and copies it', async () => {
    const ada = await person(browser, server.base);
    const { page, context } = ada;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.base });
    await page.goto(`/t/${await newRoom(page, { game: 'rush' })}`);
    const link = `${server.base}/t/${code(page)}`;
    const qr = page.getByRole('img', { name: 'QR code of the link to this table' });
    await qr.waitFor();
    const drawn = (await qr.locator('path').getAttribute('d')) ?? '';
    const dots = drawn.match(/M\d+ \d+/g)?.map((it) => it.slice(1)) ?? [];
    const wanted = encode(link, { border: 2 }).data.flatMap((row, y) =>
      row.flatMap((on, x) => (on ? [`${x} ${y}`] : [])),
    );
    expect(dots).toEqual(wanted);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.getByText('Link copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(ada.errors).toEqual([]);
    await context.close();
  });
});

describe('the results', () => {
  it('say how the match ended, and lead back to the lobby', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const { page } = ada;
    await newMatch(page, { game: 'data-war', bots: ['house'] });
    await page.getByRole('button', { name: 'Deal the cards' }).click();
    await page.locator('.data-war .deeds').getByRole('button', { name: 'Game menu' }).dispatchEvent('click');
    await page.getByRole('button', { name: 'Concede' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await results(page)
      .getByText(/win the game|wins the game/)
      .waitFor();
    await results(page).getByRole('button', { name: 'To the lobby' }).click();
    await page.getByRole('list', { name: 'Chairs' }).waitFor();
    expect(await results(page).count()).toBe(0);
    await page.getByText('Back to the lobby').first().waitFor();
    // The same people can begin again.
    await page.getByRole('button', { name: 'Start the match' }).click();
    await page.locator('main .table').waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

describe('who keeps the table waiting', () => {
  it('is voted out, is told so, and takes the seat back from the bot', async () => {
    const [ada, bo] = await Promise.all([
      person(browser, server.base, { nickname: 'Ada' }),
      person(browser, server.base, { nickname: 'Bo' }),
    ]);
    // A bot alone cannot end a match of Innovation.
    const table = await newRoom(ada.page, { game: 'innovation' });
    for (const { page } of [ada, bo]) {
      await page.goto(`/t/${table}`);
      await getReady(page);
    }
    await ada.page.getByRole('button', { name: 'Start the match' }).click();
    // Both are asked for their first card. Bo does not answer.
    await ada.page.locator('header.mine').waitFor();
    await ada.page.keyboard.press('h');
    await ada.page.getByRole('button', { name: 'Do it' }).click();
    await ada.page.getByText('Bo keeps the table waiting.').waitFor();
    await ada.page.getByRole('button', { name: 'Vote to remove Bo' }).click();
    await bo.page.getByRole('button', { name: 'Take my seat back' }).waitFor();
    expect(await faults(bo.page)).toEqual([]);
    await shot(bo.page, 'stand-in');
    expect(await bo.page.getByRole('button', { name: 'React' }).count()).toBe(0);
    const takeBack = bo.page.getByRole('button', { name: 'Take my seat back' });
    await press(bo.page, takeBack, 'mouse');
    await takeBack.waitFor({ state: 'detached' });
    await bo.page.getByRole('button', { name: 'React' }).waitFor();
    await ada.page.getByText('Bo takes the seat back').first().waitFor();
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await Promise.all([ada.context.close(), bo.context.close()]);
  });
});

describe('the settings', () => {
  /** What the style sheets make of the sample. */
  const look = async (page: Page) => {
    await page.locator('.sample > *').first().waitFor();
    return page.evaluate(() => {
      const [root, sample] = [document.documentElement, document.querySelector<HTMLElement>('.sample')!];
      const cards = [...sample.children] as HTMLElement[];
      return {
        theme: root.dataset['theme'],
        ground: getComputedStyle(document.body).backgroundColor,
        suits: new Set(['s', 'h', 'd', 'c'].map((it) => getComputedStyle(root).getPropertyValue(`--suit-${it}`))).size,
        width: cards[0]!.offsetWidth,
        pace: getComputedStyle(root).getPropertyValue('--pace'),
      };
    });
  };
  /** Counts the sounds that are played, and how loud they are. */
  const listen = () => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const rise = AudioParam.prototype.linearRampToValueAtTime;
    AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
      heard.push(value);
      return rise.call(this, value, at);
    };
  };
  const heard = (page: Page) =>
    page.evaluate(() => (window as unknown as { heard: number[] }).heard.splice(0).map((it) => it > 0));
  const loudest = (page: Page) =>
    page.evaluate(() => Math.max(0, ...(window as unknown as { heard: number[] }).heard.splice(0)));

  it('each do what they say, at once and after a reload', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada', motion: true, theme: 'night' });
    const { page } = ada;
    await page.addInitScript(listen);
    await page.goto('/settings');
    const choose = (group: string, name: string) =>
      page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();
    const night = await look(page);
    expect(night).toMatchObject({ theme: 'night', suits: 2, pace: '1' });

    await choose('Theme', 'Light');
    const day = await look(page);
    expect(day.theme).toBe('day');
    expect(day.ground).not.toBe(night.ground);
    await choose('Theme', 'System');
    for (const [scheme, theme] of [
      ['dark', 'night'],
      ['light', 'day'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expect.poll(async () => (await look(page)).theme).toBe(theme);
    }
    await choose('Suits', 'Four colours');
    expect((await look(page)).suits).toBe(4);
    await choose('Cards', 'Small');
    const small = (await look(page)).width;
    await choose('Cards', 'Large');
    expect(small).toBeLessThan(night.width);
    expect((await look(page)).width).toBeGreaterThan(night.width);
    for (const [speed, pace] of [
      ['Slow', '2'],
      ['Off', '0'],
      ['Fast', '0.5'],
    ] as const) {
      await choose('Motion', speed);
      expect((await look(page)).pace).toBe(pace);
    }

    // The sound is off until now: only switching it on is heard.
    const sound = page.getByRole('switch', { name: 'Sound' });
    const volume = page.getByRole('slider', { name: 'Volume' });
    expect(await volume.isDisabled()).toBe(true);
    expect(await heard(page)).toEqual([]);
    await sound.check();
    await expect.poll(() => loudest(page)).toBeGreaterThan(0);
    await volume.focus();
    await page.keyboard.press('ArrowDown');
    const before = await loudest(page);
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press('End');
    expect(await loudest(page)).toBeGreaterThan(before);
    await sound.uncheck();
    expect(await heard(page)).toEqual([]);
    await sound.check();

    await page.getByLabel('Nickname').fill('Grace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    expect(await look(page)).toMatchObject({ theme: 'day', suits: 4, pace: '0.5' });
    expect((await look(page)).width).toBeGreaterThan(night.width);
    for (const [group, name] of [
      ['Theme', 'System'],
      ['Suits', 'Four colours'],
      ['Cards', 'Large'],
      ['Motion', 'Fast'],
    ] as const)
      expect(await page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).isChecked()).toBe(
        true,
      );
    expect([await sound.isChecked(), await volume.inputValue()]).toEqual([true, '100']);
    expect(await page.getByLabel('Nickname').inputValue()).toBe('Grace');

    // A guest who was at a table before is renamed there, too.
    await page.goto(`/t/${await newRoom(page, { game: 'rush' })}`);
    await page.getByRole('list', { name: 'Chairs' }).getByText('Grace').waitFor();
    await page.goto('/settings');
    await page.getByLabel('Nickname').fill('Hopper');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`/t/${await newRoom(page, { game: 'rush' })}`);
    await page.getByRole('list', { name: 'Chairs' }).getByText('Hopper').waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});
