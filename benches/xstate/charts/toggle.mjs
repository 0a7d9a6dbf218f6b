import { createActor, createMachine } from 'xstate';

/** Chart (a): two states, one action per toggle. */
export function toggle() {
  const tally = { sum: 0 };
  const machine = createMachine(
    {
      id: 'toggle',
      initial: 'off',
      states: {
        off: { on: { TOGGLE: { target: 'on', actions: 'switchOn' } } },
        on: { on: { TOGGLE: { target: 'off', actions: 'switchOff' } } },
      },
    },
    {
      actions: {
        switchOn: () => { tally.sum += 3; },
        switchOff: () => { tally.sum += 5; },
      },
    },
  );
  const actor = createActor(machine).start();
  const TOGGLE = { type: 'TOGGLE' };

  return {
    transitions: 2,
    pass() {
      actor.send(TOGGLE);
      actor.send(TOGGLE);
    },
    checksum: () => tally.sum,
  };
}
