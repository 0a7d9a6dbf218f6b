/**
 * Any card opens large at any time: by the other mouse button, or by holding it, because not all phones make a menu of
 * that. Boards need not know: a card is what has `data-piece`, or `data-card` if it is only shown to be chosen.
 */
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

const HOLD_MS = 550;
const STEADY = 8;

/** The card that lies under something. */
export function cardAt(target: EventTarget | null): string | undefined {
  const { piece, card } = (target as Element | null)?.closest<HTMLElement>('[data-piece], [data-card]')?.dataset ?? {};
  return piece ?? card;
}

export function opensCards(show: (card: string) => void): Attachment<HTMLElement> {
  let hold: ReturnType<typeof setTimeout> | undefined;
  let start: PointerEvent | undefined;
  let held = false;
  const open = (event: Event): boolean => {
    const card = cardAt(event.target);
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
  // Svelte's own way to listen: what a board does with an event comes first.
  return (element) => {
    const ends = [
      on(element, 'contextmenu', (event) => void (open(event) && event.preventDefault())),
      on(element, 'pointerdown', press),
      on(element, 'pointermove', move),
      on(element, 'pointerup', letGo),
      on(element, 'pointercancel', letGo),
      // A finger that held a card has not pressed it.
      on(element, 'click', (event) => void (held && event.stopPropagation()), { capture: true }),
    ];
    return () => {
      letGo();
      for (const end of ends) end();
    };
  };
}
