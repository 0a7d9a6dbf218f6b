/** Boards never wait for animations: whoever is further behind than a moment is shown the current state at once. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BEHIND_MS } from '$lib/motion';
import { flights } from '$lib/games/data-war/flights.svelte';
import { glide } from '$lib/motion.svelte';
import type { Entry } from '$lib/wire';

let animated: (string | undefined)[] = [];
let stop: () => void = () => undefined;
const piece = (): HTMLElement => document.querySelector<HTMLElement>('[data-piece]')!;

beforeEach(() => {
  animated = [];
  document.body.innerHTML = '<main><i data-piece="7H" data-left="0"></i></main>';
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { left: Number(this.dataset['left'] ?? 0), top: 0, width: 100, height: 140 } as DOMRect;
  });
  Element.prototype.getAnimations = () => [];
  Element.prototype.animate = function (this: HTMLElement) {
    animated.push(this.dataset['piece']);
    return { id: 'move', cancel: () => undefined } as unknown as Animation;
  } as typeof Element.prototype.animate;
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

class Watched {
  view = $state.raw<unknown>({});
  // What was there when the page came; nobody sees that fly.
  entries = $state.raw<Entry[]>([{ number: 1, at: 0, event: { game: 'dealt' } }]);
  undone = $state(0);
  clock = 10_000;
  now(): number {
    return this.clock;
  }
  /** A push with one entry of this age, after which the card lies elsewhere. */
  push(age: number): void {
    const number = this.entries.length + 1;
    this.entries = [...this.entries, { number, at: this.clock - age, event: { game: 'moved' } }];
    this.view = {};
  }
}

const shared = (watched: Watched): void =>
  glide(
    () => document.querySelector('main')!,
    () => watched,
  );
const dataWar = (watched: Watched): void => flights(() => document.querySelector('main')!, watched);

/** A board that draws the card where the last entry put it, and maybe something more. */
function board(animate = shared, draw?: () => void): Watched {
  const watched = new Watched();
  stop = $effect.root(() => {
    animate(watched);
    // Drawn after the places were noted and before the card flies, as a component's template is.
    $effect.pre(() => {
      piece().dataset['left'] = String(100 * watched.entries.length);
      if (watched.entries.length > 1) draw?.();
    });
  });
  flushSync();
  return watched;
}

test('a card glides to where it lies now', () => {
  const watched = board();
  watched.push(0);
  flushSync();
  expect(animated).toEqual(['7H']);
});

test('what is older than three seconds is drawn at once, and the next move glides again', () => {
  expect(BEHIND_MS).toBe(3000);
  const watched = board();
  watched.push(BEHIND_MS + 1);
  flushSync();
  expect(animated).toEqual([]);
  watched.push(BEHIND_MS);
  flushSync();
  expect(animated).toEqual(['7H']);
});

test('who has many moves to see, the oldest of them long ago, sees none of them fly', () => {
  const watched = board();
  watched.push(BEHIND_MS + 1);
  watched.push(0);
  flushSync();
  expect(animated).toEqual([]);
  expect(piece().dataset['left']).toBe('300');
});

test('a new view does not wait for the flight of the last one', () => {
  const watched = board();
  watched.push(0);
  flushSync();
  const cancelled = vi.fn();
  Element.prototype.getAnimations = () => [{ id: 'move', cancel: cancelled } as unknown as Animation];
  watched.push(0);
  flushSync();
  expect(piece().dataset['left']).toBe('300');
  expect(cancelled).toHaveBeenCalledOnce();
  expect(animated).toEqual(['7H', '7H']);
});

test.each([
  ['on other boards', shared],
  ['in Data War', dataWar],
])('what was taken back is there at once, and the next move glides again: %s', (_, animate) => {
  const watched = board(animate);
  watched.undone += 1;
  watched.push(0);
  flushSync();
  expect(piece().dataset['left']).toBe('200');
  expect(animated).toEqual([]);
  watched.push(0);
  flushSync();
  expect(animated).toEqual(['7H']);
});

test('without motion a new card is highlighted for a moment, in Data War too', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const options = vi.fn();
  Element.prototype.animate = function (_: unknown, how: unknown) {
    options(how);
    return { cancel: () => undefined } as unknown as Animation;
  } as typeof Element.prototype.animate;
  // One card has only moved; the other comes from a deck.
  const watched = board(dataWar, () =>
    piece().insertAdjacentHTML('afterend', '<i data-pile="deck:0"></i><i data-piece="8H" data-from="deck:0"></i>'),
  );
  watched.push(0);
  flushSync();
  expect(options.mock.calls).toEqual([[{ id: 'flash', duration: 300 }]]);
});
