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
const SPOKEN = /^(aria-label|aria-description|about|alt|idle|label|note|placeholder|sentence|text|title)$/;
const WORDS = /\p{L}{2,}/u;
const TEMPLATE_WORDS = /\p{L}{2,} |, \p{L}{2}/u;

/** The texts that stand in the markup itself: between tags, and in attributes that are read aloud. */
function inMarkup(it: unknown, spoken: boolean): string[] {
  if (Array.isArray(it)) return it.flatMap((one) => inMarkup(one, spoken));
  if (typeof it !== 'object' || it === null) return [];
  const node = it as Node & { expression?: unknown };
  if (node.type === 'Text') return spoken && WORDS.test(node.data ?? '') ? [node.data?.trim() ?? ''] : [];
  if (node.type === 'ExpressionTag')
    return [...(spoken ? results(node.expression) : []), ...inMarkup(node.expression, spoken)];
  // In scripts, of which expressions are part, only templates with several words are looked at.
  if (node.type === 'TemplateElement') {
    const { raw } = node.value as { raw: string };
    return spoken && TEMPLATE_WORDS.test(raw) ? [raw] : [];
  }
  if (node.type === 'Attribute') return inMarkup(node.value, SPOKEN.test(node.name ?? ''));
  if (node.type === 'StyleDirective') return [];
  const { metadata: _, ...children } = node as Record<string, unknown>;
  return Object.values(children).flatMap((one) => inMarkup(one, spoken));
}

/** The strings that an expression may result in; not those that it compares, looks up or passes on. */
function results(it: unknown): string[] {
  const node = it as Record<string, unknown> & Node;
  if (node.type === 'Literal') return typeof node.value === 'string' && WORDS.test(node.value) ? [node.value] : [];
  if (node.type === 'ConditionalExpression') return [...results(node['consequent']), ...results(node['alternate'])];
  const adds = node.type === 'BinaryExpression' && node['operator'] === '+';
  return adds || node.type === 'LogicalExpression' ? [...results(node['left']), ...results(node['right'])] : [];
}

/** Properties whose strings people read, even if they are one word. */
const SAID = /^(does|detail|label|note|sentence|text|title)$/;
/** Several words. Selectors and media queries have other signs between theirs. */
const PHRASE = /\p{L}[,;:.]? \p{L}[^#>{}()[\]=*]*$/u;
/** From which argument on these functions take selectors of elements. */
const SELECTORS = new Map([
  ['numbers', 2],
  ['querySelector', 0],
  ['querySelectorAll', 0],
  ['closest', 0],
]);

/** The texts in a script, and in the expressions of the markup. */
function inScript(it: unknown, of?: Record<string, unknown> & Node): string[] {
  if (Array.isArray(it)) return it.flatMap((one) => inScript(one, of));
  if (typeof it !== 'object' || it === null) return [];
  const node = it as Record<string, unknown> & Node;
  if (node.type?.startsWith('TS') || node.type === 'ImportDeclaration') return [];
  if (node.type === 'TemplateElement') {
    const { raw } = node.value as { raw: string };
    return TEMPLATE_WORDS.test(raw) && !/[()]/.test(raw) ? [raw] : [];
  }
  if (node.type === 'Literal' && typeof node.value === 'string') {
    const word = node.value;
    const key = of?.type === 'Property' ? (of['key'] as Node).name : undefined;
    return (PHRASE.test(word) && /^\p{L}/u.test(word)) || (SAID.test(key ?? '') && WORDS.test(word)) ? [word] : [];
  }
  if (node.type === 'CallExpression') {
    const callee = node['callee'] as Node & { property?: Node };
    const from = SELECTORS.get(callee.property?.name ?? callee.name ?? '');
    if (from !== undefined) return inScript((node['arguments'] as unknown[]).slice(0, from), node);
  }
  const { metadata: _, ...children } = node;
  return Object.values(children).flatMap((one) => inScript(one, node.type ? node : of));
}

function textsOf(source: string): string[] {
  const { fragment, instance, module } = parse(source, { modern: true });
  return [...inMarkup(fragment, true), ...inScript([instance?.content, module?.content])];
}
const textsOfScript = (source: string): string[] => textsOf(`<script lang="ts">\n${source}\n</script>`);

/** Scripts that are part of the catalogue, that hold names or the notation of charts, or that only tests use. */
const CATALOGUE = [
  /\/(texts|words)(-later)?\.ts$|\/(gen|rules)\//,
  /\/(cards\/codes|cards\/families|data-war\/people|inspector\/machine)\.ts$/,
  /\.test\.ts$|\/samples\/|\/(fixtures|still-table\.svelte)\.ts$/,
];

describe('scripts', () => {
  const sources = import.meta.glob<string>('../../src/**/*.ts', { eager: true, query: '?raw', import: 'default' });
  it('take their texts from the catalogue', () => {
    const own = Object.entries(sources).filter(([file]) => !CATALOGUE.some((it) => it.test(file)));
    const inline = own.flatMap(([file, source]) =>
      textsOfScript(source.replaceAll('`Bearer ', '`')).map((text) => `${file}: ${text}`),
    );
    expect(inline).toEqual([]);
  });
});

describe('components', () => {
  const sources = import.meta.glob<string>('../../src/**/*.svelte', { eager: true, query: '?raw', import: 'default' });
  it('take their texts from the catalogue', () => {
    const inline = Object.entries(sources).flatMap(([file, source]) =>
      textsOf(source).map((text) => `${file}: ${text}`),
    );
    expect(inline).toEqual([]);
  });

  it.each([
    ['between tags', '<p>Hello there</p>', 'Hello there'],
    ['in an attribute', '<p title="Hello"></p>', 'Hello'],
    ['as the result of an expression', "<p>{a ? 'Hello' : b}</p>", 'Hello'],
    ['if there is nothing else', "<p>{a ?? 'Hello'}</p>", 'Hello'],
    ['in an attribute by an expression', "<p note={a === 'b c' ? 'Hello' : null}></p>", 'Hello'],
    ['in a template', '<p>{`${a} says hello`}</p>', ' says hello'],
    ['as a property', "<script>hearKeys(() => [{ does: 'Hello' }]);</script>", 'Hello'],
    ['in several words anywhere', "<script>const a = 'Hello there';</script>", 'Hello there'],
    ['as an argument', "<script>numbers(root, 'Hello there', 'ol button');</script>", 'Hello there'],
    ['in a template of a script', '<script>const a = `Hello there, ${b}`;</script>', 'Hello there, '],
  ])('a text is found %s', (_, source, text) => expect(textsOf(source)).toEqual([text]));

  it.each([
    "<script>import a from 'b c';\nroot.querySelector('ol button');</script>",
    "<p class={a === 'b' ? 'on' : 'off'}>{#if a === 'some thing'}{b['name']}{/if}</p>",
    "<script>const still = new MediaQuery('min-width: 700px');</script>",
    '<script lang="ts">type Way = \'by mouse\';</script>',
  ])('no text: %s', (source) => expect(textsOf(source)).toEqual([]));
});
