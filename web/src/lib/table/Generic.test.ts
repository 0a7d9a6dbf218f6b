import { flushSync } from 'svelte';
import { render } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import Generic from './Generic.svelte';
import { everyKey } from './samples/every-key';
import { fakeTable } from './samples/fake-table';
import { SampleTable } from './samples/sample-table.svelte';
import type { Prompt } from './table';

const cards = ['7H', '8H', '9S'];
const pieces = cards.map((card) => ({ piece: { card }, label: [{ card }] }));
const group = { label: 'Order', pieces: [0, 1, 2], min: 3, max: 3, ordered: true };
const choices = [
  { label: ['Pass'], action: 'pass' },
  { label: ['Draw'], action: 'draw' },
];
const sample = {
  ...{ now: 0, players: [], options: {}, seat: 0, game: {}, began: 0, paused: false, offers: [], waiting: [] },
  prompt: {
    id: 1,
    message: 'm',
    sentence: ['?'],
    choices,
    forms: [{ label: 'O', kind: 'order', pieces, groups: [group] }],
  },
};

it('every listed key does what the list says, and a piece of a form opens large', async () => {
  const pieceButtons = () => [...document.querySelectorAll<HTMLElement>('.piece')];
  const order = () => pieceButtons().map((it) => it.dataset['card']);
  await everyKey(
    () => {
      const table = fakeTable('hearts', sample);
      render(Generic, { table, board: null });
      return table;
    },
    {
      'Enter or Space': async (table) => {
        document.querySelector<HTMLElement>('ol button')!.focus();
        await userEvent.keyboard('{Enter}');
        expect(table.choose).toHaveBeenCalledExactlyOnceWith(choices[0]);
      },
      '1 … 9': async (table) => {
        await userEvent.keyboard('2');
        expect(table.choose).toHaveBeenCalledExactlyOnceWith(choices[1]);
      },
      Escape: async () => {
        await userEvent.click(pieceButtons()[0]!);
        expect(pieceButtons()[0]!.getAttribute('aria-pressed')).toBe('true');
        await userEvent.keyboard('{Escape}');
        expect(pieceButtons()[0]!.getAttribute('aria-pressed')).toBe('false');
      },
      'Alt and arrow keys': async () => {
        expect(order()).toEqual(cards);
        pieceButtons()[0]!.focus();
        await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
        expect(order()).toEqual(['8H', '7H', '9S']);
      },
    },
  );
});

it('keeps a half-filled form while the same is asked again', async () => {
  const select = { label: 'S', kind: 'select', pieces, groups: [{ ...group, min: 1 }] } as const;
  const table = new SampleTable<object>('x', { ...sample, prompt: null });
  const asked: Prompt = { ...sample.prompt, forms: [select], may_decline: false, deadline: 9000 } as never;
  table.prompt = asked;
  render(Generic, { table, board: null });
  const user = userEvent.setup();
  await user.click(document.querySelector('[data-form-piece="1"]')!);
  table.prompt = { ...asked, deadline: null };
  flushSync();
  expect(document.querySelector('[data-group="0"] [data-form-piece="1"]')).not.toBeNull();
});
