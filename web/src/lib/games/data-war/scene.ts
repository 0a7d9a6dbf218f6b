/** Which part of a view is drawn where. Nothing here decides what is allowed: that is in the prompt and the offers. */
import { FIRST_FALL } from '$lib/cards/tables/data-war-cards';
import type { Choice, Entry, Player, Prompt } from '$lib/table/table';
import { texts } from '$lib/texts';
import { personOf } from './people';
import type { Action, PileView, View } from './types';

export interface RowCard {
  place: number;
  card: string | null;
  pending: string | null;
  /** Whether it is among the cards that the seat compares now. */
  counts: boolean;
}

/** One seat's cards of the pile, in the order they were played. */
export function rowOf(view: View, seat: number): RowCard[] {
  const from = view.sides[seat]?.sequence_from ?? 0;
  return view.pile.flatMap((entry: PileView, place) =>
    entry.owner !== seat || entry.gone
      ? []
      : [{ place, card: entry.card, pending: entry.pending, counts: entry.card !== null && place >= from }],
  );
}

export interface PendingEffect {
  place: number;
  owner: number;
  card: string;
  effect: string;
}

export function pendingOf(view: View): PendingEffect[] {
  return view.pile.flatMap(({ owner, card, pending, gone }, place) =>
    card !== null && pending !== null && !gone ? [{ place, owner, card, effect: pending }] : [],
  );
}

const SETUP = new Set([
  'welcome',
  'select_billionaire',
  'select_background',
  'intro',
  'quick_start_guide',
  'your_mission',
]);
export const isSetup = (phase: string): boolean => SETUP.has(phase);

/** The displayed name of a seat: the player's, or the tycoon's if the game itself plays the seat. */
export function nameOf(view: View | null, players: readonly Player[], seat: number): string {
  const side = view?.sides[seat];
  const player = players.find((it) => it.seat === seat);
  if (side?.character && (side.kind === 'house' || !player)) return personOf(side.character).name;
  return player?.name ?? texts.seat(seat);
}

/** How many launch stacks win, by the options of the match. */
export const stacksToWin = (options: Record<string, unknown>): number => Number(options['launch_stacks_to_win']);

export const eventOf = (choice: Choice<Action>): string | null =>
  typeof choice.action === 'object' && 'event' in choice.action ? choice.action.event : null;

/** The choice that a tap on a pile stands for. */
export const choiceOfPile = (prompt: Prompt<Action> | null, name: string, owner: number): Choice<Action> | undefined =>
  prompt?.choices.find((choice) =>
    choice.pieces?.some((piece) => 'pile' in piece && piece.pile.name === name && piece.pile.owner === owner),
  );

/** The card that a choice is about: from its pieces, or named in its label. */
export function cardOfChoice(choice: Choice<Action>): string | null {
  for (const piece of choice.pieces ?? []) if ('card' in piece) return piece.card;
  for (const span of choice.label) if (typeof span !== 'string' && span.card) return span.card;
  return null;
}

/** The name of a game event and its data. */
export function gameEvent(entry: Entry): { name: string; data: Record<string, unknown> } | null {
  if (!('game' in entry.event)) return null;
  const event = entry.event.game;
  if (typeof event === 'string') return { name: event, data: {} };
  if (typeof event !== 'object' || event === null) return null;
  const first = Object.entries(event as Record<string, unknown>)[0];
  if (!first) return null;
  const [name, data] = first;
  return { name, data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {} };
}

/** Events that report the result of a turn: who won it, and what happened to launch stacks. */
const SETTLED = new Set(['turn_won', 'stack_collected', 'stack_stolen', 'stacks_recalled', 'pile_split']);
const MOST_NEWS = 3;

/** The latest sentence of the current turn; between two turns, the results of the last one. */
export function news(entries: readonly Entry[], between: boolean): Entry[] {
  const found: Entry[] = [];
  let ended = false;
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    const name = entry && gameEvent(entry)?.name;
    if (!entry || !('game' in entry.event)) break;
    // A new turn starts as soon as the last one is resolved.
    if (name === 'turn_started' && (!between || ended)) break;
    if (name === 'turn_ended') ended = true;
    if (!entry.text) continue;
    if (!between) return [entry];
    if (SETTLED.has(name ?? '')) found.unshift(entry);
  }
  return found.slice(0, MOST_NEWS);
}

export interface GrabResult {
  seat: number;
  card: string | null;
  missed: boolean;
}

/** Who got which card in the last scramble, in order. */
export function grabResults(entries: readonly Entry[]): GrabResult[] {
  const results: GrabResult[] = [];
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    const event = entry ? gameEvent(entry) : null;
    if (event?.name === 'grab_opened') break;
    if (event?.name !== 'card_grabbed') continue;
    const { seat, card, missed } = event.data;
    results.push({
      seat: Number(seat),
      card: typeof card === 'string' ? card : null,
      missed: missed === true,
    });
  }
  return results.reverse();
}

export interface Falling {
  slot: number;
  card: string | null;
  /** When it begins to fall, in ms after the start of the scramble (rule DW-134). */
  start: number;
  fall: number;
  /** The horizontal position, from 0 (left) to 1. */
  lane: number;
}

/** When and where every card falls, according to the view; taken ones are left out. */
export function fallingOf(view: View): Falling[] {
  const taken = new Set(view.taken.map((it) => it.slot));
  let start = FIRST_FALL;
  return view.falls.flatMap(({ fall, gap }, slot) => {
    const at = start;
    start += gap;
    // Consecutive cards fall far from each other, so that none hides the next.
    const lane = ((slot * 5) % 8) / 7;
    return taken.has(slot) ? [] : [{ slot, card: view.pile[slot]?.card ?? null, start: at, fall, lane }];
  });
}
