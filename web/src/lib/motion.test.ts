import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mover, paced, pileKey } from './motion';

interface Flight {
  piece: string | undefined;
  from: string;
}
let flights: Flight[] = [];
const boxes = new Map<Element, { left: number; top: number }>();

beforeEach(() => {
  flights = [];
  document.body.innerHTML = '<main><i data-pile="draw"><b data-back></b></i><i data-pile="hand:1"></i></main>';
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { left, top } = boxes.get(this) ?? { left: 0, top: 0 };
    return { left, top, width: 100, height: 140 } as DOMRect;
  });
  Element.prototype.getAnimations = () => [];
  Element.prototype.animate = function (this: HTMLElement, frames: unknown) {
    flights.push({ piece: this.dataset['piece'], from: (frames as Keyframe[])[0]!['transform'] as string });
    return { id: 'move', cancel: vi.fn() } as unknown as Animation;
  } as typeof Element.prototype.animate;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset['motion'];
});

const root = (): HTMLElement => document.querySelector('main')!;
function put(piece: string, left: number): HTMLElement {
  const it = document.createElement('span');
  it.dataset['piece'] = piece;
  boxes.set(it, { left, top: 0 });
  root().append(it);
  return it;
}

test('a piece glides from where it was seen', () => {
  const motion = mover(root());
  const seven = put('7H', 10);
  put('8H', 50);
  motion.note();
  boxes.set(seven, { left: 300, top: 0 });
  motion.play();
  expect(flights).toEqual([{ piece: '7H', from: 'translate(-290px, 0px) scale(1)' }]);
});

test('a new piece comes from the pile that the log names', () => {
  boxes.set(document.querySelector('[data-pile="hand:1"]')!, { left: 500, top: 0 });
  const motion = mover(root());
  motion.note();
  put('7H', 0);
  motion.play([{ count: 1, cards: ['7H'], from: { name: 'hand', owner: 1 }, to: { name: 'discard' } }]);
  expect(flights).toEqual([{ piece: '7H', from: 'translate(500px, 0px) scale(1)' }]);
});

test('a card that stays hidden flies as a back', () => {
  boxes.set(document.querySelector('[data-pile="hand:1"]')!, { left: 500, top: 0 });
  const motion = mover(root());
  motion.note();
  motion.play([{ count: 1, from: { name: 'draw' }, to: { name: 'hand', owner: 1 } }]);
  expect(flights).toHaveLength(1);
  expect(root().querySelectorAll('b')).toHaveLength(2);
});

test('nothing moves after a jump, or where motion is off', () => {
  const motion = mover(root());
  const seven = put('7H', 10);
  motion.note();
  boxes.set(seven, { left: 300, top: 0 });
  motion.jump();
  motion.play();
  document.documentElement.dataset['motion'] = 'off';
  motion.note();
  boxes.set(seven, { left: 10, top: 0 });
  motion.play();
  expect(flights).toEqual([]);
});

test('four speeds', () => {
  const at = (speed: string): number => {
    document.documentElement.dataset['motion'] = speed;
    return paced(260);
  };
  expect([at('slow'), at('normal'), at('fast'), at('off')]).toEqual([520, 260, 130, 0]);
});

test('piles have names', () => {
  expect(pileKey({ name: 'draw' })).toBe('draw');
  expect(pileKey({ name: 'hand', owner: 2 })).toBe('hand:2');
});
