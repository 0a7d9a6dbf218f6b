/** Animates the pieces of a board from view to view: call `glide(() => root, () => table)` in the board's script. */
import { BEHIND_MS, mover, type Mover } from './motion';
import type { CardMove, Entry } from './wire';

export interface Watched {
  readonly view: unknown;
  readonly entries: readonly Entry[];
  readonly undone?: number;
  now(): number;
}

/**
 * The log entries that led to a new view; null if the view is to be drawn without animation: the first one, one that
 * comes late, because someone who comes back is not shown everything that happened meanwhile, and one after an undo.
 */
export function newsOf(): (table: Watched) => readonly Entry[] | null {
  let told = -1;
  let undone = 0;
  return (table) => {
    const fresh = table.entries.filter((entry) => entry.number > told);
    const first = told < 0;
    const late = fresh[0] !== undefined && table.now() - fresh[0].at > BEHIND_MS;
    const back = (table.undone ?? 0) > undone;
    told = Math.max(told, table.entries.at(-1)?.number ?? -1);
    undone = table.undone ?? 0;
    return first || late || back ? null : fresh;
  };
}

export function glide(root: () => HTMLElement | undefined, watched: () => Watched): void {
  let motion: Mover | undefined;
  const news = newsOf();

  // Before the new view is drawn, everything is still where the last one had it.
  $effect.pre(() => {
    void watched().view;
    motion?.note();
  });

  $effect(() => {
    const table = watched();
    void table.view;
    const element = root();
    const fresh = news(table);
    if (!element) return;
    motion ??= mover(element);
    if (!fresh) motion.jump();
    motion.play(fresh?.flatMap((entry): readonly CardMove[] => entry.moves ?? []));
  });
}
