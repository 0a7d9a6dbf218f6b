/**
 * A form that is being filled in: which piece is in which group, and where. The limits come from the server with the
 * form; whether the groups are valid is asked of the server.
 */
import type { Filled, Form } from '$lib/wire';

export class FormPlan {
  readonly form: Form;
  #groups = $state<number[][]>([]);
  #active = $state(0);

  constructor(form: Form) {
    this.form = form;
    this.clear();
  }

  get groups(): readonly (readonly number[])[] {
    return this.#groups;
  }
  /** The group that a tap adds a piece to. */
  get active(): number {
    return this.#active;
  }
  set active(group: number) {
    this.#active = group;
  }
  /** Pieces in no group, in the order of the form. */
  get loose(): number[] {
    const used = new Set(this.#groups.flat());
    return this.form.pieces.map((_, at) => at).filter((at) => !used.has(at));
  }
  get complete(): boolean {
    return this.form.groups.every((group, at) => {
      const size = this.#groups[at]?.length ?? 0;
      return size >= group.min && size <= group.max;
    });
  }

  groupOf(piece: number): number {
    return this.#groups.findIndex((it) => it.includes(piece));
  }
  isFull(group: number): boolean {
    return (this.#groups[group]?.length ?? 0) >= (this.form.groups[group]?.max ?? 0);
  }
  fits(piece: number, group: number): boolean {
    return this.form.groups[group]?.pieces.includes(piece) ?? false;
  }

  /** An order starts with all its pieces; other forms start empty. */
  clear(): void {
    const whole = this.form.kind === 'order';
    this.#groups = this.form.groups.map((group) => (whole ? [...group.pieces] : []));
    this.#active = 0;
  }

  /** Removes a piece from its group, or adds it to the active group or the next one with room. */
  toggle(piece: number): void {
    if (this.groupOf(piece) >= 0) return this.take(piece);
    const count = this.form.groups.length;
    for (let step = 0; step < count; step++) {
      const group = (this.#active + step) % count;
      if (!this.fits(piece, group) || this.isFull(group)) continue;
      this.put(piece, group);
      return;
    }
  }

  take(piece: number): void {
    const group = this.groupOf(piece);
    if (group < 0 || this.form.kind === 'order') return;
    this.#groups[group] = this.#groups[group]!.filter((it) => it !== piece);
    this.#active = group;
  }

  /** Moves a piece to a position in a group, from wherever it is. Returns whether that was possible. */
  put(piece: number, group: number, at = Infinity): boolean {
    const from = this.groupOf(piece);
    if (!this.fits(piece, group) || (from !== group && this.isFull(group))) return false;
    if (from >= 0) this.#groups[from] = this.#groups[from]!.filter((it) => it !== piece);
    const next = [...(this.#groups[group] ?? [])];
    next.splice(Math.min(at, next.length), 0, piece);
    this.#groups[group] = next;
    this.#active = group;
    return true;
  }

  /** Moves a piece within its group. */
  shift(piece: number, by: number): void {
    const group = this.groupOf(piece);
    if (group < 0) return;
    const at = this.#groups[group]!.indexOf(piece);
    const to = Math.max(0, Math.min(this.#groups[group]!.length - 1, at + by));
    this.put(piece, group, to);
  }

  suggest(which: number): void {
    const groups = this.form.suggestions?.[which]?.groups;
    if (groups) this.#groups = groups.map((it) => [...it]);
  }

  filled(form: number): Filled {
    return { form, groups: this.#groups.map((it) => [...it]) };
  }
}
