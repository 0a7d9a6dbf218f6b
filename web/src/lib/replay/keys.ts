/** The keys of a replay. */
import type { Key } from '$lib/table/keys.svelte';
import { SPEEDS, type ReplayTable } from './replay-table.svelte';
import { texts } from './words';

export function replayKeys(table: ReplayTable): Key[] {
  const t = texts.keys;
  const faster = (by: number) => {
    const next = SPEEDS[SPEEDS.findIndex((it) => it === table.speed) + by];
    if (next !== undefined) table.setSpeed(next);
  };
  const step = (key: string, by: number) => (event: KeyboardEvent) => void table.step(event.key === key ? by : -by);
  return [
    {
      name: 'Space',
      does: t.play,
      on: [' '],
      act: () => (table.playing ? table.pause() : table.play()),
    },
    { name: '← →', does: t.step, on: ['ArrowLeft', 'ArrowRight'], act: step('ArrowRight', 1) },
    { name: t.names.leap, does: t.leap, on: ['PageUp', 'PageDown'], act: step('PageDown', 10) },
    {
      name: t.names.ends,
      does: t.ends,
      on: ['Home', 'End'],
      act: ({ key }) => void table.step(key === 'Home' ? -table.at : table.total),
    },
    { name: '+ −', does: t.speed, on: ['+', '-'], act: ({ key }) => faster(key === '+' ? 1 : -1) },
  ];
}
