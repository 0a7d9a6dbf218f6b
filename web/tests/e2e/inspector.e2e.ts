/** The machines of every game, of a running room, and of a finished match. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, launch, person, shot } from './browser';
import { newMatch, newRoom } from './match';
import { serve, type Running } from './server';

let server: Running;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
afterAll(() => server?.stop());

describe('the inspector', () => {
  it('draws every machine of every game', async () => {
    const ada = await person(browser, server.base);
    const { page } = ada;
    for (const game of ['data-war', 'rush', 'min-or-max', 'may-i', 'innovation']) {
      await page.goto(`/inspect/game/${game}`);
      await page.locator('.chart svg g.state').first().waitFor();
      const machines = await page.getByLabel('Machine').locator('option').allTextContents();
      expect(machines.length, game).toBeGreaterThan(0);
      for (const machine of machines) {
        await page.getByLabel('Machine').selectOption({ label: machine });
        await page.locator('.chart svg g.state').first().waitFor();
        expect(await page.locator('.chart g.state').count(), `${game} ${machine}`).toBeGreaterThan(1);
      }
      await shot(page, `inspector-${game}`);
    }
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('lights what the viewer may know of a match that runs, and tells nothing of how it came there', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const { page } = ada;
    await newMatch(page, { game: 'min-or-max', bots: ['greedy'], set: { turn_ms: null } });
    await page.locator('header.mine').waitFor();
    await page.locator('header').getByRole('link', { name: 'Flow of the game' }).click();
    await page.waitForURL('**/inspect/room/*');
    await page.locator('.chart g.state.on').first().waitFor();
    await page.getByText('Only what you may know of a running match is lit.').waitFor();
    // The machines of the room can be selected, but show no active states while the match runs.
    await page.getByLabel('Machine').selectOption('game');
    await page.locator('.chart g.state[data-state="flow.playing"]').waitFor();
    expect(await page.locator('.chart g.state.on').count()).toBe(0);
    expect(await page.getByText('What the machines did').count()).toBe(0);
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(await faults(page)).toEqual([]);
    await shot(page, 'inspector-room');
    await page.getByRole('link', { name: 'Watch it on the table' }).click();
    await page.locator('header.mine').waitFor();
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('lights the machines of a room in which no match runs', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const { page } = ada;
    // May I? has its own machine called `game`.
    const code = await newRoom(page, { game: 'may-i', bots: ['greedy'] });
    await page.goto(`/t/${code}`);
    await page.getByRole('button', { name: 'I am ready' }).waitFor();
    await page.goto(`/inspect/room/${code}`);
    await page.locator('.chart g.state.on[data-state="waiting"]').waitFor();
    await page.getByText('No match is running: the machines of the room are lit.').waitFor();
    await page.getByLabel('Machine').selectOption('room.game');
    await page.locator('.chart g.state.on[data-state="flow.lobby"]').waitFor();
    await page.locator('.chart g.state.on[data-state="connection.slot0.connected"]').waitFor();
    await page.getByLabel('Machine').selectOption('game');
    await page.locator('.chart g.state').first().waitFor();
    expect(await page.locator('.chart g.state.on').count()).toBe(0);
    expect(await faults(page)).toEqual([]);
    await shot(page, 'inspector-lobby');
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });

  it('travels through time after the end', async () => {
    const ada = await person(browser, server.base, { nickname: 'Ada' });
    const { page } = ada;
    await newMatch(page, { game: 'data-war', bots: ['house'] });
    await page.getByRole('button', { name: 'Deal the cards' }).click();
    await page.getByRole('button', { name: 'Turn a card over', exact: true }).click();
    await page.locator('.data-war .deeds').getByRole('button', { name: 'Game menu' }).dispatchEvent('click');
    await page.getByRole('button', { name: 'Concede' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('link', { name: 'Inspect the match' }).click();
    await page.waitForURL('**/inspect/replay/*');
    await page.locator('.chart g.state.on[data-state="welcome"]').waitFor();
    await page.getByText('What the machines did').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('In the chart').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await page.locator('.chart g.state.on[data-state="ready"]').waitFor();
    await page.keyboard.press('End');
    await page.locator('.chart g.state.on[data-state="game_over"]').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.chart g.state.on[data-state="game_over"]').waitFor({ state: 'detached' });
    // The room around the game: it was in its match, and then showed the results.
    await page.getByLabel('Machine').selectOption('game');
    await page.locator('.chart g.state.on[data-state="flow.playing"]').waitFor();
    await page.keyboard.press('End');
    await page.locator('.chart g.state.on[data-state="flow.gameOver"]').waitFor();
    await page.getByLabel('Machine').selectOption('gameOver');
    await page.locator('.chart g.state.on[data-state="showingResults"]').waitFor();
    await shot(page, 'inspector-around');
    await page.getByLabel('Machine').selectOption('dataWarGame');
    await page.getByLabel('Look at a state').selectOption('comparing');
    await page.getByRole('heading', { name: 'comparing' }).waitFor();
    expect(await faults(page)).toEqual([]);
    expect(ada.errors).toEqual([]);
    await ada.context.close();
  });
});
