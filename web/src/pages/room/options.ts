/** Converts options, as the server describes them, from and to form fields. */
import { sentence, spaced } from '$lib/texts';
import { amount, laterTexts } from '$lib/texts-later';
import type { NumberRange, OptionDescription } from '$lib/wire';

/** Whether two JSON values are equal; the order of keys does not matter. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as Record<string, unknown>];
  return (
    left.length === Object.keys(right).length && left.every(([key, value]) => key in right && same(value, right[key]))
  );
}

/** The number in an option's value; null if it is off. */
export function numberIn(range: NumberRange, value: unknown): number | null {
  if (range.off && same(range.off.value, value)) return null;
  if (range.field && typeof value === 'object' && value !== null)
    return ((value as Record<string, unknown>)[range.field] as number | undefined) ?? null;
  return typeof value === 'number' ? value : null;
}

export const writeNumber = (range: NumberRange, number: number): unknown =>
  range.field ? { [range.field]: number } : number;

/** Durations are edited in seconds and sent in milliseconds. */
export const shownAs = (range: NumberRange): number => (range.unit === 'milliseconds' ? 1000 : 1);

/** The value of an option in words. */
export function inWords(option: OptionDescription, value: unknown): string {
  const { kind } = option;
  if (kind === 'switch') return value ? laterTexts.lobby.yes : laterTexts.lobby.no;
  if (typeof kind === 'object' && 'one_of' in kind)
    return kind.one_of.find((it) => same(it.value, value))?.label ?? JSON.stringify(value);
  if (typeof kind === 'object' && 'range' in kind) {
    const number = numberIn(kind.range, value);
    return number === null ? (kind.range.off?.label ?? laterTexts.lobby.no) : amount(number, kind.range.unit);
  }
  if (typeof kind === 'object' && 'interval' in kind && Array.isArray(value))
    return `${String(value[0])} … ${String(value[1])}`;
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}

export const presetTitle = (name: string): string => sentence(spaced(name));
