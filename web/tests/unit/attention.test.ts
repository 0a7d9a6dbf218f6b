import { afterEach, expect, test, vi } from 'vitest';
import { notify } from '../../src/pages/room/attention.svelte';

afterEach(() => vi.unstubAllGlobals());

/** Mocks the browser's notifications. */
function allow(permission: string, show: (...shown: unknown[]) => void): void {
  vi.stubGlobal(
    'Notification',
    class {
      static permission = permission;
      onclick: unknown = null;
      constructor(...shown: unknown[]) {
        show(...shown);
      }
    },
  );
}

test('a turn is shown as a notification where the browser allows it', () => {
  const show = vi.fn();
  allow('granted', show);
  notify('Your turn', 'Play a card', 'ABCD');
  expect(show).toHaveBeenCalledWith('Your turn', { body: 'Play a card', icon: '/icon.svg', tag: 'ABCD' });
  allow('default', show);
  notify('Your turn', 'Play a card', 'ABCD');
  expect(show).toHaveBeenCalledTimes(1);
});

test('a browser that allows notifications but has no constructor for them does no harm', () => {
  allow('granted', () => {
    throw new TypeError('Illegal constructor');
  });
  expect(() => notify('Your turn', 'Play a card', 'ABCD')).not.toThrow();
});
