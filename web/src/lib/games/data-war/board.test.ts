/** Every kind of question Data War asks can be answered on its board, by mouse and by keyboard. */
import { cleanup, render, screen, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { everyKey } from '$lib/table/samples/every-key';
import { oneStop } from '$lib/table/samples/one-stop';
import Board from './Board.svelte';
import { MOMENTS, type Moment, type MomentName } from './fixtures';
import samples from './samples.json';
import type { Choice } from '$lib/table/table';
import type { Action } from './types';
import { StillTable } from './still-table.svelte';

// Drawings are irrelevant here, and thousands of shapes are slow.
vi.mock('./Backdrop.svelte', () => ({ default: () => ({}) }));
vi.mock('./Portrait.svelte', () => ({ default: () => ({}) }));
vi.mock('$lib/cards/CardBack.svelte', () => ({ default: () => ({}) }));

beforeAll(() => {
  // The test environment renders nothing and has no animations.
  const still = { cancel: () => undefined, onfinish: null, oncancel: null };
  Element.prototype.animate = () => still as unknown as Animation;
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
});

/** Waits for the components that are loaded later. */
const later = async () => {
  await import('./later');
  await new Promise((done) => setTimeout(done));
};
async function show(name: MomentName) {
  const table = new StillTable(MOMENTS[name]);
  const user = userEvent.setup();
  const drawn = render(Board, { table });
  await later();
  return { table, user, ...drawn };
}
const button = (name: RegExp | string) => screen.getByRole('button', { name });

describe('taps', () => {
  it.each<[MomentName, string]>([
    ['ready', 'Turn a card over'],
    ['war_face_down', 'Lay three cards face down'],
    ['war_face_up', 'Turn the last card over'],
    ['owyw_tap', 'See your top cards'],
  ])('%s: by button, deck and space', async (name, word) => {
    const { table, user } = await show(name);
    await user.click(button(word));
    await user.click(button(/Your deck/));
    (document.activeElement as HTMLElement | null)?.blur();
    await user.keyboard(' ');
    expect(table.chosen.map((it) => it.action)).toEqual(['tap', 'tap', 'tap']);
    expect(table.chosen[0]).toBe(MOMENTS[name].prompt?.choices[0]);
  });

  it('does nothing on a deck that is not asked', async () => {
    const { table, user } = await show('revealed');
    await user.click(button(/Your deck/));
    expect(table.chosen).toEqual([]);
  });
});

describe('why an answer was refused is said where it was given', () => {
  const refuse = (table: StillTable) => {
    table.refusal = { code: 'no', sentence: 'It is too late.' };
    flushSync();
  };
  /** It is said once, in the element that is given. */
  const saidIn = (place: HTMLElement) => {
    expect(screen.getByRole('alert').textContent).toBe('It is too late.');
    expect(place.contains(screen.getByRole('alert'))).toBe(true);
  };

  it('at the own deck', async () => {
    const { table } = await show('ready');
    refuse(table);
    saidIn(button(/Your deck/));
    expect(button(/Your deck/).querySelector('.why')).not.toBeNull();
  });

  it('at the face that was tried, and not at the next one', async () => {
    const { table, user } = await show('characters');
    const [misty, ida] = [/Misty Orr/, /Ida Penhallow/].map((name) => screen.getByRole('radio', { name }));
    await user.click(misty!);
    await user.click(misty!);
    refuse(table);
    saidIn(misty!);
    await user.click(ida!);
    saidIn(misty!);
  });

  it('at the place that was tried', async () => {
    const { table, user } = await show('places');
    const studio = screen.getByRole('radio', { name: 'Studio' });
    await user.click(studio);
    await user.click(studio);
    refuse(table);
    saidIn(studio);
  });

  it('above the buttons of a screen', async () => {
    const { table, user, container } = await show('welcome');
    await user.click(button('Deal the cards'));
    refuse(table);
    saidIn(container.querySelector<HTMLElement>('.setup')!);
    expect(screen.getByRole('alert').nextElementSibling?.contains(button('Deal the cards'))).toBe(true);
  });

  it('at the card to play next', async () => {
    const { table, user } = await show('open');
    const card = screen.getByRole('option', { name: /Cookie Crumbs/ });
    await user.click(card);
    await user.click(button('Play it'));
    refuse(table);
    saidIn(card);
  });

  it('at the last card of a tantrum', async () => {
    const { table, user } = await show('tantrum');
    const options = screen.getAllByRole('option');
    await user.click(options[4]!);
    await user.click(options[1]!);
    await user.click(button('Take them'));
    refuse(table);
    saidIn(options[1]!);
  });

  it('at a card that falls, and aloud', async () => {
    const { table, user, container } = await show('grab_playing');
    await user.click(await screen.findByRole('button', { name: /Temper Tantrum/ }, { timeout: 5000 }));
    refuse(table);
    saidIn(container.querySelector<HTMLElement>('.arena .foot')!);
    const falling = [...container.querySelectorAll('.falling')];
    expect(falling.map((it) => it.querySelector('.why')?.textContent)).toEqual([
      'It is too late.',
      ...falling.slice(1).map(() => undefined),
    ]);
  });

  it.each<MomentName>(['special_effect', 'grab_results'])('in the panel that lies over the table: %s', async (name) => {
    const { table, user, container } = await show(name);
    await user.click(button('Continue'));
    refuse(table);
    saidIn(container.querySelector<HTMLElement>('.panel')!);
  });

  it('at the face that was tried in the menu', async () => {
    const { table, user } = await show('ready');
    const wear: Choice<Action> = { label: [], action: { select_billionaire: { billionaire: 'misty' } } };
    table.moment = { ...MOMENTS.ready, offers: [wear] };
    await user.click(button('Game menu'));
    await user.click(await screen.findByRole('button', { name: 'Who flies' }, { timeout: 5000 }));
    await user.click(screen.getByRole('radio', { name: /Misty/ }));
    refuse(table);
    expect(screen.getByRole('radio', { name: /Misty/ }).querySelector('.why')).not.toBeNull();
  });
});

describe('cards that are shown open large', () => {
  it('who got what: all but the face-down ones', async () => {
    const { table, user, container } = await show('grab_results');
    const cards = [...container.querySelectorAll<HTMLElement>('.panel [data-card]')];
    expect(cards.map((it) => it.dataset['card'])).toEqual([
      'firewall-smacker-01',
      'ls-newspaper-01',
      'move-tantrum-01',
      'common-2-03',
      'common-5-02',
    ]);
    for (const card of cards) await user.click(card);
    expect(table.shown).toEqual(cards.map((it) => it.dataset['card']));
  });

  it('and leave the focus to the button that leads on', async () => {
    const { table } = await show('grab_playing');
    await screen.findByRole('button', { name: /Temper Tantrum/ }, { timeout: 5000 });
    table.moment = MOMENTS.grab_results;
    flushSync();
    expect(document.querySelectorAll('.panel [data-card]')).toHaveLength(5);
    expect(document.activeElement).toBe(button('Continue'));
  });

  it('the cards of a row', async () => {
    const { table, user, container } = await show('war_face_down');
    await user.click(button(/^Bo: 2 cards in play/));
    const cards = [...container.querySelectorAll<HTMLElement>('dialog [data-card]')];
    await user.click(cards[1]!);
    expect(table.shown).toEqual(['move-takeover-01']);
  });
});

it('lists of cards are one tab stop, with arrows within', async () => {
  const effects = await show('special_effect');
  await oneStop(
    effects.user,
    screen.getAllByRole('button', { name: /look closer/ }).filter((it) => it.closest('.panel')),
  );
  cleanup();
  const results = await show('grab_results');
  await oneStop(results.user, [...results.container.querySelectorAll<HTMLElement>('.panel [data-card]')]);
  cleanup();
  const row = await show('war_face_down');
  await row.user.click(button(/^Bo: 2 cards in play/));
  await oneStop(row.user, [...row.container.querySelectorAll<HTMLElement>('dialog [data-card]')]);
  cleanup();
  const grab = await show('grab_playing');
  await screen.findByRole('button', { name: /Temper Tantrum/ }, { timeout: 5000 });
  await oneStop(grab.user, [...grab.container.querySelectorAll<HTMLElement>('.still-one')]);
});

it('says how many launch stacks win as the options say it', async () => {
  const options = { ...MOMENTS.mission.options, launch_stacks_to_win: 5 };
  for (const name of ['mission', 'guide'] as const) {
    render(Board, { table: new StillTable({ ...MOMENTS[name], options }) });
    expect(screen.getByText(/5 launch stacks/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/three/i);
    cleanup();
  }
});

describe('the screens before the deal', () => {
  it.each<[MomentName, string, string]>([
    ['welcome', 'Choose who flies', 'START_GAME'],
    ['welcome', 'Deal the cards', 'SKIP_TO_GAME'],
    ['intro', 'Show me how to play', 'SHOW_GUIDE'],
    ['intro', 'Skip the instructions and deal', 'SKIP_INSTRUCTIONS'],
    ['guide', 'On to the mission', 'SHOW_MISSION'],
    ['guide', 'Skip the guide', 'SKIP_GUIDE'],
    ['mission', 'Accept the mission and deal', 'START_PLAYING'],
    ['grab_results', 'Continue', 'DATA_GRAB_RESULTS_VIEWED'],
  ])('%s: %s', async (name, word, event) => {
    const { table, user } = await show(name);
    await user.click(button(word));
    expect(table.chosen.map((it) => it.action)).toEqual([{ event }]);
  });

  it('chooses a character with one tap and takes it with the second', async () => {
    const { table, user } = await show('characters');
    const misty = screen.getByRole('radio', { name: /Misty Orr/ });
    await user.click(misty);
    expect(table.chosen).toEqual([]);
    await user.click(misty);
    expect(table.chosen[0]?.action).toEqual({ select_billionaire: { billionaire: 'misty' } });
  });

  it('chooses a place by keyboard', async () => {
    const { table, user } = await show('places');
    screen.getByRole('radio', { name: 'Vault' }).focus();
    await user.keyboard('{ArrowRight}{Enter}{Enter}');
    expect(table.chosen[0]?.action).toEqual({ select_background: { background: 'studio' } });
  });
});

describe('decisions', () => {
  it('opens one of three: chosen, then played', async () => {
    const { table, user } = await show('open');
    const list = within(screen.getByRole('listbox'));
    await user.click(list.getByRole('option', { name: /Cookie Crumbs/ }));
    expect(table.chosen).toEqual([]);
    await user.click(button('Play it'));
    expect(table.chosen[0]?.action).toEqual({ pick_open: { slot: 1 } });
  });

  it('opens one of three by keyboard alone', async () => {
    const { table, user } = await show('open');
    screen.getAllByRole('option')[0]?.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}{Enter}');
    expect(table.chosen[0]?.action).toEqual({ pick_open: { slot: 2 } });
  });

  it('takes two cards in a tantrum, face-down ones too', async () => {
    const { table, user } = await show('tantrum');
    const options = screen.getAllByRole('option');
    await user.click(options[4]!);
    expect(button(/Take \(1 of 2\)/)).toHaveProperty('disabled', true);
    await user.click(options[1]!);
    await user.click(button('Take them'));
    expect(table.filled).toEqual([{ form: 0, groups: [[1, 4]] }]);
  });

  it('takes what is suggested', async () => {
    const { table, user } = await show('tantrum');
    await user.click(button(/Tracker Smacker.*and/));
    await user.click(button('Take them'));
    expect(table.filled).toEqual([{ form: 0, groups: [[0, 4]] }]);
  });

  it('takes the only card of a tantrum', async () => {
    const { table, user } = await show('tantrum_one');
    screen.getByRole('option').focus();
    await user.keyboard(' ');
    await user.click(button('Take them'));
    expect(table.chosen[0]?.action).toEqual({ pick_tantrum: { slots: [0] } });
  });

  it('dismisses effects after showing them', async () => {
    const { table, user } = await show('special_effect');
    expect(screen.getByRole('button', { name: /Open What You Want: look closer/ })).toBeTruthy();
    await user.click(button('Continue'));
    expect(table.chosen[0]?.action).toBe('dismiss');
  });

  it('grabs by pointer, by button and with space', async () => {
    const { table, user } = await show('grab_playing');
    await user.click(await screen.findByRole('button', { name: /Temper Tantrum/ }, { timeout: 5000 }));
    (document.activeElement as HTMLElement | null)?.blur();
    await user.click(button(/face-down/));
    expect(table.chosen.map((it) => it.action)).toEqual([{ grab: { slot: 0 } }, { grab: { slot: 2 } }]);
    // Grabs must not carry the id of a prompt that changes with every falling card.
    expect(table.named).toEqual([false, false]);
  });
});

describe('prompts that a room really sent', () => {
  it.each(Object.entries(samples))('%s', async (_, sample) => {
    const moment = { entries: [], ...sample } as unknown as Moment;
    const table = new StillTable(moment);
    const user = userEvent.setup();
    render(Board, { table });
    await later();
    const options = screen.queryAllByRole('option');
    if (options[0]) await user.click(options[0]);
    await user.click(button(/^(Turn a card over|Lay three|Turn the last|See your|Continue|Play it)/));
    expect(moment.prompt?.choices).toContain(table.chosen[0]);
  });
});

describe('the board', () => {
  it('DW-173: shows deck, row, turn value, what acts on it, launch stacks and portrait of each seat', async () => {
    const { container } = await show('revealed');
    const [bo, ada] = [...container.querySelectorAll<HTMLElement>('.side')];
    expect(ada!.getAttribute('aria-label')).toMatch(/turn value 2, 2 of 3 launch stacks$/);
    expect(bo!.getAttribute('aria-label')).toMatch(/turn value 5, 0 of 3 launch stacks$/);
    expect([ada, bo].map((it) => it!.querySelector('.deck b')?.textContent)).toEqual(['31', '27']);
    expect(bo!.querySelector('.value.num')?.textContent?.replaceAll(/\s+/g, ' ')).toContain('5 3 + 4 −2');
    // The latest card lies on top.
    const row = [...bo!.querySelectorAll<HTMLElement>('[data-piece]')].map((it) => it.dataset['piece']);
    expect(row).toEqual(['tracker-3-01', 'common-4-06']);
    expect(container.querySelectorAll('.portrait')).toHaveLength(2);
  });

  it('DW-176: at the end the winner leaves for space', async () => {
    await show('over');
    const final = await screen.findByRole('region', { name: 'You leave for space!' }, { timeout: 5000 });
    expect(final.querySelector('.ship')).toBeTruthy();
  });
});

describe('the menu', () => {
  it('DW-175: has a guide, sound, places, starting over, leaving, and closes', async () => {
    const { user } = await show('ready');
    await user.click(button('Game menu'));
    const menu = within(await screen.findByRole('dialog', { name: 'Game menu' }, { timeout: 5000 }));
    for (const name of ['Guide', 'Where to play', 'Start over', 'Leave for the title screen'])
      expect(await menu.findByRole('button', { name })).toBeDefined();
    expect(menu.getByRole('switch', { name: 'Sound' })).toBeDefined();
    await user.click(menu.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(screen.queryByRole('dialog', { name: 'Game menu' })).toBeNull();
  });

  it('DW-175: does not offer what the server would refuse, as before the first deal and after the end', async () => {
    const { table, user } = await show('ready');
    table.allows = false;
    await user.click(button('Game menu'));
    await screen.findByRole('button', { name: 'Guide' }, { timeout: 5000 });
    expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Leave for the title screen' })).toBeNull();
  });

  it('DW-40b: opening it pauses, closing it resumes', async () => {
    const { table, user } = await show('ready');
    table.commands.push({ name: 'pause', takes: 'nothing' });
    await user.click(button('Game menu'));
    const menu = within(await screen.findByRole('dialog', { name: 'Game menu' }, { timeout: 5000 }));
    await vi.waitFor(() => expect(table.said).toEqual(['pause']));
    await user.click(menu.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(table.said).toEqual(['pause', 'resume']);
  });

  it('offers what the server allows, and asks before it does it', async () => {
    const { table, user } = await show('ready');
    await user.click(button('Game menu'));
    await user.click(await screen.findByRole('button', { name: 'Concede' }, { timeout: 5000 }));
    expect(table.chosen).toEqual([]);
    await user.click(button('Yes'));
    expect(table.chosen.map((it) => it.action)).toEqual(['concede']);
  });

  it('DW-39g: two persons choose their faces until the first cards are revealed', async () => {
    const faces = (['brock', 'misty'] as const).map((billionaire): Choice<Action> => {
      return { label: [billionaire], action: { select_billionaire: { billionaire } } };
    });
    const { table, user } = await show('ready');
    const before = MOMENTS.ready;
    table.moment = { ...before, offers: [...before.offers, ...faces] };
    await user.click(button('Game menu'));
    await user.click(await screen.findByRole('button', { name: 'Who flies' }, { timeout: 5000 }));
    await user.click(screen.getByRole('radio', { name: /Lotte/ }));
    await user.click(screen.getByRole('radio', { name: /Misty/ }));
    expect(table.chosen).toEqual([faces[1]]);
    // The cards are revealed: the menu is the same as for everybody else.
    table.moment = before;
    expect(await screen.findByRole('button', { name: 'Guide' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Who flies' })).toBeNull();
  });

  it('DW-175: asks before it starts over', async () => {
    const { table, user } = await show('ready');
    await user.click(button('Game menu'));
    await user.click(await screen.findByRole('button', { name: 'Start over' }, { timeout: 5000 }));
    expect(table.chosen).toEqual([]);
    await user.click(button('Yes'));
    expect(table.chosen.map((it) => it.action)).toEqual([{ event: 'RESET_GAME' }]);
  });
});

it('every listed key does what the list says', async () => {
  const moments: Record<string, MomentName> = {
    '1 … 9': 'open',
    Escape: 'open',
    'Space, while cards fall': 'grab_playing',
  };
  const marked = () => screen.getAllByRole('option').map((it) => it.getAttribute('aria-selected'));
  await everyKey((key) => show(moments[key] ?? 'ready'), {
    'Space or Enter': async ({ table, user }) => {
      await user.keyboard(' ');
      await user.keyboard('{Enter}');
      const [deck] = table.prompt!.choices;
      expect(table.chosen).toEqual([deck, deck]);
    },
    'Space, while cards fall': async ({ table, user }) => {
      await screen.findByRole('button', { name: /Temper Tantrum/ }, { timeout: 5000 });
      // Wherever the focus was left, also on a button behind the cards.
      button('Game menu').focus();
      await user.keyboard('  ');
      const slots = table.prompt!.choices.slice(0, 2).map((it) => it.action);
      expect(table.chosen.map((it) => it.action)).toEqual(slots);
    },
    '1 … 9': async ({ table, user }) => {
      await user.keyboard('2');
      expect(marked()).toEqual(['false', 'true', 'false']);
      await user.keyboard('2');
      expect(table.chosen[0]?.action).toEqual({ pick_open: { slot: 1 } });
    },
    Escape: async ({ user }) => {
      await user.keyboard('2{Escape}');
      expect(marked()).toEqual(['false', 'false', 'false']);
    },
  });
});

it('draws every moment, also for somebody who only watches', () => {
  for (const name of Object.keys(MOMENTS) as MomentName[]) {
    for (const readonly of [false, true]) {
      const moment = { ...MOMENTS[name], ...(readonly ? { seat: null, prompt: null, offers: [] } : {}) };
      const { container, unmount } = render(Board, { table: new StillTable(moment, { readonly }) });
      expect(container.querySelector('.data-war'), name).toBeTruthy();
      unmount();
    }
  }
}, 30_000);
