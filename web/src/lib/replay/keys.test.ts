import { expect, it, vi } from 'vitest';
import { replayKeys } from './keys';
import type { ReplayTable } from './replay-table.svelte';

it('every listed key of a replay does what the list says', () => {
  const table = {
    at: 5,
    total: 90,
    speed: 1,
    playing: false,
    step: vi.fn(),
    play: vi.fn(),
    pause: vi.fn(),
    setSpeed: vi.fn(),
  };
  const keys = replayKeys(table as unknown as ReplayTable);
  const press = (key: string) => keys.find((it) => it.on?.includes(key))!.act!(new KeyboardEvent('keydown', { key }));
  press(' ');
  expect(table.play).toHaveBeenCalled();
  table.playing = true;
  press(' ');
  expect(table.pause).toHaveBeenCalled();
  for (const key of ['ArrowRight', 'ArrowLeft', 'PageDown', 'PageUp', 'Home', 'End']) press(key);
  expect(table.step.mock.calls.flat()).toEqual([1, -1, 10, -10, -5, 90]);
  press('+');
  press('-');
  expect(table.setSpeed.mock.calls.flat()).toEqual([2, 0.5]);
  expect(keys.every((it) => it.does)).toBe(true);
});
