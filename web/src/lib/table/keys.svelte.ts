/**
 * The keys of a page and of the board on it. What a key does and what the list of keys (`?`) says about it are declared
 * together, so that the list shows exactly what can be pressed now.
 */
import { untrack } from 'svelte';
import { on } from 'svelte/events';

export interface Key {
  /** As the list writes it. */
  name: string;
  /** What the list says. Parts of a board leave it out for a key that the board itself lists. */
  does?: string;
  /** Values of `KeyboardEvent.key`. Without them, the focused element handles the key. */
  on?: readonly string[];
  /** Returns false if there is nothing to do now, so that others may use the key. */
  act?: (event: KeyboardEvent) => unknown;
  /** Space and Enter belong to a focused button or link, except to these. */
  over?: string;
}

type Keys = () => readonly Key[];
let heard = $state.raw<readonly Keys[]>([]);

/** The lines of the list: first what the board adds, then what its page does. */
export const listedKeys = (): readonly Key[] => heard.flatMap((keys) => keys()).filter((it) => it.does !== undefined);

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Declares keys for as long as a component exists. */
export function hearKeys(keys: Keys): void {
  $effect(() => {
    // A board is created after its page, and is listed before it.
    heard = [keys, ...untrack(() => heard)];
    const off = on(window, 'keydown', (event) => press(event, keys()));
    return () => {
      heard = untrack(() => heard).filter((it) => it !== keys);
      off();
    };
  });
}

/** Whether a key press belongs to something else: a field, a dialog, a focused button, the browser. */
export function isTaken(event: KeyboardEvent, over?: string): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, select, textarea')) return true;
  const pressed = (event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, summary');
  return Boolean(pressed && !(over !== undefined && target?.closest(over)));
}

function press(event: KeyboardEvent, keys: readonly Key[]): void {
  if (event.defaultPrevented) return;
  for (const { on, act, over } of keys) {
    if (!act || !on?.includes(event.key) || isTaken(event, over) || act(event) === false) continue;
    event.preventDefault();
    return;
  }
}

/**
 * The keys 1 to 9 press a button by its place, as a tap would. The first of the selectors that finds any button on the
 * board counts: what is asked comes before the hand.
 */
export function numbers(root: () => HTMLElement | undefined, does: string, ...places: readonly string[]): Key {
  return {
    name: '1 … 9',
    does,
    on: DIGITS,
    act: ({ key }) => {
      for (const place of places) {
        const all = root()?.querySelectorAll<HTMLElement>(place) ?? [];
        if (all.length === 0) continue;
        const one = all[Number(key) - 1];
        one?.focus();
        one?.click();
        return one !== undefined;
      }
      return false;
    },
  };
}

/** Escape, where there may be a choice to put away. Every page lists it. */
export const escape = (isChosen: () => boolean, putAway: () => void): Key => ({
  name: 'Escape',
  on: ['Escape'],
  act: () => {
    if (!isChosen()) return false;
    putAway();
  },
});
