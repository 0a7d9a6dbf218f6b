/** Which pieces a choice is about, and where a card is. Nothing here decides what is allowed. */
import type { Choice, Piece } from '$lib/wire';
import type { PlayerSeen, View } from './types';

/** A piece as a string key, for comparison: `card:Oars`, `pile:red:0`, `seat:1`, `part:blue`. */
export function pieceKey(piece: Piece): string {
  if ('card' in piece) return `card:${piece.card}`;
  if ('pile' in piece) return `pile:${piece.pile.name}:${piece.pile.owner ?? ''}`;
  if ('slot' in piece) return `slot:${piece.slot.pile.name}:${piece.slot.pile.owner ?? ''}:${piece.slot.at}`;
  if ('seat' in piece) return `seat:${piece.seat}`;
  return `part:${piece.part}`;
}
export const keysOf = (choice: Choice): string[] => (choice.pieces ?? []).map(pieceKey);
export const firstCard = (choice: Choice): string | null => {
  for (const piece of choice.pieces ?? []) if ('card' in piece) return piece.card;
  return null;
};
/** What a picker shows for a choice: a card, a card back, or nothing. */
export function pictureOf(pieces: readonly Piece[] | undefined, view: View): { card: string } | { age: number } | null {
  for (const piece of pieces ?? []) {
    if ('card' in piece) return { card: piece.card };
    if ('slot' in piece) {
      const owner = view.players[piece.slot.pile.owner ?? -1];
      const zone = piece.slot.pile.name === 'hand' ? owner?.hand : owner?.score;
      const seen = zone?.[piece.slot.at];
      if (seen) return { age: seen.age };
    }
  }
  return null;
}

export interface Place {
  seat: number;
  zone: 'hand' | 'score' | 'board';
}
/** Where a card that the viewer can see is. */
export function placeOf(view: View, card: string): Place | null {
  const has = (player: PlayerSeen): Place | null => {
    if (player.board.some((pile) => pile.cards.includes(card))) return { seat: player.seat, zone: 'board' };
    if (player.hand.some((seen) => seen.card === card)) return { seat: player.seat, zone: 'hand' };
    if (player.score.some((seen) => seen.card === card)) return { seat: player.seat, zone: 'score' };
    return null;
  };
  for (const player of view.players) {
    const found = has(player);
    if (found) return found;
  }
  return null;
}
