/** Marks on what moved while the reader was away, until they act. */
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { markPieces, SinceYouLooked } from '../../src/pages/room/since.svelte';
import type { Entry } from '../../src/lib/wire';

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  vi.useRealTimers();
  look(false);
  document.body.innerHTML = '';
  document.adoptedStyleSheets = [];
});

function look(away: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: away });
  document.dispatchEvent(new Event('visibilitychange'));
  flushSync();
}

const moved = (number: number, ...cards: string[]): Entry => ({
  number,
  at: 0,
  event: { game: 'moved' },
  text: [`${number}`],
  moves: [{ count: cards.length, cards, from: { name: 'hand', owner: 1 }, to: { name: 'discard' } }],
});

class Room {
  connection = $state('open');
  busy = $state(false);
  entries = $state.raw<Entry[]>([moved(1, '2C')]);
}

function watch(): { room: Room; since: SinceYouLooked } {
  vi.useFakeTimers();
  const room = new Room();
  let since: SinceYouLooked | undefined;
  stop = $effect.root(() => {
    const made = new SinceYouLooked(room as never);
    since = made;
    $effect(() => markPieces(made.cards));
  });
  flushSync();
  return { room, since: since! };
}

const rules = () => document.adoptedStyleSheets.flatMap((it) => [...it.cssRules].map((rule) => rule.cssText));

test('the cards that moved meanwhile are marked, each once, and no others', () => {
  const { room, since } = watch();
  look(true);
  room.entries = [...room.entries, moved(2, '7H', '8H'), moved(3, '7H')];
  flushSync();
  // Nothing is marked before somebody looks.
  expect(since.cards).toEqual([]);
  look(false);
  expect(since.cards).toEqual(['7H', '8H']);
  document.body.innerHTML = '<i data-piece="7H"></i><i data-piece="8H"></i><i data-piece="2C"></i>';
  expect(rules()).toHaveLength(1);
  const [selector] = rules()[0]!.split('{');
  const marked = [...document.querySelectorAll<HTMLElement>(selector!.trim())].map((it) => it.dataset['piece']);
  expect(marked).toEqual(['7H', '8H']);

  // What moves after they came back is seen as it happens.
  vi.advanceTimersByTime(2000);
  room.entries = [...room.entries, moved(4, '9S')];
  flushSync();
  expect(since.cards).toEqual(['7H', '8H']);
  room.busy = true;
  flushSync();
  expect(since.cards).toEqual([]);
  expect(rules()).toEqual([]);
});

test('a lost connection counts as looking away', () => {
  const { room, since } = watch();
  room.connection = 'lost';
  flushSync();
  room.entries = [...room.entries, moved(2, 'QD')];
  room.connection = 'open';
  flushSync();
  expect(since.cards).toEqual(['QD']);
  since.clear();
  flushSync();
  expect(rules()).toEqual([]);
});

test('names of cards with any sign in them are marked', () => {
  document.body.innerHTML = `<i></i>`;
  const card = document.querySelector('i')!;
  card.dataset['piece'] = '10S#2';
  const end = markPieces(['10S#2', 'The Wheel']);
  const [selector] = rules()[0]!.split('{');
  expect([...document.querySelectorAll(selector!.trim())]).toEqual([card]);
  end();
  expect(rules()).toEqual([]);
});
