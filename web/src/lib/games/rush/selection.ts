/** Converts the selected cards, in order, to what is sent: a choice of the prompt, or its form filled in. */
import type { Attempt, Choice, Form, Piece, Prompt } from '$lib/wire';
import type { Action } from './types';

const cardOf = (piece: Piece): string | undefined => ('card' in piece ? piece.card : undefined);
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((card, at) => card === b[at]);

/** The cards that a choice plays, in order; undefined if it does something else. */
export function cardsOf(choice: Choice<Action>): readonly string[] | undefined {
  const { action } = choice;
  return typeof action === 'object' && 'play_cards' in action ? action.play_cards.cards : undefined;
}

/** The choice that plays exactly these cards. */
export function choiceFor(choices: readonly Choice<Action>[], cards: readonly string[]): Choice<Action> | undefined {
  return choices.find((choice) => {
    const played = cardsOf(choice);
    return played !== undefined && same(played, cards);
  });
}

/** The indices of these cards among the pieces of a form; undefined if one of them is missing. */
export function placesIn(form: Form, cards: readonly string[]): number[] | undefined {
  const places = cards.map((card) => form.pieces.findIndex((it) => cardOf(it.piece) === card));
  return places.includes(-1) ? undefined : places;
}

/** The cards of a suggestion, in order. */
export function suggested(form: Form, groups: readonly (readonly number[])[]): string[] {
  return groups.flat().flatMap((at) => {
    const piece = form.pieces[at]?.piece;
    const card = piece && cardOf(piece);
    return card === undefined ? [] : [card];
  });
}

/** The attempt to send for these cards: with the form if there are several, otherwise as an action. */
export function attemptFor(prompt: Prompt<Action>, cards: readonly string[]): Attempt<Action> {
  const [form] = prompt.forms ?? [];
  const places = form && cards.length > 1 ? placesIn(form, cards) : undefined;
  return places ? { form: { form: 0, groups: [places] } } : { action: { play_cards: { cards: [...cards] } } };
}
