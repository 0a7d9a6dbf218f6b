import { expect, it, vi } from 'vitest';
import { pageKeys } from '../../src/pages/room/page-keys';

it('every listed key of a table’s page does what the list says, where the room allows it', () => {
  const [open, hint, say, showCard] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  let allowed = ['undo', 'pause', 'react'];
  const session = {
    command: (name: string) => (allowed.includes(name) ? ({ name, takes: 'nothing' } as never) : undefined),
    say,
    showCard,
    settings: { hints: true } as never,
    prompt: { id: 1 } as never,
  };
  document.body.innerHTML = '<button data-piece="7H"></button>';
  const keys = pageKeys(session, open, hint);
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    document.querySelector('button')!.dispatchEvent(event);
    return keys.find((it) => it.on?.includes(key))!.act!(event);
  };
  for (const { on } of keys) for (const key of on ?? []) press(key);
  expect(showCard).toHaveBeenCalledWith('7H');
  expect(hint).toHaveBeenCalledTimes(1);
  expect(say.mock.calls.flat()).toEqual(['undo', 'pause']);
  expect(open.mock.calls.flat()).toEqual(['log', 'react', 'keys']);
  allowed = ['resume'];
  press('p');
  expect(say).toHaveBeenLastCalledWith('resume');
  expect(press('u')).toBe(false);
  expect(press('r')).toBe(false);
  // Escape is handled by whatever is open or chosen.
  expect(keys.filter((it) => !it.on).map((it) => it.name)).toEqual(['Escape']);
});
