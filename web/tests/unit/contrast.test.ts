// @vitest-environment node
/** Axe cannot judge text on a gradient, so the contrast ratios are computed from the design tokens. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAMILY } from '../../src/lib/cards/families';
import { COLOUR, ICON } from '../../src/lib/cards/icons';

const css = readFileSync(new URL('../../src/tokens.css', import.meta.url), 'utf8');

function tokens(selector: string): Record<string, string> {
  const at = css.indexOf(selector);
  const block = css.slice(css.indexOf('{', at) + 1, css.indexOf('}', at));
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((it) => [it[1]!, it[2]!]));
}
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const ratio = (a: string, b: string): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
};

const root = tokens(':root {');
const themes = { night: tokens(":root[data-theme='night']"), day: tokens(":root[data-theme='day']") };

describe.each(Object.entries(themes))('by %s', (_, theme) => {
  const grounds = ['table-1', 'table-2', 'table-3', 'panel', 'panel-2'];
  const inks = ['ink', 'ink-2', 'accent', 'good', 'bad', 'min', 'max', 'focus'];
  it.each(inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)))('%s on %s', (ink, ground) => {
    expect(ratio(theme[ink]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });
  it('text on the main button', () => expect(ratio(theme['on-accent']!, theme['accent']!)).toBeGreaterThanOrEqual(4.5));
  it('a message at the edge of the screen', () =>
    expect(ratio(theme['panel']!, theme['ink']!)).toBeGreaterThanOrEqual(7));
});

describe('cards', () => {
  const four = tokens(":root[data-suits='four']");
  it.each([
    ...['suit-s', 'suit-h', 'suit-d', 'suit-c', 'card-ink'].map((it) => [it, root[it]!] as const),
    ...Object.entries(four),
  ])('%s', (_, ink) => expect(ratio(ink, root['card']!)).toBeGreaterThanOrEqual(4.5));

  it.each([...Object.entries(COLOUR), ...Object.entries(FAMILY)])(
    'of Innovation and Data War: %s',
    (_, { deep, soft }) => {
      expect(ratio('#ffffff', deep)).toBeGreaterThanOrEqual(4.5);
      expect(ratio(root['card-ink']!, soft)).toBeGreaterThanOrEqual(7);
      // Emblems and textures are drawn in one on the other, and names of cards stand on the card itself.
      expect(ratio(deep, soft)).toBeGreaterThanOrEqual(4.5);
      expect(ratio(deep, root['card']!)).toBeGreaterThanOrEqual(4.5);
    },
  );
  it.each(Object.entries(ICON))('the icon %s', (_, { fill, ink }) => {
    const six = ink.length === 4 ? `#${[...ink.slice(1)].map((it) => it + it).join('')}` : ink;
    expect(ratio(six, fill)).toBeGreaterThanOrEqual(4.5);
  });
});
