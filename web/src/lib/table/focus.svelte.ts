/**
 * Keeps the focus of keyboard players in the board: the pressed button often disappears with the answer, and the focus
 * would fall back to the page. It moves to the hand instead, or to an element with `data-home`. The page does this for
 * every board and its overlays; a board without the page calls `keepFocus(() => root, () => table)` in its script.
 */
import type { Attachment } from 'svelte/attachments';

/**
 * For what appears in place of something else: it takes the focus if nothing else has it, because what had it has
 * disappeared. A part that cannot be focused passes it on to its first button.
 */
export const takesOver: Attachment<HTMLElement> = (part) => {
  // A disabled button loses the focus only when the page is rendered.
  const frame = requestAnimationFrame(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const target = part.hasAttribute('tabindex') ? part : part.querySelector<HTMLElement>('button');
    target?.focus({ preventScroll: true });
  });
  return () => cancelAnimationFrame(frame);
};

/** Where the focus goes, in order of preference. */
const PLACES = [
  '.options button',
  '.question [tabindex="0"]',
  '.hand [tabindex="0"]',
  '[data-home]',
  '[data-card][tabindex="0"]',
  'button:not([disabled], [tabindex="-1"])',
];

interface Watched {
  readonly view: unknown;
  readonly prompt: unknown;
  readonly busy: boolean;
}

export function keepFocus(root: () => HTMLElement | undefined, watched: () => Watched): void {
  let inside = false;

  $effect(() => {
    const board = root();
    if (!board) return;
    const enter = (): void => void (inside = true);
    const leave = (event: FocusEvent): void => {
      // Without a related target, the focused element was removed, or the window lost the focus.
      if (event.relatedTarget instanceof Node) inside = board.contains(event.relatedTarget);
    };
    const point = (): void => void (inside = false);
    board.addEventListener('focusin', enter);
    board.addEventListener('focusout', leave);
    document.addEventListener('pointerdown', point);
    return () => {
      board.removeEventListener('focusin', enter);
      board.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', point);
    };
  });

  $effect(() => {
    const table = watched();
    void [table.view, table.prompt, table.busy];
    // A disabled button loses the focus only when the page is rendered.
    const frame = requestAnimationFrame(() => {
      if (!inside || (document.activeElement && document.activeElement !== document.body)) return;
      const board = root();
      for (const place of PLACES)
        for (const next of board?.querySelectorAll<HTMLElement>(place) ?? []) {
          next.focus({ preventScroll: true });
          // Hidden elements cannot take the focus.
          if (document.activeElement === next) return;
        }
    });
    return () => cancelAnimationFrame(frame);
  });
}
