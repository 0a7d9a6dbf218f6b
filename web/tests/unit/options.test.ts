import { describe, expect, it } from 'vitest';
import { inWords, numberIn, same, writeNumber } from '../../src/pages/room/options';
import { lastEnd, perSeat } from '../../src/pages/room/numbers';
import { fits } from '../../src/pages/room/proof';
import { opponents } from '../../src/pages/home/presets';
import { readPreferences, DEFAULTS } from '$lib/settings.svelte';
import type { Entry, Game, NumberRange, OptionDescription, OptionKind } from '$lib/wire';

const option = (kind: OptionKind): OptionDescription => ({
  key: 'k',
  label: 'L',
  about: '',
  kind,
  audience: 'players',
});

describe('options', () => {
  it('compares JSON', () => {
    expect(same({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(true);
    expect(same({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(same([1], { 0: 1 })).toBe(false);
    expect(same(null, {})).toBe(false);
  });
  it('reads and writes numbers where they are', () => {
    const hold: NumberRange = { min: 1, field: 'max_ms', off: { value: 'off', label: 'Never' }, unit: 'milliseconds' };
    expect(numberIn(hold, { max_ms: 8000 })).toBe(8000);
    expect(numberIn(hold, 'off')).toBeNull();
    expect(writeNumber(hold, 5000)).toEqual({ max_ms: 5000 });
    expect(inWords(option({ range: hold }), 'off')).toBe('Never');
    expect(inWords(option({ range: hold }), { max_ms: 8000 })).toBe('8 seconds');
  });
  it('puts values into words', () => {
    expect(inWords(option('switch'), true)).toBe('yes');
    expect(inWords(option({ one_of: [{ value: { seat: 0 }, label: 'Seat 1' }] }), { seat: 0 })).toBe('Seat 1');
    expect(inWords(option({ interval: { min: 0 } }), [-20, -10])).toBe('-20 … -10');
  });
});

describe('the end of a match', () => {
  it('finds numbers and hands by their shape', () => {
    const results = { hands: [['7H'], []], stats: { winner: 1, losers: [0], stats: [{ spins: 1 }, { spins: 2 }] } };
    expect(perSeat(results, 2)).toEqual({ counts: [{ spins: 1 }, { spins: 2 }], hands: [['7H'], []] });
    expect(perSeat(undefined, 2)).toEqual({ counts: [], hands: [] });
  });
  it('finds the last end', () => {
    const outcome = { reason: 'x', winners: [0], scores: [1, 0] };
    const entry = (event: unknown) => ({ number: 1, at: 0, event }) as Entry;
    expect(lastEnd([entry({ room: { game_over: { outcome } } }), entry({ game: 'x' })])?.outcome).toEqual(outcome);
    expect(lastEnd([entry({ room: 'x' })])).toBeNull();
  });
  it('checks the promise of the deal', async () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(await fits('', empty)).toBe(true);
    expect(await fits('00', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')).toBe(true);
    expect(await fits('01', empty)).toBe(false);
  });
});

describe('play now', () => {
  const game = (more: Partial<Game>): Game => ({
    id: 'x',
    name: 'X',
    version: 1,
    seats: [2, 4],
    house: false,
    table_preset: null,
    presets: [],
    options: [],
    primer: [],
    ...more,
  });
  it('seats as many bots as the game needs', () => {
    expect(opponents(game({}), ['random', 'medium'])).toEqual(['medium']);
    expect(opponents(game({ id: 'may-i', seats: [3, 8] }), ['easy'])).toEqual(['easy', 'easy']);
    expect(opponents(game({ id: 'data-war', seats: [2, 2], house: true }), ['easy'])).toEqual(['house']);
    expect(opponents(game({ seats: [5, 6] }), [])).toHaveLength(4);
  });
});

describe('preferences', () => {
  it('keeps what is usable', () => {
    expect(readPreferences(null)).toEqual(DEFAULTS);
    expect(readPreferences('nonsense')).toEqual(DEFAULTS);
    expect(readPreferences('{"theme":"day","volume":900,"motion":"warp"}')).toEqual({ ...DEFAULTS, theme: 'day' });
  });
});
