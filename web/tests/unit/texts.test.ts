import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { clock, count, names, sentence, spaced, texts } from '$lib/texts';
import { amount, laterTexts, unitWord } from '$lib/texts-later';

/** The files of the catalogue: the common texts, and those of a game, the replay and the inspector. */
const catalogue: Record<string, unknown> = {
  texts,
  laterTexts,
  ...import.meta.glob('../../src/**/words*.ts', { eager: true }),
};

/** Every text of the catalogue; functions are called with harmless arguments, if they take such. */
function all(it: unknown, path = 'texts'): [string, string][] {
  if (typeof it === 'string') return [[path, it]];
  if (typeof it === 'function') {
    const call = it as (...args: unknown[]) => unknown;
    for (const arg of [['Ada'], 2, 'Ada', [2, 4]]) {
      try {
        const text = call(arg, 2, 4, true);
        if (typeof text === 'string') return [[path, text]];
      } catch {
        // It expects another kind of value.
      }
    }
    return [];
  }
  if (typeof it === 'object' && it !== null)
    return Object.entries(it).flatMap(([key, one]) => all(one, `${path}.${key}`));
  return [];
}

/** Followed by the server's own sentence; a contract of nothing. */
const EMPTY = /ended\.other\.1$|contractWords$/;

describe('texts', () => {
  it('says something everywhere', () => {
    const empty = all(catalogue).filter(([path, text]) => text.trim() === '' && !EMPTY.test(path));
    expect(empty).toEqual([]);
  });
  it('uses no pictures from fonts: machines differ or lack them', () => {
    const emoji = all(catalogue).filter(([, text]) => /\p{Extended_Pictographic}|[♠-♧]/u.test(text));
    expect(emoji).toEqual([]);
  });
  it('counts', () => {
    expect(count(1, 'card', 'cards')).toBe('1 card');
    expect(count(0, 'card', 'cards')).toBe('0 cards');
    expect(names(['Ada', 'Bo', 'Chiara'])).toBe('Ada, Bo, and Chiara');
  });
  it('tells time', () => {
    expect(clock(125_000)).toBe('2:05');
    expect(clock(4_100)).toBe('5');
    expect(clock(-1)).toBe('0');
  });
  it('tells amounts', () => {
    expect(amount(30_000, 'milliseconds')).toBe('30 seconds');
    expect(amount(120_000, 'milliseconds')).toBe('2 minutes');
    expect(amount(250, 'milliseconds')).toBe('250 ms');
    expect(amount(1, 'cards')).toBe('1 card');
    expect(amount(3, undefined)).toBe('3');
  });
  it('tells units', () => {
    expect(unitWord(1, 'cards')).toBe('card');
    expect(unitWord(2, 'milliseconds')).toBe('seconds');
    expect(unitWord(2, 'half_turns')).toBe('half turns');
  });
  it('reads codes', () => expect(sentence(spaced('exceeded_threshold'))).toBe('Exceeded threshold'));
});

interface Node {
  type?: string;
  name?: string;
  data?: string;
  value?: unknown;
}
/** Attributes that people read or hear. */
const SPOKEN = /^(aria-label|aria-description|about|alt|label|placeholder|title)$/;
const WORDS = /\p{L}{2,}/u;

/** The texts that stand in the markup itself: between tags, and in attributes that are read aloud. */
function inMarkup(it: unknown, spoken: boolean): string[] {
  if (Array.isArray(it)) return it.flatMap((one) => inMarkup(one, spoken));
  if (typeof it !== 'object' || it === null) return [];
  const node = it as Node;
  if (node.type === 'Text') return spoken && WORDS.test(node.data ?? '') ? [node.data?.trim() ?? ''] : [];
  // In scripts, of which expressions are part, only templates with several words are looked at.
  if (node.type === 'TemplateElement') {
    const { raw } = node.value as { raw: string };
    return spoken && /\p{L}{2,} |, \p{L}{2}/u.test(raw) ? [raw] : [];
  }
  if (node.type === 'Attribute') return inMarkup(node.value, SPOKEN.test(node.name ?? ''));
  if (node.type === 'StyleDirective') return [];
  const { metadata: _, ...children } = node as Record<string, unknown>;
  return Object.values(children).flatMap((one) => inMarkup(one, spoken));
}

describe('components', () => {
  const sources = import.meta.glob<string>('../../src/**/*.svelte', { eager: true, query: '?raw', import: 'default' });
  it('take their texts from the catalogue', () => {
    const inline = Object.entries(sources).flatMap(([file, source]) =>
      inMarkup(parse(source, { modern: true }).fragment, true).map((text) => `${file}: ${text}`),
    );
    expect(inline).toEqual([]);
  });
});
