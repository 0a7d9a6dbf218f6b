import type { Entry } from './wire';

const KEPT_ENTRIES = 600;

/** Merges log entries by number without duplicates. Entries that arrive again after a reconnection are the same. */
export function mergeEntries(known: readonly Entry[], fresh: readonly Entry[]): readonly Entry[] {
  const last = known.at(-1)?.number ?? -1;
  const first = fresh[0]?.number ?? 0;
  if (first > last) return [...known, ...fresh].slice(-KEPT_ENTRIES);
  const all = new Map(known.map((it) => [it.number, it]));
  for (const it of fresh) all.set(it.number, it);
  return [...all.values()].sort((a, b) => a.number - b.number).slice(-KEPT_ENTRIES);
}
