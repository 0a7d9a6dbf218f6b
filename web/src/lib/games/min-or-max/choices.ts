/** Sorts a player's choices by where the board shows them. Every choice has exactly one place. */
import type { Choice, Entry } from '$lib/wire';
import type { Action, SpinStarted } from './types';

export interface Sorted {
  /** By card: shown in the hand. */
  cards: Map<string, Choice<Action>>;
  /** The strengths of a spin in the listed order: from soft to full. */
  spins: Choice<Action>[];
  /** What can be declared with the selected card. */
  effects: Choice<Action>[];
  /** Shown as buttons. */
  buttons: Choice<Action>[];
}

export function sortChoices(choices: readonly Choice<Action>[]): Sorted {
  const sorted: Sorted = { cards: new Map(), spins: [], effects: [], buttons: [] };
  for (const choice of choices) {
    const { action } = choice;
    if (typeof action === 'string') sorted.buttons.push(choice);
    else if ('choose_card' in action) sorted.cards.set(action.choose_card.card, choice);
    else if ('spin_wheel' in action) sorted.spins.push(choice);
    else if ('choose_card_effect' in action) sorted.effects.push(choice);
    else sorted.buttons.push(choice);
  }
  return sorted;
}

const isSpin = (event: unknown): event is SpinStarted =>
  typeof event === 'object' && event !== null && 'wheel_spin_started' in event;

/** When the wheel was last spun, and how long it turns. */
export function lastSpin(entries: readonly Entry[]): { at: number; ms: number } | null {
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry && 'game' in entry.event && isSpin(entry.event.game)) {
      return { at: entry.at, ms: entry.event.game.wheel_spin_started.spin_ms };
    }
  }
  return null;
}
