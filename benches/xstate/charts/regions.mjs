import { createActor, createMachine } from 'xstate';

/** Chart (c): three regions, an own event each, and one event that moves all of them. */
export function regions() {
  const tally = { sum: 0 };
  const add = (points) => () => { tally.sum += points; };
  const region = (own) => ({
    initial: 'left',
    states: {
      left: { entry: `${own}Left`, on: { [own]: 'right', MOVE_ALL: 'right' } },
      right: { entry: `${own}Right`, on: { [own]: 'left', MOVE_ALL: 'left' } },
    },
  });

  const machine = createMachine(
    {
      id: 'regions',
      type: 'parallel',
      states: { p: region('MOVE_P'), q: region('MOVE_Q'), r: region('MOVE_R') },
    },
    {
      actions: {
        MOVE_PLeft: add(3),
        MOVE_PRight: add(5),
        MOVE_QLeft: add(7),
        MOVE_QRight: add(11),
        MOVE_RLeft: add(13),
        MOVE_RRight: add(17),
      },
    },
  );
  const actor = createActor(machine).start();
  const script = ['MOVE_P', 'MOVE_Q', 'MOVE_R', 'MOVE_ALL'].map((type) => ({ type }));

  return {
    transitions: script.length,
    pass() {
      for (const event of script) actor.send(event);
    },
    checksum: () => tally.sum,
  };
}
