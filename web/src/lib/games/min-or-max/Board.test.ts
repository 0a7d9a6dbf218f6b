import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plain } from '$lib/table/text';
import Board from './Board.svelte';
import { lastSpin, sortChoices } from './choices';
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

test('the hand is one tab stop, with arrows within', async () => {
  render(Board, { table: table('turn') });
  const cards = within(screen.getByLabelText('Your hand')).getAllByRole('button');
  expect(cards.map((it) => it.tabIndex)).toEqual([0, -1, -1, -1]);
  cards[0]!.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(cards[2]);
  expect(cards[2]!.tabIndex).toBe(0);
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
