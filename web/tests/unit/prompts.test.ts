// @vitest-environment node
/** The list of all prompts is complete, and the guide shows it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ASKED, NEVER, type GameId } from '../prompts';

interface Schema {
  const?: string;
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  $ref?: string;
}
const { $defs } = JSON.parse(readFileSync('../docs/protocol.schema.json', 'utf8')) as { $defs: Record<string, Schema> };
const guide = readFileSync('../docs/web.md', 'utf8');

/** The names of the variants of a type. */
function variants(name: string): string[] {
  const type = $defs[name] ?? {};
  const all = type.oneOf ?? [];
  // A tagged value with optional tags is an object of them.
  if (all.length === 0) return Object.keys(type.properties ?? {});
  return all.flatMap((it) => it.const ?? Object.keys(it.properties ?? {}));
}
/** Actions whose data decides how they are asked. */
const NESTED: Record<string, string> = {
  'innovation.answer': 'innovation.Answer',
  'min-or-max.choose_card_effect': 'min-or-max.DeclaredEffect',
};

const GAMES = Object.keys(ASKED) as GameId[];

describe.each(GAMES)('the prompts of %s', (game) => {
  const kinds = variants(`${game}.Action`).flatMap((action) => {
    const inside = NESTED[`${game}.${action}`];
    return inside ? variants(inside).map((it) => `${action}.${it}`) : [action];
  });
  const asked = ASKED[game].filter((it) => !it.startsWith('form.'));

  it('name every action once, as asked or as never asked', () => {
    expect(kinds.length).toBeGreaterThan(0);
    expect([...asked, ...Object.keys(NEVER[game])].toSorted()).toEqual(kinds.toSorted());
  });

  it('stand in the guide', () => {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${game}\` |`)) ?? '';
    const named = [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map((it) => it[1]);
    expect(named).toEqual(ASKED[game]);
  });
});

it('every game has its prompts listed', () => {
  const games = Object.keys($defs).flatMap((it) => (it.endsWith('.Action') ? [it.slice(0, -'.Action'.length)] : []));
  expect(games.toSorted()).toEqual(GAMES.toSorted());
});
