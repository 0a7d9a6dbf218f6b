import { describe, expect, it } from 'vitest';
import { begin, beginAt, takeBeginning } from '../../src/pages/home/begin';
import type { Command } from '../../src/lib/wire';

/** A table in the lobby with some open commands; being ready opens `start_game`. */
function lobby(open: string[]) {
  const said: { command: Command; chance: string | undefined }[] = [];
  return {
    said,
    command: (name: string) => (open.includes(name) ? ({ name, takes: 'nothing' } as never) : undefined),
    say: (command: Command, chance?: string) => {
      said.push({ command, chance });
      if (command === 'ready') open.push('start_game');
      return Promise.resolve(true);
    },
  };
}

describe('a match that begins with one click', () => {
  it('adds its chance over the socket, with ready, and then starts', async () => {
    const table = lobby(['ready']);
    await begin(table);
    expect(table.said.map((it) => it.command)).toEqual(['ready', 'start_game']);
    expect(table.said[0]?.chance).toMatch(/^[0-9a-f]{32}$/);
    expect(table.said[1]?.chance).toBeUndefined();
  });

  it('says nothing that is not open', async () => {
    const table = lobby([]);
    await begin(table);
    expect(table.said).toEqual([]);
  });

  it('begins at the table that was made for it, once', () => {
    beginAt('7K4J');
    expect(takeBeginning('8888')).toBe(false);
    expect(takeBeginning('7K4J')).toBe(false);
    beginAt('7K4J');
    expect(takeBeginning('7K4J')).toBe(true);
    expect(takeBeginning('7K4J')).toBe(false);
  });
});
