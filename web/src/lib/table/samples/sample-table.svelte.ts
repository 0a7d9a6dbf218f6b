/** A table made of sample data, for tests: it records what was sent and answers dry runs as configured. */
import type { Attempt, Choice, Entry, Filled, Player, Prompt, Refusal, Waiting } from '$lib/wire';
import type { Table } from '$lib/table/table';

export interface Sample<View> {
  players: Player[];
  options: Record<string, unknown>;
  seat: number | null;
  game: View;
  began: number | null;
  prompt: Prompt | null;
  offers: Choice[];
  waiting: Waiting[];
}

export class SampleTable<View, Action = unknown> implements Table<View, Action> {
  readonly game: string;
  readonly players: readonly Player[];
  readonly options: Record<string, unknown>;
  readonly began: number | null;
  readonly seat: number | null;
  readonly paused = false;
  view = $state.raw<View | null>(null);
  prompt = $state.raw<Prompt<Action> | null>(null);
  offers = $state.raw<readonly Choice<Action>[]>([]);
  waiting = $state.raw<readonly Waiting[]>([]);
  entries = $state.raw<readonly Entry[]>([]);
  busy = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  readonly = $state(false);
  readonly sent: unknown[] = [];
  readonly tried: Attempt<Action>[] = [];
  opened: string | null = null;
  judge: (attempt: Attempt<Action>) => Choice<Action> | Refusal = () => ({ label: ['fine'], action: null as Action });

  constructor(game: string, sample: Sample<View>) {
    this.game = game;
    this.players = sample.players;
    this.options = sample.options;
    this.seat = sample.seat;
    this.began = sample.began;
    this.view = sample.game;
    // Sample data was sent by a server; its actions are those of the game.
    this.prompt = sample.prompt as Prompt<Action> | null;
    this.offers = sample.offers as Choice<Action>[];
    this.waiting = sample.waiting;
  }
  now(): number {
    return 0;
  }
  async choose(choice: Choice<Action>): Promise<boolean> {
    this.sent.push(choice.action);
    return true;
  }
  async fill(filled: Filled): Promise<boolean> {
    this.sent.push(filled);
    return true;
  }
  async dryRun(attempt: Attempt<Action>): Promise<Choice<Action> | Refusal> {
    this.tried.push(attempt);
    return this.judge(attempt);
  }
  showCard(code: string): void {
    this.opened = code;
  }
}

/**
 * Presses an element by keyboard as a player would: from the tab stop of its zone, with arrow keys, then Enter. An
 * element outside of a zone must be a tab stop itself.
 */
export function pressByKey(element: HTMLElement, zones: string): void {
  const zone =
    element.parentElement?.closest<HTMLElement>('[data-zone]') ?? element.parentElement?.closest<HTMLElement>(zones);
  if (zone) {
    const stop = [...zone.querySelectorAll('button')].find(
      (it) => !it.disabled && it.tabIndex === 0 && it.closest('[data-zone]') === element.closest('[data-zone]'),
    );
    if (!stop) throw new Error('the zone has no tab stop');
    stop.focus();
    for (let steps = 0; steps < 100 && document.activeElement !== element; steps++)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  } else {
    if (element.tabIndex < 0) throw new Error('it is no tab stop');
    element.focus();
  }
  if (document.activeElement !== element)
    throw new Error(`the keyboard does not reach ${element.outerHTML.slice(0, 120)}`);
  // A browser turns Enter on a button into a click.
  element.click();
}
