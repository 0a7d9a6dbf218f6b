/**
 * Dragging by pointer: a press that moves lifts the piece, which follows the pointer until it is dropped. A press that
 * does not move remains a click. Drop targets are marked with `data-drop`.
 */
import type { Attachment } from 'svelte/attachments';

export interface Dragging {
  /** Whether this may be dragged now. */
  enabled?: () => boolean;
  /** Whether a copy follows the pointer, for pieces in a scrolling zone that would clip them. */
  copy?: boolean;
  /** Called on every move, with the target under the pointer. */
  over?: (place: HTMLElement | null, x: number, y: number) => void;
  /** Called when it is dropped; without a target it goes back. */
  drop: (place: HTMLElement | null, x: number, y: number) => void;
}
const FAR = 7;

export function draggable(it: Dragging): Attachment<HTMLElement> {
  return (piece) => {
    let start: { x: number; y: number; id: number } | null = null;
    let flying = false;
    let dropped = -1000;
    let copy: HTMLElement | null = null;
    let listening: AbortController | null = null;
    const place = (x: number, y: number): HTMLElement | null => {
      for (const found of document.elementsFromPoint(x, y)) {
        if (piece.contains(found)) continue;
        const drop = found.closest<HTMLElement>('[data-drop]');
        if (drop && !piece.contains(drop)) return drop;
      }
      return null;
    };
    const lift = () => {
      const box = piece.getBoundingClientRect();
      copy = piece.cloneNode(true) as HTMLElement;
      copy.removeAttribute('data-piece');
      copy.setAttribute('aria-hidden', 'true');
      Object.assign(copy.style, {
        position: 'fixed',
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        margin: '0',
        zIndex: '1000',
        pointerEvents: 'none',
        transition: 'none',
      });
      document.body.append(copy);
      piece.style.opacity = '0.35';
    };
    const rest = () => {
      copy?.remove();
      copy = null;
      piece.style.removeProperty('opacity');
      piece.style.removeProperty('transform');
      piece.style.removeProperty('z-index');
      piece.style.removeProperty('pointer-events');
      piece.style.removeProperty('transition');
      delete piece.dataset['flying'];
      start = null;
      flying = false;
      listening?.abort();
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || it.enabled?.() === false) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      // A fast pointer leaves a narrow strip before the first move event, so the whole window listens.
      const { signal } = (listening = new AbortController());
      window.addEventListener('pointermove', move, { signal });
      window.addEventListener('pointerup', up, { signal });
      window.addEventListener('pointercancel', cancel, { signal });
    };
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!flying) {
        if (Math.hypot(x, y) < FAR) return;
        flying = true;
        piece.setPointerCapture(event.pointerId);
        piece.dataset['flying'] = '';
        piece.style.zIndex = '20';
        piece.style.transition = 'none';
        if (it.copy) lift();
      }
      (copy ?? piece).style.transform = `translate(${x}px, ${y}px)`;
      it.over?.(place(event.clientX, event.clientY), event.clientX, event.clientY);
    };
    const up = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      if (!flying) return rest();
      dropped = performance.now();
      const target = place(event.clientX, event.clientY);
      rest();
      it.over?.(null, 0, 0);
      it.drop(target, event.clientX, event.clientY);
    };
    // Suppresses the click that follows a drag.
    const click = (event: MouseEvent) => {
      if (performance.now() - dropped < 80) event.stopImmediatePropagation();
    };
    const cancel = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return;
      rest();
      it.over?.(null, 0, 0);
    };
    piece.addEventListener('pointerdown', down);
    piece.addEventListener('click', click, true);
    return () => {
      rest();
      piece.removeEventListener('pointerdown', down);
      piece.removeEventListener('click', click, true);
    };
  };
}

/**
 * The piece before which a piece dropped here is inserted; null for the end. Pieces may overlap, so the middle of the
 * visible strip decides.
 */
export function behind(row: HTMLElement, x: number, moved: string): string | null {
  const pieces = [...row.querySelectorAll<HTMLElement>('[data-piece]')].filter((it) => it.dataset['piece'] !== moved);
  const boxes = pieces.map((it) => it.getBoundingClientRect());
  const at = boxes.findIndex((box, index) => {
    const next = boxes[index + 1];
    return x < box.left + Math.min(box.width, next ? next.left - box.left : box.width) / 2;
  });
  return pieces[at]?.dataset['piece'] ?? null;
}
