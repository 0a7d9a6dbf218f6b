/** The hint of a bot, valid until something else is asked. */
import type { RoomSession } from '$lib/session.svelte';
import { texts } from '$lib/texts';
import { toasts } from '$lib/ui/toasts.svelte';
import type { Choice } from '$lib/wire';
import { markPieces } from './since.svelte';

export class Hints {
  #choice = $state.raw<Choice | null>(null);
  #prompt = $state<number | null>(null);
  #busy = $state(false);
  readonly #session: RoomSession;

  constructor(session: RoomSession) {
    this.#session = session;
    $effect(() => markPieces(this.shown?.pieces?.flatMap((it) => ('card' in it ? [it.card] : [])) ?? []));
  }

  get busy(): boolean {
    return this.#busy;
  }
  get shown(): Choice | null {
    return this.#prompt === this.#session.prompt?.id ? this.#choice : null;
  }

  async ask(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const asked = this.#session.prompt?.id ?? null;
    const hint = await this.#session.hint();
    this.#busy = false;
    if (hint === null) toasts.show(texts.table.hintWait);
    else if ('code' in hint) toasts.show(hint.sentence, 'bad');
    else {
      this.#choice = hint;
      this.#prompt = asked;
    }
  }

  async follow(): Promise<void> {
    const wanted = this.shown;
    this.clear();
    if (!wanted) return;
    // An offer names no prompt, whatever else is asked.
    const action = JSON.stringify(wanted.action);
    const offer = this.#session.offers.find((it) => JSON.stringify(it.action) === action);
    await this.#session.choose(offer ?? wanted);
  }

  clear(): void {
    this.#choice = null;
  }
}
