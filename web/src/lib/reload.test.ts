import { afterEach, expect, it, vi } from 'vitest';
import { reloadOnceReachable } from './reload';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reloads once, and not before the server can be reached', async () => {
  vi.useFakeTimers();
  let isGone = true;
  vi.stubGlobal('fetch', () => (isGone ? Promise.reject(new TypeError('gone')) : Promise.resolve(new Response('ok'))));
  const reload = vi.fn();
  void reloadOnceReachable(reload);
  void reloadOnceReachable(reload); // Another part that could not be loaded.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  isGone = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledOnce();
});
