import { describe, expect, it, vi } from 'vitest';
import { PAGE, ReplayTable } from './replay-table.svelte';
import type { Frame, ReplaySource } from './source';

const TOTAL = 100;
const frame = (number: number, seat: number | null, inWords = false): Frame => ({
  ...(inWords ? { board: { sections: [{ title: `step ${number}`, lines: [] }] } } : {}),
  number,
  now: number * 1000,
  cause: number === 0 ? 'deal' : 'time',
  events: [{ turned: number }, { counted: number }],
  told: [{ text: [`step ${number} for ${seat ?? 'all'}`] }, {}],
  view: { number, seat },
  states: ['ready'],
  room: ['flow.playing'],
  trace: [`${number * 1000} game: enter ready`],
  outcome: null,
});

function make() {
  const source = vi.fn<ReplaySource>((from, count, seat, inWords) =>
    Promise.resolve({
      game: 'data-war',
      names: ['Ada', 'Bo'],
      options: { launch_stacks_to_win: 3 },
      total: TOTAL,
      from,
      frames: Array.from({ length: Math.min(count, TOTAL - from) }, (_, at) => frame(from + at, seat, inWords)),
      outcome: null,
      deal: null,
    }),
  );
  let now = 0;
  let due: { at: number; work: () => void } | null = null;
  const clock = {
    now: () => now,
    after: (ms: number, work: () => void) => {
      const mine = { at: now + ms, work };
      due = mine;
      return () => {
        if (due === mine) due = null;
      };
    },
  };
  async function pass(ms: number) {
    const end = now + ms;
    while (due && due.at <= end) {
      const { at, work } = due;
      now = at;
      due = null;
      work();
      await Promise.resolve();
      await Promise.resolve();
    }
    now = end;
  }
  return { source, table: new ReplayTable(source, { clock }), pass };
}

describe('a replay', () => {
  it('shows a frame with its view, players and log', async () => {
    const { table } = make();
    await table.go(3);
    expect(table.view).toEqual({ number: 3, seat: null });
    expect(table.players.map((it) => it.name)).toEqual(['Ada', 'Bo']);
    expect(table.options).toEqual({ launch_stacks_to_win: 3 });
    expect(table.entries).toHaveLength(8);
    expect(table.entries.at(-2)?.text).toEqual(['step 3 for all']);
    expect(table.entries.map((it) => it.number)).toEqual(
      table.entries.map((it) => it.number).toSorted((a, b) => a - b),
    );
    expect(table.readonly).toBe(true);
    expect(await table.choose()).toBe(false);
  });

  it('keeps to the frames there are', async () => {
    const { table } = make();
    await table.go(0);
    await table.go(5000);
    expect(table.at).toBe(TOTAL - 1);
    await table.step(1);
    expect(table.at).toBe(TOTAL - 1);
    await table.go(-4);
    expect(table.at).toBe(0);
  });

  it('asks for a page once, and for the neighbours before they are needed', async () => {
    const { table, source } = make();
    await table.go(0);
    await table.go(5);
    expect(source).toHaveBeenCalledTimes(1);
    await table.go(PAGE - 1);
    expect(source).toHaveBeenCalledTimes(2);
    expect(source).toHaveBeenLastCalledWith(PAGE, PAGE, null, false);
    await table.go(PAGE);
    expect(source).toHaveBeenCalledTimes(2);
  });

  it('has other frames for other eyes', async () => {
    const { table, source } = make();
    await table.go(7);
    await table.look(1);
    expect(table.view).toEqual({ number: 7, seat: 1 });
    expect(table.seat).toBe(1);
    expect(source).toHaveBeenLastCalledWith(0, PAGE, 1, false);
    expect(table.entries.at(-2)?.text).toEqual(['step 7 for 1']);
  });

  it('is told in words where there is no board, for all eyes', async () => {
    const { table, source } = make();
    await table.go(7);
    expect(table.board).toBeNull();
    await table.tellInWords();
    expect(table.board?.sections[0]?.title).toBe('step 7');
    expect(source).toHaveBeenLastCalledWith(0, PAGE, null, true);
    await table.look(1);
    expect(source).toHaveBeenLastCalledWith(0, PAGE, 1, true);
    expect(table.board?.sections).toHaveLength(1);
    await table.tellInWords();
    expect(source).toHaveBeenCalledTimes(3);
  });

  it('plays, at a speed, until the end', async () => {
    const { table, pass } = make();
    await table.go(90);
    table.play();
    await pass(1000);
    expect(table.at).toBe(91);
    table.setSpeed(4);
    await pass(1000);
    expect(table.at).toBe(95);
    await pass(100_000);
    expect(table.at).toBe(TOTAL - 1);
    expect(table.playing).toBe(false);
  });

  it('tells the time of the match', async () => {
    const { table, pass } = make();
    await table.go(2);
    await pass(500);
    expect(table.now()).toBe(2000);
    table.play();
    await pass(400);
    expect(table.now()).toBe(2400);
  });

  it('shows only the last place of a slider that is dragged', async () => {
    const { table } = make();
    const first = table.go(45);
    const second = table.go(10);
    await Promise.all([first, second]);
    expect(table.frame?.number).toBe(10);
  });

  it('keeps what went wrong, and tries again', async () => {
    const { table, source } = make();
    source.mockRejectedValueOnce(new Error('gone'));
    await table.go(0);
    expect(table.problem).toBeInstanceOf(Error);
    await table.go(0);
    expect(table.problem).toBeNull();
    expect(table.frame?.number).toBe(0);
  });
});
