/**
 * What the player does with their own hand before anything is sent: its order, the selected cards, and the melds being
 * prepared. All of it stays in the client, and is updated with the hand of the view.
 */
import { OwnOrder } from '$lib/table/own-order.svelte';

export class Plan extends OwnOrder {
  chosen = $state.raw<readonly string[]>([]);
  /** The cards of each meld being prepared. */
  groups = $state.raw<readonly (readonly string[])[]>([]);

  /** Whether a card is in a meld being prepared. */
  inGroup(code: string): boolean {
    return this.groups.some((group) => group.includes(code));
  }

  /** Applies a new view: drops cards that are gone, and adjusts the number of groups. */
  follow(hand: readonly string[], groups: number): void {
    const held = (list: readonly string[]) => list.filter((code) => hand.includes(code));
    const next = Array.from({ length: groups }, (_, at) => held(this.groups[at] ?? []));
    if (JSON.stringify(next) !== JSON.stringify(this.groups)) this.groups = next;
    const chosen = held(this.chosen);
    if (chosen.length !== this.chosen.length) this.chosen = chosen;
  }

  toggle(code: string, several: boolean): void {
    if (this.chosen.includes(code)) this.chosen = this.chosen.filter((other) => other !== code);
    else this.chosen = several ? [...this.chosen, code] : [code];
  }

  /** Puts cards into a group, at an index or at its end. */
  put(cards: readonly string[], group: number, at?: number): void {
    const without = this.groups.map((list) => list.filter((code) => !cards.includes(code)));
    const target = [...(without[group] ?? [])];
    target.splice(at ?? target.length, 0, ...cards);
    this.groups = without.map((list, index) => (index === group ? target : list));
    this.chosen = this.chosen.filter((code) => !cards.includes(code));
  }

  takeBack(code: string): void {
    this.groups = this.groups.map((list) => list.filter((other) => other !== code));
  }

  clear(): void {
    this.groups = this.groups.map(() => []);
  }

  fill(groups: readonly (readonly string[])[]): void {
    this.groups = groups.map((list) => [...list]);
    this.chosen = [];
  }

  /** Moves a card one position to the left or right within its own zone. */
  override nudge(hand: readonly string[], code: string, by: -1 | 1): void {
    const group = this.groups.findIndex((list) => list.includes(code));
    const list =
      group < 0 ? this.arranged(hand).filter((other) => !this.inGroup(other)) : [...(this.groups[group] ?? [])];
    const at = list.indexOf(code);
    const to = at + by;
    if (to < 0 || to >= list.length) return;
    list.splice(at, 1);
    list.splice(to, 0, code);
    if (group < 0) this.order = [...list, ...this.arranged(hand).filter((other) => this.inGroup(other))];
    else this.groups = this.groups.map((old, index) => (index === group ? list : old));
  }
}
