/** Marks on what moved while the reader was away, until they act. */
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { markPieces, SinceYouLooked } from '../../src/pages/room/since.svelte';
import type { Entry } from '../../src/lib/wire';

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  stop = () => undefined;
  localStorage.clear();
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
  code = 'ABCD';
  you: number | null = 0;
  seat: number | null = 0;
  phase = $state('playing');
  connection = $state('open');
  busy = $state(false);
  entries = $state.raw<Entry[]>([moved(1, '2C')]);
}

/** Opens the page of a room, as a reload would if it was open before. */
function watch(changed: Partial<Room> = {}): { room: Room; since: SinceYouLooked } {
  stop();
  vi.useFakeTimers();
  const room = Object.assign(new Room(), changed);
  let since: SinceYouLooked | undefined;
  stop = $effect.root(() => {
    const made = new SinceYouLooked(() => room as never);
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

const upTo = (last: number): Entry[] => Array.from({ length: last }, (_, at) => moved(at + 1, `${at + 1}`));

test('a reload counts as looking away: what happened meanwhile is shown until they act', () => {
  watch({ entries: upTo(3) });
  const missed = watch({ entries: upTo(5) });
  expect(missed.since.entries.map((it) => it.number)).toEqual([4, 5]);
  expect(missed.since.cards).toEqual(['4', '5']);
  vi.advanceTimersByTime(2000);

  // Nobody has said that it was read, so another reload shows it again.
  const again = watch({ entries: upTo(6) });
  expect(again.since.cards).toEqual(['4', '5', '6']);
  again.room.busy = true;
  flushSync();
  expect(again.since.cards).toEqual([]);
  expect(watch({ entries: upTo(6) }).since.cards).toEqual([]);
});

test('who never was at a table, or sits down there as somebody else, has missed nothing', () => {
  watch({ entries: upTo(3) });
  expect(watch({ entries: upTo(5), code: 'WXYZ' }).since.from).toBe(null);
  expect(watch({ entries: upTo(5), you: 1 }).since.from).toBe(null);
});

test('that they went away and came back themselves is no news', () => {
  const connection = (number: number, seat: number): Entry => ({
    ...{ number, at: 0, text: [`${seat} is back`] },
    event: { room: { connection_changed: { seat, status: 'connected' } } },
  });
  watch({ entries: upTo(3) });
  const { since } = watch({ entries: [...upTo(3), connection(4, 0)] });
  expect([since.from, since.entries]).toEqual([null, []]);
  // That somebody else did is.
  expect(watch({ entries: [...upTo(3), connection(4, 0), connection(5, 1)] }).since.entries).toHaveLength(1);
});

test('a page that is loaded in the background shows what was missed when it is looked at', () => {
  watch({ entries: upTo(3) });
  look(true);
  const { since, room } = watch({ entries: upTo(4) });
  room.entries = upTo(5);
  flushSync();
  expect(since.cards).toEqual([]);
  look(false);
  expect(since.cards).toEqual(['4', '5']);
  // And once it was read, it was.
  since.clear();
  flushSync();
  expect(watch({ entries: upTo(5) }).since.from).toBe(null);
});

test('what was said in the lobby is not missed, also if the match begins there', () => {
  watch({ entries: upTo(3) });
  const { since, room } = watch({ entries: upTo(5), phase: 'lobby' });
  expect(since.from).toBe(null);
  room.entries = upTo(6);
  room.phase = 'playing';
  flushSync();
  expect(since.from).toBe(null);
});

test('what is stored may be anything', () => {
  for (const stored of ['{"no":1}', 'none', '[1,["ABCD"],["ABCD",0,"3"]]']) {
    localStorage.setItem('croupier.seen', stored);
    expect(watch({ entries: upTo(5) }).since.from).toBe(null);
    expect(watch({ entries: upTo(6) }).since.cards).toEqual(['6']);
  }
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
