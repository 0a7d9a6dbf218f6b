/**
 * Pieces glide to where they now are. Before a new view is drawn `note` remembers where every piece is seen, in flight
 * or at rest; afterwards `play` lets each go from there. So a new view never waits for the last one's motion, and two
 * zones need not know of each other.
 *
 * - A piece is an element with `data-piece`: the code of a card.
 * - A pile is an element with `data-pile`: `draw`, or `hand:1` for one with an owner. A piece that was not seen before
 *   comes from the pile that the log names; a card that stays hidden flies as a copy of a `[data-back]` element.
 *
 * In a component, use `glide` of `motion.svelte.ts`, which calls both at the right moments.
 */
import type { CardMove, PileId } from './wire';

export type Speed = 'slow' | 'normal' | 'fast' | 'off';

/** What durations are multiplied with; 0 is no motion at all. */
export const PACE: Readonly<Record<Speed, number>> = { slow: 2, normal: 1, fast: 0.5, off: 0 };
const MOVE_MS = 260;
const STAGGER_MS = 40;
/** However many cards there are, the last one starts before this. */
const DEAL_MS = 700 - MOVE_MS;
const FLASH_MS = 300;
/** Whoever is further behind is shown how things are instead of what happened. */
export const BEHIND_MS = 3000;
const TRAVEL = 'cubic-bezier(0.3, 0.05, 0.15, 1)';
const GHOSTS = 4;

/** The reader's choice, which the settings keep on the root element as `data-motion`. */
export function speed(): Speed {
  const chosen = document.documentElement.dataset['motion'];
  return chosen === 'slow' || chosen === 'fast' || chosen === 'off' ? chosen : 'normal';
}

const reduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether nothing moves, by the reader's choice or that of the system. */
export const isStill = (): boolean => speed() === 'off' || reduced();

/** How long something takes that takes so many milliseconds at normal speed. */
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
  // Middles and the laid-out width, because a turned card's box is larger than the card. In flight it is scaled.
  const flying = element.getAnimations().some((it) => it.id === 'move');
  const width = element instanceof HTMLElement && !flying ? element.offsetWidth : box.width;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: width || box.width };
}

/** How wide a card is drawn in a pile that is lower than the card, such as the plate of a seat. */
const fitting = (pile: Element, width: number): number =>
  Math.min(width, pile.getBoundingClientRect().height / 1.4 || width);

/** Where a card comes from that was not seen before: as large as the pile's cards, if they are seen. */
function placeOf(pile: Element, card: Spot): Spot {
  const back = pile.querySelector('[data-back]');
  return { ...spotOf(pile), width: back ? spotOf(back).width : fitting(pile, card.width) };
}

export interface Mover {
  /** Call before the new view is drawn. */
  note(): void;
  /** Call after it: `moves` are those that led to it. */
  play(moves?: readonly CardMove[]): void;
  /** Forgets what was seen, so that the next view is simply there. */
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

    // Read everything, then write everything: one layout for the whole board.
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

  /** Copies of a back that fly where a card goes that stays hidden. */
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

/** Where nothing moves, what is new is lit for a moment instead. */
function flash(it: HTMLElement): void {
  it.animate([{ outline: '3px solid var(--accent)' }, { outline: '3px solid transparent' }], {
    id: 'flash',
    duration: FLASH_MS,
  });
}
