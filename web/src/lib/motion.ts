/**
 * Pieces glide to their new places. Before a new view is drawn, `note` records where every piece is visible, moving or
 * at rest; afterwards `play` animates each from there. So a new view never waits for an animation, and zones need not
 * know about each other.
 *
 * - A piece is an element with `data-piece`: the code of a card.
 * - A pile is an element with `data-pile`: `draw`, or `hand:1` for one with an owner. A piece that was not visible
 *   before comes from the pile that the log names; a card that stays hidden is shown flying as a copy of a
 *   `[data-back]` element.
 *
 * In a component, use `glide` of `motion.svelte.ts`, which calls both at the right moments.
 */
import type { CardMove, PileId } from './wire';

export type Speed = 'slow' | 'normal' | 'fast' | 'off';

/** The factor for durations; 0 means no motion at all. */
export const PACE: Readonly<Record<Speed, number>> = { slow: 2, normal: 1, fast: 0.5, off: 0 };
const MOVE_MS = 260;
const STAGGER_MS = 40;
/** However many cards there are, the last one starts within this time. */
const DEAL_MS = 700 - MOVE_MS;
const FLASH_MS = 300;
/** A client that is further behind is shown the current state without animation. */
export const BEHIND_MS = 3000;
const TRAVEL = 'cubic-bezier(0.3, 0.05, 0.15, 1)';
const GHOSTS = 4;

/** The user's choice, which the settings store as `data-motion` on the root element. */
export function speed(): Speed {
  const chosen = document.documentElement.dataset['motion'];
  return chosen === 'slow' || chosen === 'fast' || chosen === 'off' ? chosen : 'normal';
}

const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether motion is off, by the user's choice or the system's. */
export const isStill = (): boolean => speed() === 'off' || reduced();

/** The duration of something that takes `ms` at normal speed. */
export const paced = (ms: number): number => (reduced() ? 0 : ms * PACE[speed()]);

/** The name of a pile in `data-pile`. */
export const pileKey = (pile: PileId): string => (pile.owner === undefined ? pile.name : `${pile.name}:${pile.owner}`);

interface Spot {
  x: number;
  y: number;
  width: number;
}

function spotOf(element: Element): Spot {
  const box = element.getBoundingClientRect();
  // Centres and the layout width, because a rotated card's bounding box is larger than the card. While moving it is
  // scaled.
  const flying = element.getAnimations().some((it) => it.id === 'move');
  const width = element instanceof HTMLElement && !flying ? element.offsetWidth : box.width;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: width || box.width };
}

/** The width of a card in a pile that is lower than the card, such as the plate of a seat. */
const fitting = (pile: Element, width: number): number =>
  Math.min(width, pile.getBoundingClientRect().height / 1.4 || width);

/**
 * Where a card that was not visible before comes from: it starts as large as the pile's cards, if those are visible.
 */
function placeOf(pile: Element, card: Spot): Spot {
  const back = pile.querySelector('[data-back]');
  return { ...spotOf(pile), width: back ? spotOf(back).width : fitting(pile, card.width) };
}

export interface Mover {
  /** Call before the new view is drawn. */
  note(): void;
  /** Call after it is drawn: `moves` are those that led to it. */
  play(moves?: readonly CardMove[]): void;
  /** Discards the recorded places, so that the next view appears without animation. */
  jump(): void;
}

export function mover(root: HTMLElement): Mover {
  let seen: Map<string, Spot> | null = null;
  const pieces = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-piece]')];
  const pile = (key: string): Element | null => root.querySelector(`[data-pile="${CSS.escape(key)}"]`);

  function note(): void {
    seen = document.hidden ? null : new Map(pieces().map((it) => [it.dataset['piece'] ?? '', spotOf(it)]));
  }

  function play(moves: readonly CardMove[] = []): void {
    const before = seen;
    seen = null;
    if (!before) return;
    const all = pieces();
    for (const it of all) for (const running of it.getAnimations()) if (running.id === 'move') running.cancel();
    const origins = new Map<string, string>();
    for (const move of moves) for (const card of move.cards ?? []) origins.set(card, pileKey(move.from));

    // Reads everything, then writes everything, so that the board is laid out only once.
    const flights = all.map((it) => {
      const piece = it.dataset['piece'] ?? '';
      const known = before.get(piece);
      const place = known || !origins.has(piece) ? null : pile(origins.get(piece) ?? '');
      const to = spotOf(it);
      return { it, from: known ?? (place ? placeOf(place, to) : null), to, fresh: !known };
    });
    const ghosts = isStill() ? [] : moves.flatMap((move) => (move.cards ? [] : ghostsOf(move)));

    const far = flights.filter(
      ({ from, to }) =>
        from && (Math.hypot(from.x - to.x, from.y - to.y) >= 1 || Math.abs(from.width / to.width - 1) > 0.01),
    );
    if (isStill()) {
      for (const { it, fresh } of far) if (fresh || reduced()) flash(it);
      return;
    }
    const fresh = far.filter((it) => it.fresh).length;
    const step = fresh > 1 ? Math.min(STAGGER_MS, DEAL_MS / fresh) : 0;
    let order = 0;
    for (const { it, from, to, fresh: isNew } of far) if (from) fly(it, from, to, isNew ? step * order++ : 0);
    for (const [at, ghost] of ghosts.entries()) {
      root.append(ghost.it);
      fly(ghost.it, ghost.from, ghost.to, STAGGER_MS * at, () => ghost.it.remove());
    }
  }

  /** Copies of a card back that fly in place of a card that stays hidden. */
  function ghostsOf(move: CardMove): { it: HTMLElement; from: Spot; to: Spot }[] {
    const [from, to] = [pile(pileKey(move.from)), pile(pileKey(move.to))];
    const back =
      to?.querySelector('[data-back]') ?? from?.querySelector('[data-back]') ?? root.querySelector('[data-back]');
    if (!from || !to || !back) return [];
    const width = spotOf(back).width;
    const end = fitting(to, width);
    const [start, goal] = [spotOf(from), spotOf(to)];
    return Array.from({ length: Math.min(move.count, GHOSTS) }, () => {
      const it = back.cloneNode(true) as HTMLElement;
      it.removeAttribute('data-back');
      it.setAttribute('aria-hidden', 'true');
      Object.assign(it.style, {
        position: 'fixed',
        inset: 'auto',
        left: `${goal.x - end / 2}px`,
        top: `${goal.y - end * 0.7}px`,
        width: `${end}px`,
        margin: '0',
        pointerEvents: 'none',
      });
      return { it, from: { ...start, width }, to: { ...goal, width: end } };
    });
  }

  return { note, play, jump: () => (seen = null) };
}

function fly(it: HTMLElement, from: Spot, to: Spot, delay: number, done?: () => void): void {
  const first = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  it.style.zIndex = '9';
  const flight = it.animate([{ transform: first }, { transform: 'none' }], {
    id: 'move',
    duration: paced(MOVE_MS),
    delay: paced(delay),
    easing: TRAVEL,
    fill: 'backwards',
  });
  const end = (): void => {
    it.style.zIndex = '';
    done?.();
  };
  flight.onfinish = end;
  flight.oncancel = end;
}

/** Without motion, new pieces are highlighted for a moment instead. */
export function flash(it: HTMLElement): void {
  it.animate([{ outline: '3px solid var(--accent)' }, { outline: '3px solid transparent' }], {
    id: 'flash',
    duration: FLASH_MS,
  });
}
