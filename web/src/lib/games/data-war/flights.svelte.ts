/**
 * Cards fly from the deck to the row, turn over on the way, and then fly to whoever gets them. The shared `glide` only
 * animates pieces that arrive; here they also leave, because a turn ends with a whole row moving away.
 *
 * A piece has `data-piece`; a new one comes from the pile named in its `data-from`.
 */
import { flash, isStill, paced, pileKey } from '$lib/motion';
import { newsOf, type Watched } from '$lib/motion.svelte';
import type { CardMove } from '$lib/wire';

const MOVE_MS = 300;
const STAGGER_MS = 45;
const LONGEST_STAGGER_MS = 420;
const TRAVEL = 'cubic-bezier(0.3, 0.05, 0.15, 1)';

export function flights(root: () => HTMLElement | undefined, table: Watched): void {
  let seen = new Map<string, { it: HTMLElement; box: DOMRect }>();
  const news = newsOf();
  const pieces = (): HTMLElement[] => [...(root()?.querySelectorAll<HTMLElement>('[data-piece]') ?? [])];

  $effect.pre(() => {
    void table.view;
    const all = document.hidden ? [] : pieces();
    seen = new Map(all.map((it) => [it.dataset['piece'] ?? '', { it, box: it.getBoundingClientRect() }]));
  });

  $effect(() => {
    void table.view;
    const element = root();
    const fresh = news(table);
    if (!element || !fresh || document.hidden) return;
    const moves = fresh.flatMap((entry): readonly CardMove[] => entry.moves ?? []);
    arrive(element, pieces(), seen);
    if (!isStill()) leave(element, seen, moves);
    seen = new Map();
  });
}

const pileOf = (root: HTMLElement, key: string): Element | null =>
  root.querySelector(`[data-pile="${CSS.escape(key)}"]`);

function arrive(root: HTMLElement, all: HTMLElement[], seen: Map<string, { box: DOMRect }>): void {
  const flights = all.map((it) => {
    const known = seen.get(it.dataset['piece'] ?? '')?.box;
    const from = known ?? pileOf(root, it.dataset['from'] ?? '')?.getBoundingClientRect();
    return { it, from, to: it.getBoundingClientRect(), fresh: !known };
  });
  let order = 0;
  for (const { it, from, to, fresh } of flights) {
    if (!from || to.width === 0) continue;
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (isStill()) {
      if (fresh) flash(it);
      continue;
    }
    if (!fresh && Math.hypot(x, y) < 1) continue;
    const turn = fresh && it.dataset['open'] !== undefined ? ' rotateY(92deg)' : '';
    const first = `perspective(900px) translate(${x}px, ${y}px) scale(${from.width / to.width})${turn}`;
    it.animate(
      [
        { transform: first, transformOrigin: '0 0' },
        { transform: 'perspective(900px)', transformOrigin: '0 0' },
      ],
      {
        duration: paced(MOVE_MS),
        delay: paced(fresh ? Math.min(STAGGER_MS * order++, LONGEST_STAGGER_MS) : 0),
        easing: TRAVEL,
        fill: 'backwards',
      },
    );
  }
}

function leave(
  root: HTMLElement,
  seen: Map<string, { it: HTMLElement; box: DOMRect }>,
  moves: readonly CardMove[],
): void {
  const gone = [...seen.entries()].filter(([, { it }]) => !it.isConnected);
  if (gone.length === 0) return;
  const goals = new Map<string, string>();
  let usual: string | undefined;
  for (const move of moves) {
    if (move.from.name !== 'pile') continue;
    for (const card of move.cards ?? []) goals.set(card, pileKey(move.to));
    if (move.to.name === 'deck') usual = pileKey(move.to);
  }
  const base = root.getBoundingClientRect();
  for (const [order, [piece, { it, box }]] of gone.entries()) {
    const goal = pileOf(root, goals.get(piece) ?? usual ?? '')?.getBoundingClientRect();
    if (!goal || box.width === 0) continue;
    const ghost = it.cloneNode(true) as HTMLElement;
    for (const name of ['data-piece', 'data-from', 'data-pile']) ghost.removeAttribute(name);
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, {
      position: 'absolute',
      left: `${box.left - base.left}px`,
      top: `${box.top - base.top}px`,
      width: `${box.width}px`,
      margin: '0',
      zIndex: '12',
      pointerEvents: 'none',
    });
    root.append(ghost);
    const end = `translate(${goal.left - box.left}px, ${goal.top - box.top}px) scale(${Math.min(1, goal.width / box.width)})`;
    const flight = ghost.animate(
      [
        { transform: 'none', opacity: 1, transformOrigin: '0 0' },
        { transform: end, opacity: 0.15, transformOrigin: '0 0' },
      ],
      {
        duration: paced(MOVE_MS + 120),
        delay: paced(Math.min(STAGGER_MS * order, LONGEST_STAGGER_MS)),
        easing: TRAVEL,
        fill: 'both',
      },
    );
    flight.onfinish = () => ghost.remove();
    flight.oncancel = () => ghost.remove();
  }
}
