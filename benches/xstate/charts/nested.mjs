import { createActor, createMachine } from 'xstate';

/** Chart (b): `off` and `on { idle, work { a, b } }`. */
export function nested() {
  const engine = { sum: 0, starts: 0 };
  const add = (points) => () => { engine.sum += points; };
  const start = (points) => () => {
    engine.starts += 1;
    engine.sum += points;
  };

  const machine = createMachine(
    {
      id: 'nested',
      initial: 'off',
      states: {
        off: { on: { POWER: { target: 'on', actions: 'power' } } },
        on: {
          initial: 'idle',
          entry: 'enterOn',
          exit: 'exitOn',
          on: { POWER: { target: 'off', actions: 'power' } },
          states: {
            idle: {
              entry: 'enterIdle',
              exit: 'exitIdle',
              on: {
                START: [
                  { target: 'work.a', guard: 'isWarm', actions: 'warmStart' },
                  { target: 'work.b', actions: 'coldStart' },
                ],
              },
            },
            work: {
              initial: 'a',
              entry: 'enterWork',
              exit: 'exitWork',
              on: { STOP: { target: 'idle', actions: 'stop' } },
              states: {
                a: { entry: 'enterA', exit: 'exitA', on: { NEXT: { target: 'b', actions: 'move' } } },
                b: { entry: 'enterB', exit: 'exitB', on: { NEXT: { target: 'a', actions: 'move' } } },
              },
            },
          },
        },
      },
    },
    {
      guards: { isWarm: () => engine.starts % 2 === 1 },
      actions: {
        power: add(2),
        warmStart: start(3),
        coldStart: start(5),
        move: add(7),
        stop: add(11),
        enterOn: add(13),
        exitOn: add(17),
        enterIdle: add(19),
        exitIdle: add(23),
        enterWork: add(29),
        exitWork: add(31),
        enterA: add(37),
        exitA: add(41),
        enterB: add(43),
        exitB: add(47),
      },
    },
  );
  const actor = createActor(machine).start();
  const script = ['POWER', 'START', 'NEXT', 'STOP', 'START', 'NEXT', 'NEXT', 'POWER']
    .map((type) => ({ type }));

  return {
    transitions: script.length,
    pass() {
      for (const event of script) actor.send(event);
    },
    checksum: () => engine.sum,
  };
}
