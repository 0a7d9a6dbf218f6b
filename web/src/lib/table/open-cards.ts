/**
 * Any card can be opened large at any time: by right-clicking it, by holding it, because not all phones turn that into
 * a context menu, or with the key `i`. Boards need not do anything: a card is an element with `data-piece`, or with
 * `data-card` if it is only shown as an option. A button that lies over the cards of a pile (`data-pile`) and covers
 * them may be in the way: then the card that is seen under the pointer counts, and `data-card` for the keys.
 */
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

const HOLD_MS = 550;
const STEADY = 8;
/** Cards that lie face down are pieces, too, but there is nothing to see. */
const PIECE = '[data-piece]:not([data-piece^="down-"])';

/** The card of a pile that is seen at a point, whatever covers it. */
function cardUnder(pile: Element, x: number, y: number): HTMLElement | null {
  for (const it of document.elementsFromPoint(x, y)) {
    const piece = it.closest<HTMLElement>(PIECE);
    if (piece && pile.contains(piece)) return piece;
  }
  return null;
}

/** The card that an event is about: by pointer or by key. */
export function cardAt(event: Event): string | undefined {
  const target = event.target instanceof Element ? event.target : null;
  const pile = target?.closest('[data-pile]');
  const piece =
    target?.closest<HTMLElement>(PIECE) ??
    (pile && event instanceof MouseEvent ? cardUnder(pile, event.clientX, event.clientY) : null) ??
    target?.closest<HTMLElement>('[data-card]') ??
    // A pile that is one button shows its card within.
    target?.closest('button')?.querySelector<HTMLElement>(`${PIECE}, [data-card]`);
  return piece?.dataset['piece'] ?? piece?.dataset['card'];
}

/** The cards of the pile or hand in which a card lies, as they lie there. */
export function cardsBeside(card: string): string[] {
  const pile = document.querySelector(`[data-pile] [data-piece="${CSS.escape(card)}"]`)?.closest('[data-pile]');
  const pieces = [...(pile?.querySelectorAll<HTMLElement>(PIECE) ?? [])];
  return [...new Set(pieces.flatMap((it) => it.dataset['piece'] ?? []))];
}

export function opensCards(show: (card: string) => void): Attachment<HTMLElement> {
  let hold: ReturnType<typeof setTimeout> | undefined;
  let start: PointerEvent | undefined;
  let held = false;
  const open = (event: Event): boolean => {
    const card = cardAt(event);
    if (card && !event.defaultPrevented) show(card);
    return card !== undefined;
  };
  const letGo = () => clearTimeout(hold);
  const press = (event: PointerEvent) => {
    letGo();
    held = false;
    start = event;
    if (event.pointerType === 'touch') hold = setTimeout(() => (held = open(event)), HOLD_MS);
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > STEADY) letGo();
  };
  // Uses Svelte's event handling, so that the board's own handlers run first.
  return (element) => {
    const ends = [
      on(element, 'contextmenu', (event) => void (open(event) && event.preventDefault())),
      on(element, 'pointerdown', press),
      on(element, 'pointermove', move),
      on(element, 'pointerup', letGo),
      on(element, 'pointercancel', letGo),
      // The click after holding a card must not press it.
      on(element, 'click', (event) => void (held && event.stopPropagation()), { capture: true }),
    ];
    return () => {
      letGo();
      for (const end of ends) end();
    };
  };
}
