/** Groups the log by effect: what one effect did for one player is under one heading. */
import type { Entry, TextLine } from '$lib/wire';
import type { GameEvent } from './types';

export interface Block {
  key: string;
  /** The effect; null if the lines are the players' own actions. */
  effect: { card: string; number: number; executor: number; depth: number } | null;
  lines: { number: number; text: TextLine }[];
}

export const gameEvent = (entry: Entry): GameEvent | null =>
  'game' in entry.event && typeof entry.event.game === 'object' ? (entry.event.game as GameEvent) : null;

export function byEffect(entries: readonly Entry[], most = 120): Block[] {
  const blocks: Block[] = [];
  for (const entry of entries.slice(-most * 4)) {
    if (!entry.text) continue;
    const cause = gameEvent(entry)?.cause;
    const effect = typeof cause === 'object' && 'effect' in cause ? cause.effect : null;
    const name = effect ? `${effect.card}/${effect.effect}/${effect.executor}/${effect.depth}` : '';
    const last = blocks.at(-1);
    const line = { number: entry.number, text: entry.text };
    if (last && last.key.endsWith(`|${name}`)) last.lines.push(line);
    else
      blocks.push({
        key: `${entry.number}|${name}`,
        effect: effect && { card: effect.card, number: effect.effect, executor: effect.executor, depth: effect.depth },
        lines: [line],
      });
  }
  return blocks.slice(-most);
}

export interface Reveal {
  number: number;
  seat: number;
  cards: string[];
}
/** Cards that the current or last action has shown to everybody. */
export function reveals(entries: readonly Entry[]): Reveal[] {
  const found: Reveal[] = [];
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    const event = entry ? gameEvent(entry) : null;
    if (!entry || !event || typeof event.what !== 'object') continue;
    if ('action_taken' in event.what || 'turn_started' in event.what) {
      // A revealed card stays visible into the next turn, until somebody acts.
      if ('action_taken' in event.what) break;
      continue;
    }
    const one = event.what['revealed'] as { seat: number; card: string } | undefined;
    const all = event.what['hand_revealed'] as { seat: number; cards: string[] } | undefined;
    if (one) found.push({ number: entry.number, seat: one.seat, cards: [one.card] });
    if (all) found.push({ number: entry.number, seat: all.seat, cards: all.cards });
  }
  return found.reverse();
}
