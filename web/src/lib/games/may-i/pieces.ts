/** Which pieces a choice is about. Nothing here decides what is allowed: the choices come from the server. */
import type { Choice, Piece } from '$lib/wire';

export const cardsOf = (choice: Choice): string[] =>
  (choice.pieces ?? []).flatMap((piece: Piece) => ('card' in piece ? [piece.card] : []));

export const pilesOf = (choice: Choice): string[] =>
  (choice.pieces ?? []).flatMap((piece: Piece) =>
    'pile' in piece
      ? [piece.pile.owner === undefined ? piece.pile.name : `${piece.pile.name}:${piece.pile.owner}`]
      : [],
  );
