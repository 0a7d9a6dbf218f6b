import { describe, expect, it } from 'vitest';
import { MOMENTS } from './fixtures';
import { fallingOf, grabResults, nameOf, news, pendingOf, rowOf } from './scene';
import type { Entry } from '$lib/table/table';

const entry = (number: number, name: string, text?: string): Entry => ({
  number,
  at: 0,
  event: { game: { [name]: { seat: 1 } } },
  text: text === undefined ? undefined : [text],
});

describe('what is drawn of a view', () => {
  it('a row is one owner’s part of the pile; only what still counts is lit', () => {
    const { view } = MOMENTS.war_face_up;
    const row = rowOf(view, 0);
    expect(row.map((it) => it.card)).toEqual(['firewall-open-01', null, null, null]);
    expect(row.map((it) => it.counts)).toEqual([false, false, false, false]);
    expect(rowOf(view, 1).map((it) => it.counts)).toEqual([false, true]);
  });

  it('cards that the settlement took are gone', () => {
    const view = structuredClone(MOMENTS.revealed.view);
    view.pile[0]!.gone = true;
    expect(rowOf(view, 0)).toHaveLength(1);
    expect(pendingOf(view).map((it) => it.effect)).toEqual(['tracker']);
  });

  it('the house is called by its character, others by their names', () => {
    const { view, players } = MOMENTS.ready;
    expect(nameOf(view, players, 1)).toBe('Bo');
    const house = structuredClone(view);
    house.sides[1].kind = 'house';
    expect(nameOf(house, players, 1)).toBe('Misty Orr');
  });

  it('falls begin after half a second and follow each other; taken slots are left out', () => {
    const falls = fallingOf(MOMENTS.grab_playing.view);
    expect(falls[0]).toMatchObject({ slot: 0, start: 500, fall: 2500 });
    expect(falls.map((it) => it.slot)).not.toContain(1);
    expect(falls[1]).toMatchObject({ slot: 2, start: 500 + 2 * 320 });
  });

  it('lists who got what of the last scramble', () => {
    const results = grabResults(MOMENTS.grab_results.entries);
    expect(results).toHaveLength(11);
    expect(results[0]).toEqual({ seat: 0, card: 'move-tantrum-01', missed: false });
  });
});

describe('news', () => {
  const turn = [
    entry(1, 'turn_started'),
    entry(2, 'card_revealed', 'Bo turns over a 4'),
    entry(3, 'turn_won', 'Bo wins the turn'),
    entry(4, 'stack_collected', 'Bo collects Robot Nanny'),
    entry(5, 'cards_collected', 'Bo collects 2 cards'),
    entry(6, 'turn_ended'),
    entry(7, 'turn_started'),
  ];

  it('within a turn is its last sentence', () => {
    expect(news(turn.slice(0, 2), false).map((it) => it.number)).toEqual([2]);
    expect(news(turn, false)).toEqual([]);
  });

  it('between turns is who won, and what became of stacks', () => {
    expect(news(turn, true).map((it) => it.number)).toEqual([3, 4]);
    expect(news([entry(0, 'turn_won', 'before'), ...turn], true).map((it) => it.number)).toEqual([3, 4]);
  });
});
