import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plain } from '$lib/table/text';
import Board from './Board.svelte';
import { lastSpin, sortChoices } from './choices';
import { everyKey } from '$lib/table/samples/every-key';
import { oneStop } from '$lib/table/samples/one-stop';
import { SampleTable } from '$lib/table/samples/sample-table.svelte';
import { fakeTable } from '$lib/table/samples/fake-table';
import rooms from './samples/rooms.json';
import type { Action, View } from './types';

type Name = keyof typeof rooms;
const ASKING = (Object.keys(rooms) as Name[]).filter((name) => rooms[name].prompt !== null);
const table = (name: Name) => fakeTable<View, Action>('min-or-max', rooms[name]);

let width = 1000;
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => width });
  // The test environment has no animations.
  Element.prototype.animate ??= vi.fn(() => ({ cancel: vi.fn() }) as unknown as Animation);
  Element.prototype.getAnimations ??= () => [];
  // It renders nothing, either.
  document.elementsFromPoint = () => [];
});
afterEach(cleanup);

async function press(it: HTMLElement): Promise<void> {
  it.click();
  await tick();
}

/** Presses whatever the board shows for a choice, as often as necessary. */
async function answer(choice: { label: unknown; action: Action }, label: string): Promise<void> {
  const { action } = choice;
  if (typeof action === 'object' && 'choose_card' in action) {
    const card = screen
      .getByLabelText('Your hand')
      .querySelector<HTMLElement>(`[data-card="${action.choose_card.card}"]`);
    expect(card).not.toBeNull();
    await press(card!);
    await press(card!);
    return;
  }
  // If space is tight, the strengths appear after a press on Spin.
  const pressable = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const spin = pressable().find((it) => it.textContent?.trim() === 'Spin');
  if (spin && typeof action === 'object' && 'spin_wheel' in action) await press(spin);
  const button = pressable().find((it) => {
    const said = it.getAttribute('aria-label') ?? it.textContent ?? '';
    return said.trim() === label || said.startsWith(`${label}.`);
  });
  expect(button, label).toBeDefined();
  await press(button!);
  const twice = action === 'surrender' || (typeof action === 'object' && 'choose_card_effect' in action);
  if (twice) await press(button!);
}

describe.each(ASKING.flatMap((name) => [[name, 1000] as const, [name, 360] as const]))(
  'prompt of %s at %i px',
  (name, room) => {
    beforeEach(() => {
      width = room;
      return () => (width = 1000);
    });
    const choices = rooms[name].prompt!.choices as unknown as { label: never; action: Action }[];
    test('has something to press for each of its choices', async () => {
      const fake = table(name);
      render(Board, { table: fake });
      for (const choice of choices) {
        await answer(choice, plain(choice.label));
        expect(fake.choose).toHaveBeenCalledTimes(1);
        expect(fake.choose.mock.calls[0]?.[0].action).toEqual(choice.action);
        fake.choose.mockClear();
      }
    });
  },
);

test('a card that does not go says why', async () => {
  const fake = table('turn');
  render(Board, { table: fake });
  await userEvent.click(screen.getByRole('button', { name: /^6 of diamonds/ }));
  expect(fake.dryRun).toHaveBeenCalledWith({ action: { choose_card: { card: '6D' } } });
  expect((await screen.findByRole('alert')).textContent).toBe('That does not fit.');
});

test('a refusal of the server is shown at the card', async () => {
  const sample = new SampleTable<View, Action>('min-or-max', rooms.turn as never);
  sample.choose = async () => {
    sample.refusal = { code: 'no', sentence: 'It must stay.' };
    return false;
  };
  render(Board, { table: sample });
  const cards = within(screen.getByLabelText('Your hand')).getAllByRole('button');
  const card = cards.find((it) => it.getAttribute('aria-disabled') !== 'true')!;
  await press(card);
  await press(card);
  expect((await screen.findByRole('alert')).textContent).toBe('It must stay.');
  expect(card.querySelector('.why')).not.toBeNull();
});

test('the hand is one tab stop, with arrows within', async () => {
  render(Board, { table: table('turn') });
  const cards = within(screen.getByLabelText('Your hand')).getAllByRole('button');
  expect(cards.map((it) => it.tabIndex)).toEqual([0, -1, -1, -1]);
  cards[0]!.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(cards[2]);
  expect(cards[2]!.tabIndex).toBe(0);
});

test('the slain cards open large, and are one tab stop', async () => {
  const fake = table('turn');
  const slain = ['KS', '7H', '2C'];
  render(Board, { table: { ...fake, view: { ...fake.view!, slain } } });
  const cards = within(screen.getByRole('group', { name: /^Slain/ })).getAllByRole('button');
  expect(cards).toHaveLength(slain.length);
  await oneStop(userEvent, cards);
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(fake.showCard).toHaveBeenCalledExactlyOnceWith('2C');
});

test('every listed key does what the list says', async () => {
  const cards = () => [...screen.getByLabelText('Your hand').querySelectorAll<HTMLElement>('[data-card]')];
  const playable = () => cards().findIndex((it) => it.getAttribute('aria-disabled') !== 'true');
  await everyKey(
    () => {
      const fake = table('turn');
      render(Board, { table: fake });
      return fake;
    },
    {
      'Enter or Space': async (fake) => {
        cards()[playable()]!.focus();
        await userEvent.keyboard('{Enter}');
        expect(fake.choose).not.toHaveBeenCalled();
        await userEvent.keyboard(' ');
        expect(fake.choose).toHaveBeenCalledTimes(1);
      },
      '1 … 9': async (fake) => {
        const key = String(playable() + 1);
        await userEvent.keyboard(key);
        expect(cards()[playable()]!.getAttribute('aria-pressed')).toBe('true');
        await userEvent.keyboard(key);
        expect(fake.choose).toHaveBeenCalledTimes(1);
      },
      'Space, held': async (fake) => {
        const wheel = screen.getByRole('button', { name: /Hold to gather force/ });
        wheel.focus();
        await fireEvent.keyDown(wheel, { key: ' ' });
        await new Promise((done) => setTimeout(done, 250));
        await fireEvent.keyUp(wheel, { key: ' ' });
        expect(fake.choose.mock.calls[0]?.[0].action).toHaveProperty('spin_wheel');
      },
      Escape: async () => {
        await userEvent.click(cards()[playable()]!);
        await userEvent.keyboard('{Escape}');
        expect(cards()[playable()]!.getAttribute('aria-pressed')).toBe('false');
      },
      'Alt and arrow keys': async () => {
        const [first, second] = cards().map((it) => it.dataset['card']);
        cards()[0]!.focus();
        await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
        expect(cards().map((it) => it.dataset['card'])).toEqual(expect.arrayContaining([second, first]));
        expect(cards()[0]!.dataset['card']).toBe(second);
      },
    },
  );
});

test('digits choose a declaration, and Escape puts it away', async () => {
  const name = ASKING.find((it) => JSON.stringify(rooms[it].prompt!.choices).includes('choose_card_effect'))!;
  const fake = table(name);
  render(Board, { table: fake });
  const options = () => [...document.querySelectorAll('.options button')].map((it) => it.getAttribute('aria-pressed'));
  await userEvent.keyboard('1');
  expect(options()[0]).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(options()[0]).toBe('false');
  await userEvent.keyboard('11');
  expect(fake.choose).toHaveBeenCalledTimes(1);
});

test('nobody who watches is offered anything', () => {
  render(Board, { table: { ...table('turn'), readonly: true } });
  expect(screen.queryByRole('button', { name: /^Spin/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Choose a card/ })).toBeNull();
});

test('the end opens all hands', () => {
  render(Board, { table: table('over') });
  const hands = (rooms.over.game as unknown as View).players
    .filter((it) => it.seat !== rooms.over.seat)
    .flatMap((it) => it.hand ?? []);
  expect(hands.length).toBeGreaterThan(0);
  for (const code of hands) expect(document.querySelector(`[data-piece="${code}"]`), code).not.toBeNull();
});

test('opened hands open large, by pointer and by keyboard', async () => {
  const shown: string[] = [];
  render(Board, { table: { ...table('over'), showCard: (code) => void shown.push(code) } });
  const hands = [...document.querySelectorAll<HTMLElement>('.others .open')];
  const wanted = hands.map((hand) => [...hand.querySelectorAll<HTMLElement>('[data-piece]')]);
  expect(hands.map((it) => it.tabIndex)).toEqual(hands.map((_, at) => (at === 0 ? 0 : -1)));
  hands[0]!.focus();
  await userEvent.keyboard('{Enter}');
  for (const card of wanted.flat()) await userEvent.click(card);
  const codes = wanted.flat().map((it) => it.dataset['piece']);
  expect(shown).toEqual([codes[0], ...codes]);
});

test('who lost and who won stands at the name', () => {
  const fake = table('over');
  const noted = () => screen.getAllByRole('group', { name: /Bo|Chiara/ }).map((it) => it.getAttribute('aria-label'));
  const { unmount } = render(Board, { table: fake });
  expect(noted()).toEqual([expect.not.stringMatching(/won|lost/), expect.stringMatching(/^Chiara, .*lost/)]);
  unmount();
  const result = { ...fake.view!.result!, winner: 1, losers: [2] };
  render(Board, { table: { ...fake, view: { ...fake.view!, result } } });
  expect(noted()).toEqual([expect.stringMatching(/^Bo, .*won/), expect.stringMatching(/^Chiara, .*lost/)]);
});

test('every choice has exactly one place', () => {
  for (const name of ASKING) {
    const choices = rooms[name].prompt!.choices as unknown as Parameters<typeof sortChoices>[0];
    const { cards, spins, effects, buttons } = sortChoices(choices);
    expect(cards.size + spins.length + effects.length + buttons.length).toBe(choices.length);
  }
});

test('a spin lasts as long as its event says', () => {
  const started = { wheel_spin_started: { seat: 0, force_milli: 800, from: 90, degrees: 122, spin_ms: 1234 } };
  const entries = [
    { number: 1, at: 50, event: { game: started } },
    { number: 2, at: 60, event: { game: 'setup_complete' } },
  ];
  expect(lastSpin(entries)).toEqual({ at: 50, ms: 1234 });
  expect(lastSpin([])).toBeNull();
});
