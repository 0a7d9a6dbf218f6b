/** A table fixed at one moment that records its answers: for tests and screenshots. */
import type { Attempt, Choice, Filled, Refusal, Table } from '$lib/table/table';
import type { Command, OpenCommand } from '$lib/wire';
import type { Moment } from './fixtures';
import type { Action, View } from './types';

export class StillTable implements Table<View, Action> {
  readonly game = 'data-war';
  /** Whether what was chosen names the prompt, unless it is an offer. */
  readonly named: boolean[] = [];
  readonly chosen: Choice<Action>[] = [];
  readonly filled: Filled[] = [];
  readonly shown: string[] = [];
  readonly said: Command[] = [];
  /** The open commands of the room. */
  readonly commands: OpenCommand[] = [];
  /** Whether dry runs succeed. */
  allows = true;
  readonly waiting = [];
  readonly began = 0;
  readonly paused = false;
  readonly busy = false;
  refusal = $state.raw<Refusal | null>(null);
  readonly readonly: boolean;
  #moment = $state.raw<Moment>() as Moment;

  constructor(moment: Moment, { readonly = false } = {}) {
    this.#moment = moment;
    this.readonly = readonly;
  }
  set moment(moment: Moment) {
    this.#moment = moment;
  }
  get view() {
    return this.#moment.view;
  }
  get seat() {
    return this.#moment.seat;
  }
  get players() {
    return this.#moment.players;
  }
  get options() {
    return this.#moment.options;
  }
  get prompt() {
    return this.#moment.prompt;
  }
  get offers() {
    return this.#moment.offers;
  }
  get entries() {
    return this.#moment.entries;
  }
  now(): number {
    return 1600;
  }
  choose(choice: Choice<Action>, prompt?: null): Promise<boolean> {
    this.chosen.push(choice);
    this.named.push(prompt !== null);
    return Promise.resolve(true);
  }
  fill(filled: Filled): Promise<boolean> {
    this.filled.push(filled);
    return Promise.resolve(true);
  }
  dryRun(attempt: Attempt<Action>): Promise<Choice<Action> | Refusal> {
    return Promise.resolve(
      'action' in attempt && this.allows ? { label: [], action: attempt.action } : { code: 'no', sentence: 'no' },
    );
  }
  say(command: Command): Promise<boolean> {
    this.said.push(command);
    return Promise.resolve(true);
  }
  showCard(code: string): void {
    this.shown.push(code);
  }
}
