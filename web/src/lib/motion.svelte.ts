/** Animates the pieces of a board from view to view: call `glide(() => root, () => table)` in the board's script. */
import { BEHIND_MS, mover, type Mover } from './motion';
import type { CardMove, Entry } from './wire';

interface Watched {
  readonly view: unknown;
  readonly entries: readonly Entry[];
  now(): number;
}

export function glide(root: () => HTMLElement | undefined, watched: () => Watched): void {
  let motion: Mover | undefined;
  let told = -1;

  // Before the new view is drawn, everything is still where the last one had it.
  $effect.pre(() => {
    void watched().view;
    motion?.note();
  });

  $effect(() => {
    const table = watched();
    void table.view;
    const element = root();
    const last = table.entries.at(-1)?.number ?? -1;
    const fresh = table.entries.filter((entry) => entry.number > told);
    const first = told < 0;
    told = Math.max(told, last);
    if (!element) return;
    motion ??= mover(element);
    // Someone who comes back is not shown everything that happened meanwhile.
    const oldest = fresh[0];
    if (first || (oldest && table.now() - oldest.at > BEHIND_MS)) motion.jump();
    motion.play(fresh.flatMap((entry): readonly CardMove[] => entry.moves ?? []));
  });
}
