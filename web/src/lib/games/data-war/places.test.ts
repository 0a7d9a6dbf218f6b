/**
 * Text on every background is readable: checks every stop of its gradient, drawing included, against the text colours.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLACES } from './people';

type Rgb = [number, number, number];

const css = readFileSync('src/lib/games/data-war/Backdrop.svelte', 'utf8').split('<style>')[1] ?? '';
const tokens = readFileSync('src/tokens.css', 'utf8');

/** Linear light of an OKLCH colour. */
function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (it: number) => Math.min(1, Math.max(0, it));
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
const gamma = (it: number) => (it <= 0.0031308 ? it * 12.92 : 1.055 * it ** (1 / 2.4) - 0.055);
const linear = (it: number) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4);
const hex = (text: string): Rgb => [1, 3, 5].map((at) => linear(parseInt(text.slice(at, at + 2), 16) / 255)) as Rgb;
const light = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (one: Rgb, two: Rgb) => {
  const [low, high] = [light(one), light(two)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};
/** Screens blend colours in sRGB, without linearising them. */
const over = (top: Rgb, below: Rgb, opacity: number): Rgb =>
  top.map((it, at) => linear(gamma(it) * opacity + gamma(below[at] ?? 0) * (1 - opacity))) as Rgb;

function colours(block: string, hue: number, chroma: number): Rgb[] {
  return [...block.matchAll(/oklch\(([\d.]+) calc\(([\d.]+) \* var\(--c\)\)/g)].map(([, l, c]) =>
    oklch(Number(l), Number(c) * chroma, hue),
  );
}
const [night = '', day = ''] = css.split(":global(:root[data-theme='day'])");
const token = (theme: string, name: string): Rgb => {
  const block = tokens.split(`:root[data-theme='${theme}'] {`)[1] ?? '';
  return hex(new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? '#000000');
};

describe.each([
  ['night', night],
  ['day', day],
] as const)('by %s', (theme, block) => {
  it.each(PLACES)('$name', ({ hue, chroma }) => {
    const all = colours(block, hue, chroma);
    const draw = all[3]!;
    const strength = Number(/--strength: ([\d.]+)/.exec(block)?.[1]);
    expect(all).toHaveLength(4);
    for (const stop of all.slice(0, 3)) {
      for (const ground of [stop, over(draw, stop, strength)])
        for (const name of ['ink', 'ink-2', 'accent', 'bad'])
          expect(contrast(token(theme, name), ground), `${name} on it`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
