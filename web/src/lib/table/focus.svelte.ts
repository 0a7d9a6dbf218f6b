/**
 * Keeps the focus of somebody who plays by keyboard in the board: what was pressed often goes with the answer, and the
 * focus would fall to the page. It goes to the hand instead, or to what has `data-home`. The page does it for every board
 * and for what lies over it; `keepFocus(() => root, () => table)` in a board's script does it where there is no page.
 */
/** Where it goes, the likeliest first. */
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
      // Without a related target what had the focus was taken away, or the window lost it.
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
    // A button that is switched off loses the focus only when the page is drawn.
    const frame = requestAnimationFrame(() => {
      if (!inside || (document.activeElement && document.activeElement !== document.body)) return;
      const board = root();
      for (const place of PLACES)
        for (const next of board?.querySelectorAll<HTMLElement>(place) ?? []) {
          next.focus({ preventScroll: true });
          // What is not shown takes no focus.
          if (document.activeElement === next) return;
        }
    });
    return () => cancelAnimationFrame(frame);
  });
}
