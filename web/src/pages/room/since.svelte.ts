/**
 * What changed while the user was away: while the page was hidden or the connection lost. It is shown until they act or
 * dismiss it.
 */
import { untrack } from 'svelte';
import type { RoomSession } from '$lib/session.svelte';
import type { Entry } from '$lib/wire';

const SETTLED_MS = 1500;

export class SinceYouLooked {
  #from = $state<number | null>(null);
  #to = $state(Infinity);
  #shown = $state(false);
  readonly #session: RoomSession;

  constructor(session: RoomSession) {
    this.#session = session;
    const last = () => session.entries.at(-1)?.number ?? 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const away = () => {
      clearTimeout(timer);
      // Someone who leaves again before catching up keeps the earlier position.
      if (this.#from === null) this.#from = last();
      this.#to = Infinity;
      this.#shown = false;
    };
    const back = () => {
      if (this.#from === null || this.#shown) return;
      this.#shown = true;
      // What was missed may still be arriving; what comes later is seen as it happens.
      timer = setTimeout(() => {
        if (this.entries.length === 0) this.clear();
        else this.#to = last();
      }, SETTLED_MS);
    };
    $effect(() => {
      const look = () => (document.hidden ? away() : back());
      document.addEventListener('visibilitychange', look);
      return () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', look);
      };
    });
    $effect(() => {
      const connection = session.connection;
      untrack(() => {
        if (connection === 'lost') away();
        else if (connection === 'open' && !document.hidden) back();
      });
    });
    // Acting is taken as a sign that everything was seen.
    $effect(() => {
      if (session.busy) this.clear();
    });
  }

  /** The entry after which everything is new, while it is shown. */
  get from(): number | null {
    return this.#shown && this.entries.length > 0 ? this.#from : null;
  }
  /** The events with a text. */
  get entries(): readonly Entry[] {
    const from = this.#from;
    return from === null
      ? []
      : this.#session.entries.filter((it) => it.number > from && it.number <= this.#to && it.text);
  }
  /** The visible cards that moved. */
  get cards(): string[] {
    const from = this.from;
    if (from === null) return [];
    const moved = this.#session.entries
      .filter((it) => it.number > from && it.number <= this.#to)
      .flatMap((it) => it.moves ?? []);
    return [...new Set(moved.flatMap((it) => it.cards ?? []))];
  }

  clear(): void {
    this.#from = null;
    this.#to = Infinity;
    this.#shown = false;
  }
}

/** Marks pieces wherever a board draws them, with rules in a separate style sheet: boards need not do anything. */
export function markPieces(cards: readonly string[]): () => void {
  if (cards.length === 0 || typeof CSSStyleSheet === 'undefined') return () => undefined;
  const sheet = new CSSStyleSheet();
  const which = cards.map((it) => `[data-piece="${CSS.escape(it)}"]`).join(',');
  sheet.insertRule(`:is(${which}) { outline: 2px dashed var(--accent); outline-offset: 2px; border-radius: 8px; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== sheet);
  };
}
