import { describe, expect, it } from 'vitest';
import { find, lay, type Box } from './chart-layout';
import {
  activeStates,
  frameStates,
  guardWord,
  readTrace,
  toldStates,
  transitionsOf,
  type MachineCard,
  type StateConfig,
} from './machine';

const TURN: StateConfig = {
  id: 'turn',
  initial: 'drawing',
  states: {
    drawing: { on: { DRAW: [{ target: '#turn.discarding' }] } },
    discarding: { after: { '500': [{ target: '#turn.done' }] } },
    done: { type: 'final' },
  },
};
const GAME: StateConfig = {
  id: 'game',
  initial: 'setup',
  on: { RESET: [{ target: '#game.setup' }] },
  states: {
    setup: {
      on: { START: [{ target: '#game.playing.turn', guard: { type: 'enough' }, actions: [{ type: 'deal' }] }] },
    },
    playing: {
      initial: 'turn',
      states: {
        turn: { invoke: [{ id: 'player', src: 'turn', onDone: [{ target: '#game.playing.scoring' }] }] },
        scoring: {
          always: [
            { target: '#game.over', guard: { type: 'not', params: { guards: [{ type: 'more' }] } } },
            { target: '#game.playing.turn' },
          ],
        },
      },
    },
    over: { type: 'final' },
  },
};
const MACHINES: MachineCard[] = [
  { name: 'game', owner: 'match', chart: GAME },
  { name: 'turn', owner: 'match', chart: TURN },
  {
    name: 'room.game',
    owner: 'room',
    chart: {
      id: 'game',
      states: { flow: { states: { playing: {}, gameOver: { invoke: [{ id: 'overMachine', src: 'gameOver' }] } } } },
    },
  },
  { name: 'gameOver', owner: 'room', chart: { id: 'gameOver', states: { showingResults: {} } } },
];

const boxes = (box: Box, x = 0, y = 0): { path: string; x: number; y: number; right: number; bottom: number }[] =>
  box.children.flatMap((child) => {
    const [left, top] = [x + child.x, y + child.y];
    return [
      { path: child.path, x: left, y: top, right: left + child.width, bottom: top + child.height },
      ...boxes(child, left, top),
    ];
  });

describe('the layout of a chart', () => {
  it('has a box for every state, inside its parent', () => {
    const root = lay(GAME);
    const all = boxes(root);
    expect(all.map((it) => it.path).toSorted()).toEqual([
      'over',
      'playing',
      'playing.scoring',
      'playing.turn',
      'setup',
    ]);
    for (const it of all) {
      const parent = it.path.includes('.') ? all.find((other) => other.path === it.path.split('.')[0]) : undefined;
      const [right, bottom] = [parent?.right ?? root.width, parent?.bottom ?? root.height];
      expect(it.x).toBeGreaterThanOrEqual(parent?.x ?? 0);
      expect(it.right).toBeLessThanOrEqual(right);
      expect(it.bottom).toBeLessThanOrEqual(bottom);
    }
  });

  it('lets no two neighbours overlap', () => {
    const walk = (box: Box): void => {
      for (const one of box.children)
        for (const two of box.children)
          if (one !== two) {
            const apart =
              one.x + one.width <= two.x ||
              two.x + two.width <= one.x ||
              one.y + one.height <= two.y ||
              two.y + two.height <= one.y;
            expect(apart, `${one.path} and ${two.path}`).toBe(true);
          }
      box.children.forEach(walk);
    };
    walk(lay(GAME));
  });

  it('draws a transition where both of its ends are', () => {
    const root = lay(GAME);
    expect(root.edges.map(({ from, to, label }) => [from, to, label])).toContainEqual(['setup', 'playing', 'START']);
    expect(root.edges.map(({ from, to }) => [from, to])).toContainEqual(['playing', 'over']);
    const playing = root.children.find((it) => it.name === 'playing');
    expect(playing?.edges.map(({ from, to }) => [from, to])).toContainEqual(['scoring', 'turn']);
    expect(root.children.find((it) => it.name === 'setup')?.initial).toBe(true);
  });

  it('finds where a state is', () => {
    const root = lay(GAME);
    const [playing, scoring] = [find(root, 'playing'), find(root, 'playing.scoring')];
    expect(scoring!.x).toBeGreaterThan(playing!.x);
    expect(find(root, 'nowhere')).toBeNull();
  });
});

describe('a machine', () => {
  it('lights what holds an active state, and the machine that runs inside it', () => {
    const active = activeStates(['playing.turn/player/drawing'], MACHINES);
    expect(active.get('game')).toEqual(new Set(['playing', 'playing.turn']));
    expect(active.get('turn')).toEqual(new Set(['drawing']));
  });

  it('lights only what a viewer of a running match was told', () => {
    const told = [
      { machine: 'game', states: ['playing.turn'] },
      { machine: 'turn', states: [] },
    ];
    const active = toldStates(told, MACHINES);
    expect(active.get('game')).toEqual(new Set(['playing', 'playing.turn']));
    // A machine whose states were not sent is dark, even if the state that invokes it is active.
    expect(active.has('turn')).toBe(false);
    expect(toldStates([], MACHINES).size).toBe(0);
  });

  it('lights the machines of the room too, after the end, even if a machine of the game has the same id', () => {
    const during = frameStates({ states: ['playing.scoring'], room: ['flow.playing'] }, MACHINES);
    expect(during.get('game')).toEqual(new Set(['playing', 'playing.scoring']));
    expect(during.get('room.game')).toEqual(new Set(['flow', 'flow.playing']));
    const over = frameStates({ states: ['over'], room: ['flow.gameOver/overMachine/showingResults'] }, MACHINES);
    expect(over.get('gameOver')).toEqual(new Set(['showingResults']));
    expect(toldStates([{ machine: 'room.game', states: ['flow.playing'] }], MACHINES).has('game')).toBe(false);
    expect(frameStates(null, MACHINES).size).toBe(0);
  });

  it('says what leads out of a state', () => {
    expect(transitionsOf(GAME.states!['setup']!)).toEqual([
      { label: 'START', targets: ['playing.turn'], guard: 'enough', actions: ['deal'] },
    ]);
    expect(transitionsOf(TURN.states!['discarding']!)[0]?.label).toBe('after 500 ms');
    expect(
      guardWord({
        type: 'and',
        params: { guards: [{ type: 'a' }, { type: 'not', params: { guards: [{ type: 'b' }] } }] },
      }),
    ).toBe('a and not b');
    expect(guardWord({ type: 'stateIn', params: { state: '#game.playing' } })).toBe('in playing');
  });

  it('reads what an observer wrote', () => {
    expect(readTrace('1200 dataWarGame: enter pre_reveal.processing')).toEqual({
      at: 1200,
      chart: 'dataWarGame',
      text: 'enter pre_reveal.processing',
      kind: 'state',
    });
    expect(readTrace('0 game: trigger START').kind).toBe('cause');
    expect(readTrace('0 game: timer of ready due at 500').kind).toBe('other');
    expect(readTrace('5 game: timer of ready').kind).toBe('cause');
  });
});
