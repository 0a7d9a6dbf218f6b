/**
 * The behaviour of tables in every game: signalling the turn, opening cards, what was missed, the order of the hand.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { code, faults, launch, person, shot, SIZES, smallTargets } from './browser';
import { press, standing } from './hands';
import { followHint, newRoom, newTurn, results } from './match';
import { serve, type Running } from './server';
import { StoredTable, type Stored } from './stored';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

/** No time limit answers for the player. */
const TABLES: [string, string[], Record<string, unknown>][] = [
  ['min-or-max', ['greedy'], { turn_ms: null }],
  ['may-i', ['greedy', 'greedy'], { turn_limit_ms: null }],
  // Less than ten minutes, because the clock loses a digit there.
  ['rush', ['greedy'], { turn_limit_ms: null, game_seconds: 590 }],
  ['innovation', ['greedy'], {}],
  [
    'data-war',
    ['house'],
    {
      // The first card requires another one on top of it, and waits for it.
      ...{
        p1_strategy: 'custom',
        p1_custom: ['tracker-3', 'common-1'],
        p2_strategy: 'custom',
        p2_custom: ['common-1'],
      },
      delays: { tap_auto: 3_600_000, choice_auto: 3_600_000, effect_auto_dismiss: 3_600_000 },
    },
  ],
];
const HOLD_MS = 800;

async function hold(page: Page, target: Locator): Promise<void> {
  const box = await standing(target);
  const at = { x: box.x + Math.min(12, box.width / 2), y: box.y + box.height / 2 };
  const fingers = await page.context().newCDPSession(page);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.waitForTimeout(HOLD_MS);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
}

/** Simulates a user who looks at something else, or comes back. */
const look = (page: Page, away: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);

describe('your turn', () => {
  it('shows in the title, in the icon, in the bar and to screen readers', async () => {
    const ada = await person(browser, server.base);
    const { page } = ada;
    await newTurn(page, { game: 'innovation', bots: ['greedy'] });
    await page.waitForFunction(() => document.title.startsWith('Your turn'));
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/icon-turn.svg');
    expect(await page.locator('[aria-live="assertive"]').textContent()).toContain('Your turn');
    await page.goto('/');
    expect(await page.title()).not.toContain('Your turn');
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

describe('any card opens large', () => {
  it.each(TABLES)('at %s: by the other mouse button, by its key and by holding it', async (game, bots, set) => {
    const ada = await person(browser, server.base);
    const room = await newRoom(ada.page, { game, bots, set, start: true });
    await ada.page.goto(`/t/${room}`);
    const token = await ada.page.evaluate(() => localStorage.getItem('croupier.token') ?? '');
    const phone = await person(browser, server.base, { device: 'phone' });
    await phone.page.addInitScript((it) => localStorage.setItem('croupier.token', it), token);
    await phone.page.goto(`/t/${room}`);

    const card = (page: Page) => page.locator('main .table :is([data-piece], [data-card]):visible').last();
    for (let move = 0; move < 60 && (await card(ada.page).count()) === 0; move++) {
      await followHint(ada.page);
      await ada.page.waitForTimeout(60);
    }
    const opened = async (page: Page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading').first().waitFor();
      expect((await dialog.getByRole('heading').first().textContent())?.trim()).not.toBe('');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    };
    const box = await standing(card(ada.page));
    await ada.page.mouse.click(box.x + 8, box.y + box.height / 2, { button: 'right' });
    await opened(ada.page);
    await hold(phone.page, card(phone.page));
    await opened(phone.page);
    const button = ada.page.locator('main .table button:is([data-piece], [data-card]):visible').last();
    if ((await button.count()) > 0) {
      await button.focus();
      await ada.page.keyboard.press('i');
      await opened(ada.page);
    }
    expect([...ada.errors, ...phone.errors]).toEqual([]);
    await ada.context.close();
    await phone.context.close();
  });
});

describe('who looked away', () => {
  it.each(['the page is hidden', 'the page is left'])('%s: is told what happened until it was read', async (how) => {
    const left = how === 'the page is left';
    const [ada, bo] = await Promise.all([
      person(browser, server.base, { nickname: 'Ada' }),
      person(browser, server.base, { nickname: 'Bo' }),
    ]);
    // Drawing never ends a match of Innovation.
    const table = await newRoom(ada.page, { game: 'innovation' });
    for (const { page } of [ada, bo]) {
      await page.goto(`/t/${table}`);
      const door = page.getByRole('button', { name: 'Sit down' });
      await door
        .or(page.getByRole('button', { name: 'I am ready' }))
        .first()
        .waitFor();
      if (await door.isVisible()) await door.click();
      await page.getByRole('button', { name: 'I am ready' }).click();
    }
    await ada.page.getByRole('button', { name: 'Start the match' }).click();
    for (const { page } of [ada, bo]) {
      await page.locator('header.mine').waitFor();
      await page.keyboard.press('h');
      await page.getByRole('button', { name: 'Do it' }).click();
    }
    const draw = (page: Page) => page.locator('.deeds').getByRole('button', { name: 'Draw', exact: true });
    await Promise.race([ada, bo].map(({ page }) => draw(page).waitFor()));
    const [away, busy] = (await draw(ada.page).isVisible()) ? [bo, ada] : [ada, bo];
    await away.page.locator('header').getByText('Waiting for').waitFor();
    const note = away.page.getByText(/While you were away/);
    const reload = async () => {
      await away.page.reload();
      await away.page.locator('main .table .board').waitFor();
    };
    // That they went away themselves is no news.
    await reload();
    expect(await note.count()).toBe(0);

    if (left) await away.page.goto('/settings');
    else await look(away.page, true);
    await press(busy.page, draw(busy.page), 'mouse');
    const told = (page: Page) => page.getByText(/draws?\b/).first();
    await told(busy.page).waitFor({ state: 'attached' });
    if (left) await away.page.goto(`/t/${table}`);
    else {
      await told(away.page).waitFor({ state: 'attached' });
      await look(away.page, false);
    }
    const line = away.page.getByText(/While you were away, \d+ things? happened/);
    await line.waitFor();
    expect(await faults(away.page)).toEqual([]);
    await reload();
    expect(await note.count()).toBe(1);
    await away.page.getByRole('button', { name: 'Got it' }).click();
    await line.waitFor({ state: 'hidden' });
    await reload();
    expect(await note.count()).toBe(0);
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await ada.context.close();
    await bo.context.close();
  });
});

describe('a hand keeps the order that its player gives it', () => {
  it.each([
    ['may-i', ['greedy', 'greedy']],
    ['innovation', ['greedy']],
  ])('at %s, by dragging and by keys', async (game, bots) => {
    const ada = await person(browser, server.base);
    const { page } = ada;
    await newTurn(page, { game, bots, set: game === 'may-i' ? { turn_limit_ms: null } : {} });
    const cards = page.locator('.hand [data-piece]');
    const order = () => cards.evaluateAll((all) => all.map((it) => it.dataset['piece']));
    const before = await order();
    const [from, to] = [await standing(cards.first()), await standing(cards.last())];
    await page.mouse.move(from.x + 8, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width - 6, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
    const dragged = [...before.slice(1), before[0]];
    await expect.poll(order).toEqual(dragged);
    await cards.last().focus();
    await page.keyboard.press('Alt+ArrowLeft');
    const own = [...dragged.slice(0, -2), dragged.at(-1), dragged.at(-2)];
    await expect.poll(order).toEqual(own);
    await page.reload();
    await expect.poll(order).toEqual(own);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

/** A source of a layout shift, which TypeScript does not know yet. */
interface Source {
  node: Node | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}

describe('every table', () => {
  it.each(TABLES)('of %s has targets of 44 px and does not jump on a push or a reconnect', async (game, bots, set) => {
    const ada = await person(browser, server.base, { device: 'phone' });
    const { page } = ada;
    await newTurn(page, { game, bots, set, watch: 'anyone' });
    expect(await smallTargets(page)).toEqual([]);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { shifts: seen });
      new PerformanceObserver((list) => {
        for (const it of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; sources: Source[] })[])
          for (const { node, previousRect: from, currentRect: to } of it.hadRecentInput ? [] : it.sources) {
            const element = node instanceof Element ? node : node?.parentElement;
            if (!element?.isConnected || element.closest('[data-piece]')) continue;
            const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
            seen.push(`${element.outerHTML.slice(0, 100)}: ${box(from)} to ${box(to)}`);
          }
      }).observe({ type: 'layout-shift' });
    });
    await followHint(page);
    // Somebody comes to watch, and the server is restarted: pushes of some and of all parts.
    const eve = await person(browser, server.base, { nickname: 'Eve' });
    await eve.page.goto(`/t/${code(page)}/watch`);
    await eve.page.locator('main .table').waitFor();
    await page.waitForTimeout(300);
    await eve.context.close();
    await server.halt();
    // Other tests need the server too.
    await page
      .getByText(/^Connection lost/)
      .waitFor()
      .finally(() => server.resume());
    await page.getByText('You are connected again.').waitFor();
    await page.waitForTimeout(300);
    // Cards are meant to come and go; nothing around them may shift.
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    expect(await faults(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

describe('who plays by keys', () => {
  it.each(TABLES)('has one tab stop for each part of %s, and keeps the focus over answers', async (game, bots, set) => {
    const ada = await person(browser, server.base);
    const { page } = ada;
    await newTurn(page, { game, bots, set });
    for (let move = 0; move < 4; move++) {
      // Between two of the viewer's own moves it may be somebody else's turn for a while.
      await page.locator('header.mine').or(results(page)).first().waitFor();
      if (await results(page).isVisible()) break;
      const stops = await page.locator('main').evaluate((table) => {
        const all = [...table.querySelectorAll<HTMLElement>('button, a[href], input, select, [tabindex]')].filter(
          (it) => it.tabIndex >= 0 && !(it as HTMLButtonElement).disabled && it.checkVisibility(),
        );
        const zones = all.map((it) => it.parentElement?.closest('[data-zone]'));
        return {
          all: all.length,
          crowded: all.filter((it, at) => zones[at] && zones.indexOf(zones[at]) !== at).map((it) => it.outerHTML),
        };
      });
      expect(stops.crowded).toEqual([]);
      expect(stops.all).toBeGreaterThan(0);
      expect(stops.all).toBeLessThan(16);
      // A bot that is thinking for another table comes first.
      const advice = page.getByRole('button', { name: 'Do it' });
      const waits = page.getByText('The bot would wait.').first();
      const advised = async () => {
        if (!(await advice.isVisible())) await page.keyboard.press('h');
        // The last move may have ended the match.
        return (await advice.or(waits).count()) > 0 || (await results(page).isVisible());
      };
      await expect.poll(advised, { timeout: 15_000, interval: 250 }).toBe(true);
      if (await results(page).isVisible()) break;
      if (!(await advice.isVisible())) {
        expect(move).toBeGreaterThan(0);
        break;
      }
      await press(page, advice, 'keys');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('main .table') !== null), { timeout: 3000 })
        .toBe(true);
    }
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

describe('why a card does not go', () => {
  it('is said at the card, where all of it can be read, also at the edges of a phone', async () => {
    const ada = await person(browser, server.base, { device: 'phone' });
    const { page } = ada;
    await newTurn(page, { game: 'rush', bots: ['greedy'], set: { turn_limit_ms: null, game_seconds: 600 } });
    const cards = page.locator('[aria-label="Your hand"] button');
    const why = page.locator('.why');
    for (const last of ['first', 'last'] as const) {
      const edge = cards[last]();
      // The card at the edge is selected last; some card does not go with it.
      for (let other = 1; other < (await cards.count()) - 1; other++) {
        await press(page, cards.nth(other), 'touch');
        await press(page, edge, 'touch');
        if (
          await why.waitFor({ timeout: 1500 }).then(
            () => true,
            () => false,
          )
        )
          break;
        await press(page, edge, 'touch');
        await press(page, cards.nth(other), 'touch');
      }
      const seen = await why.evaluate((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        return [left + 4, (left + right) / 2, right - 4].map((x) => it.contains(document.elementFromPoint(x, middle)));
      });
      expect(seen, last).toEqual([true, true, true]);
      expect(await edge.locator('.why').count()).toBe(1);
      await shot(page, `refusal-${last}`);
      for (const it of await cards.all())
        if ((await it.getAttribute('aria-pressed')) === 'true') await press(page, it, 'touch');
    }
    expect(await faults(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

/** What a room has sent, from the samples of the boards. */
const sample = (file: string, name: string): Stored =>
  (JSON.parse(readFileSync(`src/lib/games/${file}`, 'utf8')) as Record<string, Stored>)[name]!;

describe('where there is little room', () => {
  it.each([
    ['a phone', SIZES.phone],
    ['a low screen', { width: 1280, height: 640 }],
  ])('all five notices of Rush can be read on %s', async (_, size) => {
    const { page, context, errors } = await person(browser, server.base, { device: 'phone' });
    await page.setViewportSize(size);
    const table = await StoredTable.of(page, 'rush');
    await table.show({
      ...sample('rush/samples/rooms.json', 'late'),
      prompt: sample('rush/samples/rooms.json', 'turn').prompt,
    });
    const notices = page.getByRole('list', { name: 'Played or skipped by itself' }).getByRole('listitem');
    expect(await notices.count()).toBe(5);
    await standing(notices.last());
    for (const notice of await notices.all())
      expect(
        await notice.evaluate((it) => {
          const { left, right, top, bottom } = it.getBoundingClientRect();
          const corners = [left + 6, right - 6].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
          return corners.every(([x, y]) => it.contains(document.elementFromPoint(x, y)));
        }),
        (await notice.textContent()) ?? '',
      ).toBe(true);
    expect(await faults(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('everybody’s points at Innovation are shown on a phone', async () => {
    const { page, context, errors } = await person(browser, server.base, { device: 'phone' });
    const table = await StoredTable.of(page, 'innovation');
    const late = sample('innovation/samples.json', 'innovation.action late in the game');
    await table.show(late);
    for (const { points } of (late.game as { players: { points: number }[] }).players)
      expect(await page.locator('.players').getByText(`${points} points`, { exact: true }).isVisible()).toBe(true);
    expect(await faults(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe('the size of cards', () => {
  it.each(TABLES)('is what the reader wants at %s', async (game, bots, set) => {
    const ada = await person(browser, server.base);
    const { page } = ada;
    await newTurn(page, { game, bots, set });
    if (game === 'data-war') await page.getByRole('button', { name: 'Deal the cards' }).click();
    const widest = async (cards: string): Promise<number> => {
      await page.evaluate((size) => {
        const all = JSON.parse(localStorage.getItem('croupier.settings') ?? '{}') as Record<string, unknown>;
        localStorage.setItem('croupier.settings', JSON.stringify({ ...all, cards: size }));
      }, cards);
      await page.reload();
      const card = page.locator('main .table').locator('[data-piece], [data-card], .deck');
      await standing(card.first());
      return card.evaluateAll((all) => Math.max(...all.map((it) => (it as HTMLElement).offsetWidth)));
    };
    const [small, large] = [await widest('small'), await widest('large')];
    expect(large / small, `${small} and ${large}`).toBeGreaterThan(1.15);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});

describe('the host', () => {
  it('locks the door, opens it, and hands the table over', async () => {
    const [ada, bo] = await Promise.all([
      person(browser, server.base, { nickname: 'Ada' }),
      person(browser, server.base, { nickname: 'Bo' }),
    ]);
    const table = await newRoom(ada.page, { game: 'rush' });
    await ada.page.goto(`/t/${table}`);
    await ada.page.getByRole('button', { name: 'Lock the door' }).click();
    await ada.page.getByText('Nobody else can come in.').waitFor();
    // Either joining is refused, or the page was open before and taking the seat is refused.
    const shut = bo.page.getByText('The table is full, or its door is locked.');
    const seat = bo.page.getByRole('button', { name: 'Sit down' });
    const knock = async () => {
      await bo.page.goto(`/t/${table}`);
      await seat.or(shut).first().waitFor();
      if (await seat.isVisible()) await seat.click();
    };
    await knock();
    await bo.page.getByRole('alert').or(shut).first().waitFor();
    expect(await faults(bo.page)).toEqual([]);
    await ada.page.getByRole('button', { name: 'Open the door' }).click();
    await ada.page.getByText('Nobody else can come in.').waitFor({ state: 'hidden' });
    await expect
      .poll(
        async () => {
          await knock();
          const ready = bo.page.getByRole('button', { name: 'I am ready' });
          await ready.or(shut).first().waitFor();
          return ready.isVisible();
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    await ada.page.getByRole('button', { name: 'Make Bo the host' }).click();
    await bo.page.getByRole('button', { name: 'Make Ada the host' }).waitFor();
    expect(await ada.page.getByRole('button', { name: /the host/ }).count()).toBe(0);
    expect([...ada.errors, ...bo.errors]).toEqual([]);
    await ada.context.close();
    await bo.context.close();
  });
});

describe('at 200 %', () => {
  it.each(TABLES)('everything of %s can be reached', async (game, bots, set) => {
    const ada = await person(browser, server.base, { density: 2 });
    const { page } = ada;
    await page.setViewportSize({ width: SIZES.desktop.width / 2, height: SIZES.desktop.height / 2 });
    await newTurn(page, { game, bots, set });
    const hidden = await page.locator('main button:visible:enabled').evaluateAll((all) =>
      all
        .filter((it) => {
          it.scrollIntoView({ block: 'center', inline: 'center' });
          const box = it.getBoundingClientRect();
          return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
        })
        .map((it) => it.outerHTML.slice(0, 100)),
    );
    expect(hidden).toEqual([]);
    expect(await faults(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});
