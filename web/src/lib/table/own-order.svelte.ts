/**
 * The player's own order of their hand. It stays in the client, follows the hand of the view, and survives a reload:
 * the browser stores it for each match.
 */
import { readStored, writeStored } from '$lib/settings.svelte';

const KEY = 'croupier.hands';
/** The number of matches to store; older ones are forgotten. */
const KEPT = 8;
type Kept = [match: string, order: readonly string[]];

function kept(): Kept[] {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]).filter((it) => Array.isArray(it) && Array.isArray(it[1])) : [];
  } catch {
    return [];
  }
}

export class OwnOrder {
  readonly #match: () => string | undefined;
  #own = $state.raw<{ match: string | undefined; order: readonly string[] | null } | null>(null);
  readonly #stored = $derived.by(() => {
    const match = this.#match();
    return match === undefined ? null : (kept().find((it) => it[0] === match)?.[1] ?? null);
  });

  /** The match it belongs to (`table.match`); without one it lasts as long as the page. */
  constructor(match: () => string | undefined = () => undefined) {
    this.#match = match;
  }

  /** Null means the server's order. */
  get order(): readonly string[] | null {
    return this.#own && this.#own.match === this.#match() ? this.#own.order : this.#stored;
  }
  set order(order: readonly string[] | null) {
    const match = this.#match();
    this.#own = { match, order };
    if (match === undefined) return;
    const rest = kept().filter((it) => it[0] !== match);
    writeStored(KEY, JSON.stringify([...(order ? [[match, order]] : []), ...rest].slice(0, KEPT)));
  }

  /** The hand in the player's order. New cards come last, in the order they were drawn. */
  arranged(hand: readonly string[]): string[] {
    const own = (this.order ?? []).filter((code) => hand.includes(code));
    return [...own, ...hand.filter((code) => !own.includes(code))];
  }

  /** Moves a card of the hand before another one, or to the end. */
  move(hand: readonly string[], code: string, before: string | null): void {
    if (code === before) return;
    const rest = this.arranged(hand).filter((other) => other !== code);
    const at = before === null ? rest.length : rest.indexOf(before);
    rest.splice(at < 0 ? rest.length : at, 0, code);
    this.order = rest;
  }

  /** Moves a card one position to the left or right. */
  nudge(hand: readonly string[], code: string, by: -1 | 1): void {
    const list = this.arranged(hand);
    const to = list.indexOf(code) + by;
    if (to < 0 || to >= list.length) return;
    list.splice(to - by, 1);
    list.splice(to, 0, code);
    this.order = list;
  }
}
