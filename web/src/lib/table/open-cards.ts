/**
 * Any card can be opened large at any time: by right-clicking it, or by holding it, because not all phones turn that
 * into a context menu. Boards need not do anything: a card is an element with `data-piece`, or with `data-card` if it
 * is only shown as an option.
 */
import type { Attachment } from 'svelte/attachments';
import { on } from 'svelte/events';

const HOLD_MS = 550;
const STEADY = 8;

/** The card at an event target. */
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
