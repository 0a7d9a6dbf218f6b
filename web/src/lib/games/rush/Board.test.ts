import { cleanup, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Choice, Prompt } from '$lib/wire';
import { everyKey } from '$lib/table/samples/every-key';
import { oneStop } from '$lib/table/samples/one-stop';
import { fakeTable } from '$lib/table/samples/fake-table';
import { SampleTable } from '$lib/table/samples/sample-table.svelte';
import Board from './Board.svelte';
import rooms from './samples/rooms.json';
import { attemptFor, cardsOf, choiceFor } from './selection';
import type { Action, View } from './types';

type Name = keyof typeof rooms;
const table = (name: Name) => fakeTable<View, Action>('rush', rooms[name]);
const prompt = (name: Name) => rooms[name].prompt as unknown as Prompt<Action>;
const card = (code: string) => screen.getByLabelText('Your hand').querySelector<HTMLElement>(`[data-card="${code}"]`)!;
const playButton = () => screen.getAllByRole('button', { name: /^Play/ }).find((it) => it.classList.contains('main'))!;

beforeEach(() => {
  Element.prototype.animate ??= vi.fn(() => ({ cancel: vi.fn() }) as unknown as Animation);
  Element.prototype.getAnimations ??= () => [];
  // It renders nothing, either.
  document.elementsFromPoint = () => [];
});
afterEach(cleanup);

for (const name of ['turn', 'two'] as const) {
  for (const choice of prompt(name).choices) {
    const code = cardsOf(choice)![0]!;
    test(`${name}: ${code} alone is a choice`, async () => {
      const fake = table(name);
      render(Board, { table: fake });
      await userEvent.click(card(code));
      await userEvent.click(playButton());
      expect(fake.choose).toHaveBeenCalledExactlyOnceWith(choice);
    });
  }

  test(`${name}: several are a form, in the order in which they were picked`, async () => {
    const fake = table(name);
    const [places] = prompt(name).forms![0]!.suggestions![0]!.groups;
    const codes = places!.map((at) => (prompt(name).forms![0]!.pieces[at]!.piece as { card: string }).card);
    fake.dryRun.mockResolvedValue({
      label: ['Play'],
      detail: ['They go together.'],
      action: { play_cards: { cards: codes } },
    });
    render(Board, { table: fake });
    for (const code of codes.toReversed()) await userEvent.click(card(code));
    await screen.findByText('They go together.');
    await userEvent.keyboard(' ');
    expect(fake.fill).toHaveBeenCalledExactlyOnceWith({ form: 0, groups: [places!.toReversed()] });
    expect(fake.choose).not.toHaveBeenCalled();
  });

  test(`${name}: a suggestion picks its cards`, async () => {
    const fake = table(name);
    render(Board, { table: fake });
    const group = screen.getByRole('group', { name: 'Several at once' });
    expect(within(group).getAllByRole('button')).toHaveLength(prompt(name).forms![0]!.suggestions!.length);
    await userEvent.click(within(group).getAllByRole('button')[0]!);
    const chosen = within(screen.getByLabelText('Your hand')).getAllByRole('button', { pressed: true });
    expect(chosen).toHaveLength(prompt(name).forms![0]!.suggestions![0]!.groups[0]!.length);
  });
}

test('what does not fit says why and is not sent', async () => {
  const fake = table('turn');
  render(Board, { table: fake });
  await userEvent.click(card('9C'));
  await userEvent.click(card('6H'));
  await screen.findByText('That does not fit.');
  // It is shown at the card that was selected last.
  expect(card('6H').querySelector('.why')?.textContent).toBe('That does not fit.');
  await userEvent.keyboard(' ');
  expect(fake.fill).not.toHaveBeenCalled();
  expect((playButton() as HTMLButtonElement).disabled).toBe(true);
});

test('a refusal of the server is shown at the card', async () => {
  const sample = new SampleTable<View, Action>('rush', rooms.turn as never);
  sample.choose = async () => {
    sample.refusal = { code: 'no', sentence: 'It must stay.' };
    return false;
  };
  render(Board, { table: sample });
  const code = cardsOf(prompt('turn').choices[0]!)![0]!;
  await userEvent.click(card(code));
  await userEvent.click(playButton());
  expect((await screen.findByRole('alert')).textContent).toBe('It must stay.');
  expect(card(code).querySelector('.why')).not.toBeNull();
});

test('RU-39: the space bar plays, also with the focus on a card; enter picks', async () => {
  const fake = table('turn');
  render(Board, { table: fake });
  card('4C').focus();
  await userEvent.keyboard('{Enter}');
  expect(card('4C').getAttribute('aria-pressed')).toBe('true');
  await userEvent.keyboard(' ');
  expect(fake.choose).toHaveBeenCalledTimes(1);
});

test('the space bar plays what a suggestion has picked', async () => {
  const fake = table('turn');
  fake.dryRun.mockResolvedValue({
    label: ['Play'],
    detail: ['They go together.'],
    action: { play_cards: { cards: [] } },
  });
  render(Board, { table: fake });
  const first = within(screen.getByRole('group', { name: 'Several at once' })).getAllByRole('button')[0]!;
  first.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('They go together.');
  await userEvent.keyboard(' ');
  expect(fake.fill).toHaveBeenCalledExactlyOnceWith({
    form: 0,
    groups: prompt('turn').forms![0]!.suggestions![0]!.groups,
  });
});

test('RU-39: a click picks a card, a click on a picked one puts it back, and Play plays', async () => {
  const fake = table('turn');
  render(Board, { table: fake });
  await userEvent.click(card('4C'));
  expect(card('4C').getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(card('4C'));
  expect(card('4C').getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(card('4C'));
  await userEvent.click(playButton());
  expect(fake.choose).toHaveBeenCalledTimes(1);
});

test('digits pick cards by their place', async () => {
  render(Board, { table: table('turn') });
  await userEvent.keyboard('2');
  expect(card('5D').getAttribute('aria-pressed')).toBe('true');
});

test('every listed key does what the list says', async () => {
  const pressed = (code: string) => card(code).getAttribute('aria-pressed');
  const order = () =>
    [...screen.getByLabelText('Your hand').querySelectorAll('[data-card]')].map((it) => it.getAttribute('data-card'));
  await everyKey(
    () => {
      const fake = table('turn');
      render(Board, { table: fake });
      return fake;
    },
    {
      Enter: async () => {
        card('4C').focus();
        await userEvent.keyboard('{Enter}');
        expect(pressed('4C')).toBe('true');
        await userEvent.keyboard('{Enter}');
        expect(pressed('4C')).toBe('false');
      },
      Space: async (fake) => {
        await userEvent.click(card('4C'));
        await userEvent.keyboard(' ');
        expect(fake.choose).toHaveBeenCalledTimes(1);
      },
      '1 … 9': async () => {
        await userEvent.keyboard('2');
        expect(pressed('5D')).toBe('true');
        expect(document.activeElement).toBe(card('5D'));
      },
      Escape: async () => {
        await userEvent.click(card('4C'));
        await userEvent.keyboard('{Escape}');
        expect(pressed('4C')).toBe('false');
      },
      'Alt and arrow keys': async () => {
        const [first, second] = order();
        card(first!).focus();
        await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
        expect(order().slice(0, 2)).toEqual([second, first]);
      },
    },
  );
});

test('RU-39: to end the game is an offer, pressed twice', async () => {
  const fake = table('late');
  render(Board, { table: fake });
  expect(screen.getByText(/Bo\s+asks to end the game/)).toBeDefined();
  const end = screen.getByRole('button', { name: /End Game/ });
  await userEvent.click(end);
  expect(fake.choose).not.toHaveBeenCalled();
  await userEvent.click(end);
  expect(fake.choose.mock.calls[0]?.[0].action).toBe('end_game');
});

test('the clock warns in the last minute and in the last half', () => {
  render(Board, { table: table('late') });
  expect(screen.getByRole('timer', { name: '0:24 left' }).classList.contains('late')).toBe(true);
});

test('at the end every hand is shown with its points', () => {
  render(Board, { table: table('over') });
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent?.trim())).toEqual(['You', 'Bo', 'Chiara']);
  expect(document.querySelectorAll('table [data-piece]')).toHaveLength(3);
});

test('the cards that were left open large, by pointer and by keyboard', async () => {
  const shown: string[] = [];
  render(Board, { table: { ...table('over'), showCard: (code) => void shown.push(code) } });
  const hands = [...document.querySelectorAll<HTMLElement>('table button')];
  const cards = hands.flatMap((hand) => [...hand.querySelectorAll<HTMLElement>('[data-piece]')]);
  const codes = cards.map((it) => it.dataset['piece']);
  expect(codes).toHaveLength(3);
  await oneStop(userEvent, hands);
  await userEvent.keyboard('{Enter}');
  for (const card of cards) await userEvent.click(card);
  expect(shown).toEqual([codes[0], ...codes]);
});

test('at most five notices float, the newest first', () => {
  render(Board, { table: table('late') });
  expect(within(screen.getByRole('list', { name: /by itself/ })).getAllByRole('listitem')).toHaveLength(5);
});

test('the cards of the notices are one tab stop', async () => {
  const fake = table('late');
  const notifications = ['4C', '5D', '9S'].map((card, id) => ({
    id,
    player: 1,
    type: 'auto-play',
    card,
    timestamp: fake.now(),
  }));
  render(Board, { table: { ...fake, view: { ...fake.view!, notifications } } });
  const cards = within(screen.getByRole('list', { name: /by itself/ })).getAllByRole('button');
  expect(cards).toHaveLength(3);
  await oneStop(userEvent, cards);
});

test('picked cards become a choice or a filled-in form', () => {
  const asked = prompt('turn');
  expect(choiceFor(asked.choices, ['5D'])?.action).toEqual({ play_cards: { cards: ['5D'] } });
  expect(choiceFor(asked.choices as Choice<Action>[], ['9C'])).toBeUndefined();
  expect(attemptFor(asked, ['4C', '5D'])).toEqual({ form: { form: 0, groups: [[4, 1]] } });
  expect(attemptFor(asked, ['9C'])).toEqual({ action: { play_cards: { cards: ['9C'] } } });
});
