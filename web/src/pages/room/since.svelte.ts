/**
 * What changed while the user was away: while the page was hidden, closed or reloaded, or the connection lost. It is
 * shown until they act or dismiss it. The browser stores for each room how far they have seen its log.
 */
import { untrack } from 'svelte';
import type { RoomSession } from '$lib/session.svelte';
import { readStored, writeStored } from '$lib/settings.svelte';
import type { Entry } from '$lib/wire';

const SETTLED_MS = 1500;
const KEY = 'croupier.seen';
/** The number of rooms to store; older ones are forgotten. */
const KEPT = 20;
/** Entries are numbered for each reader, so a position belongs to a room and a player. */
type Seen = [room: string, you: number | null, entry: number];

function allSeen(): Seen[] {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Seen[]).filter((it) => Array.isArray(it) && Number.isInteger(it[2])) : [];
  } catch {
    return [];
  }
}

const isConnectionOf = ({ event }: Entry, seat: number | null): boolean =>
  'room' in event &&
  typeof event.room === 'object' &&
  'connection_changed' in event.room &&
  event.room.connection_changed.seat === seat;

export class SinceYouLooked {
  #from = $state<number | null>(null);
  #to = $state(Infinity);
  #shown = $state(false);
  readonly #room: () => RoomSession | null;

  /** Call once in the script of a page, with its room once there is one. */
  constructor(room: () => RoomSession | null) {
    this.#room = room;
    const last = () => room()?.entries.at(-1)?.number ?? 0;
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
    // Goes on from where an earlier visit of the room ended.
    let resumed: RoomSession | null = null;
    const resume = (session: RoomSession) => {
      resumed = session;
      this.clear();
      const seen = allSeen().find((it) => it[0] === session.code && it[1] === session.you)?.[2];
      if (seen !== undefined && seen < last()) this.#from = seen;
      else if (document.hidden) away();
      if (!document.hidden) back();
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
      const connection = room()?.connection;
      untrack(() => {
        if (connection === 'lost') away();
        else if (connection === 'open' && !document.hidden) back();
      });
    });
    $effect(() => {
      const session = room();
      // The first push has the whole state and the latest entries.
      if (!session || session.phase === null) return;
      if (session !== resumed) untrack(() => resume(session));
      // Who waits in the lobby has missed nothing yet.
      if (session.phase === 'lobby')
        untrack(() => {
          this.clear();
          if (document.hidden) away();
        });
      const seen: Seen = [session.code, session.you, this.#from ?? last()];
      if (document.hidden) return;
      const rest = allSeen().filter((it) => it[0] !== session.code);
      writeStored(KEY, JSON.stringify([seen, ...rest].slice(0, KEPT)));
    });
    // Acting is taken as a sign that everything was seen.
    $effect(() => {
      if (room()?.busy) this.clear();
    });
  }

  /** The entry after which everything is new, while it is shown. */
  get from(): number | null {
    return this.#shown && this.entries.length > 0 ? this.#from : null;
  }
  /** The events with a text. That they went away and came back is no news to them. */
  get entries(): readonly Entry[] {
    const from = this.#from;
    const seat = this.#room()?.seat ?? null;
    return from === null ? [] : this.#between(from).filter((it) => it.text && !isConnectionOf(it, seat));
  }
  /** The visible cards that moved. */
  get cards(): string[] {
    const from = this.from;
    if (from === null) return [];
    const moved = this.#between(from).flatMap((it) => it.moves ?? []);
    return [...new Set(moved.flatMap((it) => it.cards ?? []))];
  }

  #between(from: number): Entry[] {
    return (this.#room()?.entries ?? []).filter((it) => it.number > from && it.number <= this.#to);
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
