/**
 * What changed since the reader looked away: while the page was hidden or the connection lost. It stays until they act
 * or put it away.
 */
import type { RoomSession } from '$lib/session.svelte';
import type { Entry } from '$lib/wire';

export class SinceYouLooked {
  #from = $state<number | null>(null);
  #shown = $state(false);
  readonly #session: RoomSession;

  constructor(session: RoomSession) {
    this.#session = session;
    const last = () => session.entries.at(-1)?.number ?? 0;
    const away = () => {
      // Who has not come back to the last line yet keeps it.
      if (this.#from === null) this.#from = last();
      this.#shown = false;
    };
    $effect(() => {
      const look = () => (document.hidden ? away() : (this.#shown = true));
      document.addEventListener('visibilitychange', look);
      return () => document.removeEventListener('visibilitychange', look);
    });
    $effect(() => {
      if (session.connection === 'lost') away();
      else if (session.connection === 'open' && this.#from !== null && !document.hidden) this.#shown = true;
    });
    // An action is the sign that everything was seen.
    $effect(() => {
      if (session.busy) this.clear();
    });
  }

  /** The entry after which everything is new, while it is shown. */
  get from(): number | null {
    return this.#shown && this.entries.length > 0 ? this.#from : null;
  }
  /** What happened in words. */
  get entries(): readonly Entry[] {
    const from = this.#from;
    return from === null ? [] : this.#session.entries.filter((it) => it.number > from && it.text);
  }
  /** The cards that moved and can be seen. */
  get cards(): string[] {
    const from = this.from;
    if (from === null) return [];
    const moved = this.#session.entries.filter((it) => it.number > from).flatMap((it) => it.moves ?? []);
    return [...new Set(moved.flatMap((it) => it.cards ?? []))];
  }

  clear(): void {
    this.#from = null;
    this.#shown = false;
  }
}

/** Marks pieces wherever a board has drawn them, by rules of a style sheet of its own: boards need not know. */
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
