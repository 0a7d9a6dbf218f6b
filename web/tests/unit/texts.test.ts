import { describe, expect, it } from 'vitest';
import { clock, count, names, sentence, spaced, texts } from '$lib/texts';
import { amount, laterTexts } from '$lib/texts-later';

/** Every text of the catalogue; functions are called with harmless arguments. */
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
    return [[path, '']];
  }
  if (typeof it === 'object' && it !== null)
    return Object.entries(it).flatMap(([key, one]) => all(one, `${path}.${key}`));
  return [];
}

describe('texts', () => {
  it('says something everywhere', () => {
    // The only empty text is followed by the server's own sentence.
    const empty = all({ ...texts, ...laterTexts }).filter(
      ([path, text]) => text.trim() === '' && path !== 'texts.ended.other.1',
    );
    expect(empty).toEqual([]);
  });
  it('uses no pictures from fonts: machines differ or lack them', () => {
    const emoji = all({ ...texts, ...laterTexts }).filter(([, text]) => /\p{Extended_Pictographic}|[♠-♧]/u.test(text));
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
  it('reads codes', () => expect(sentence(spaced('exceeded_threshold'))).toBe('Exceeded threshold'));
});
