/** The order in which a player likes the own hand. It stays in the client, and follows the hand of the view. */
export class OwnOrder {
  /** Null follows the server's. */
  order = $state.raw<readonly string[] | null>(null);

  /** The hand in the player's order. Cards that are new come last, as they were drawn. */
  arranged(hand: readonly string[]): string[] {
    const own = (this.order ?? []).filter((code) => hand.includes(code));
    return [...own, ...hand.filter((code) => !own.includes(code))];
  }

  /** Moves a card of the hand before another one, or to the end. */
  move(hand: readonly string[], code: string, before: string | null): void {
    if (code === before) return;
    const rest = this.arranged(hand).filter((other) => other !== code);
    const at = before === null ? rest.length : rest.indexOf(before);
    rest.splice(at < 0 ? rest.length : at, 0, code);
    this.order = rest;
  }

  /** Moves a card one place to the left or right. */
  nudge(hand: readonly string[], code: string, by: -1 | 1): void {
    const list = this.arranged(hand);
    const to = list.indexOf(code) + by;
    if (to < 0 || to >= list.length) return;
    list.splice(to - by, 1);
    list.splice(to, 0, code);
    this.order = list;
  }
}
