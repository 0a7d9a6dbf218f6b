/** The keys of a replay: space plays, arrows step, Home and End jump, plus and minus change the speed. */
import { SPEEDS, type ReplayTable } from './replay-table.svelte';

export function replayKeys(table: ReplayTable, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const target = event.target as HTMLElement | null;
  const own = target?.closest('input, select, textarea, button, a, [role="listbox"], [tabindex="0"]');
  // The slider, lists and buttons have their own keys.
  if (
    own &&
    !(own instanceof HTMLElement && own.tagName === 'MAIN') &&
    ['INPUT', 'SELECT', 'TEXTAREA'].includes(own.tagName)
  )
    return;
  if (own && event.key === ' ') return;
  const speed = SPEEDS.findIndex((it) => it === table.speed);
  const does: Partial<Record<string, () => void>> = {
    ' ': () => (table.playing ? table.pause() : table.play()),
    ArrowRight: () => void table.step(1),
    ArrowLeft: () => void table.step(-1),
    PageDown: () => void table.step(10),
    PageUp: () => void table.step(-10),
    Home: () => void table.step(-table.at),
    End: () => void table.step(table.total),
    '+': () => table.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, speed + 1)] ?? 1),
    '-': () => table.setSpeed(SPEEDS[Math.max(0, speed - 1)] ?? 1),
  };
  const act = does[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
