/** What a screen reader is told. */
import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { SampleTable } from '$lib/table/samples/sample-table.svelte';
import type { Entry, Prompt } from '$lib/wire';
import Narrator from '../../src/pages/room/Narrator.svelte';

const prompt = (id: number): Prompt => ({
  ...{ id, message: 'm', sentence: ['Draw or pass.'], choices: [] },
  ...{ may_decline: false, deadline: null },
});
const entry = (number: number): Entry => ({ number, at: 0, event: { game: null }, text: ['Bo passes'] });

test('the same line is read again when it happens again', () => {
  const none = { players: [], options: {}, seat: 0, game: {}, began: 0, prompt: null, offers: [], waiting: [] };
  const table = new SampleTable('x', none);
  table.entries = [entry(1)];
  render(Narrator, { session: table as never });
  const told = (name: string) => document.querySelector(`[data-live="${name}"]`)!.firstElementChild!;
  const after = (change: () => void) => {
    change();
    flushSync();
    return [told('ask'), told('news')] as const;
  };
  const first = after(() => ((table.prompt = prompt(1)), (table.entries = [entry(1), entry(2)])));
  expect(first.map((it) => it.textContent)).toEqual(['Your turn. Draw or pass.', 'Bo passes']);
  // Nothing new is not read again.
  const same = after(() => ((table.prompt = { ...prompt(1) }), (table.entries = [entry(1), entry(2)])));
  expect([same[0] === first[0], same[1] === first[1]]).toEqual([true, true]);
  const again = after(() => ((table.prompt = prompt(2)), (table.entries = [entry(2), entry(3)])));
  expect(again.map((it) => it.textContent)).toEqual(first.map((it) => it.textContent));
  expect([again[0] === first[0], again[1] === first[1]]).toEqual([false, false]);
});
