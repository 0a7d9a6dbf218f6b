// Replays charts in XState. Reads one JSON object per line: { config, script: { start, steps }, sorted }, and answers each
// with one line: a list of { leaves, log, ... }, first for the start, then for every step.
//
// Guards and delays are functions of a number, `bits`, that is set before every step: guard `gN` is bit N, delay `dN` is N
// plus the lowest three bits. Every action writes its own name into the log.

import { createInterface } from 'node:readline';
import { SimulatedClock, and, createActor, createMachine, not, or, stateIn } from 'xstate';

const TRIGGERS = ['A', 'B', 'C', 'D'];
const MAX_MICROSTEPS = 400;

let bits = 0;
let log = [];

/** Puts functions where the JSON has combined guards. */
function bindGuard(guard) {
  const { type, params } = guard;
  if (!params) {
    return guard;
  }
  const guards = () => params.guards.map(bindGuard);
  switch (type) {
    case 'and':
      return and(guards());
    case 'or':
      return or(guards());
    case 'not':
      return not(guards()[0]);
    case 'stateIn':
      return stateIn(params.state);
    default:
      throw new Error(`no such guard: ${type}`);
  }
}

/** Binds guards in place and collects the names of actions and guards. */
function bind(node, names) {
  if (Array.isArray(node)) {
    node.forEach((item) => bind(item, names));
    return;
  }
  if (node === null || typeof node !== 'object') {
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === 'guard') {
      node.guard = bindGuard(value);
    } else if (key === 'entry' || key === 'exit' || key === 'actions') {
      value.forEach((action) => names.add(action.type));
    } else {
      if (key === 'after') {
        Object.keys(value).forEach((delay) => names.add(delay));
      }
      bind(value, names);
    }
  }
}

function machineOf(config) {
  const names = new Set();
  bind(config, names);
  const actions = {};
  const delays = {};
  for (const name of names) {
    if (/^d\d+$/.test(name)) {
      delays[name] = () => Number(name.slice(1)) + (bits & 7);
    } else {
      actions[name] = () => log.push(name);
    }
  }
  const guards = {};
  for (let bit = 0; bit < 32; bit += 1) {
    guards[`g${bit}`] = () => ((bits >>> bit) & 1) === 1;
  }
  config.options = { maxIterations: MAX_MICROSTEPS };
  return createMachine(config, { actions, delays, guards });
}

function ancestors(node) {
  const line = [];
  for (let up = node.parent; up; up = up.parent) {
    line.push(up);
  }
  return line;
}

/** The state that stays active if a transition leads to these states. */
function domain(transition, targets) {
  const { source, reenter } = transition;
  const within = (node, outer) => ancestors(node).includes(outer);
  if (!reenter && targets.every((target) => target === source || within(target, source))) {
    return source;
  }
  const all = [...targets, source];
  return ancestors(all[0]).find((up) => all.every((node) => within(node, up)));
}

/** Where a target leads, given what history states remember. */
function resolve(target, past) {
  if (target.type !== 'history') {
    return [target];
  }
  if (past[target.id]) {
    return past[target.id];
  }
  const { parent } = target;
  if (target.config.target) {
    const written = [target.config.target].flat();
    return written.map((id) => target.machine.getStateNodeById(id));
  }
  return parent.type === 'parallel' ? [parent] : parent.initial.target;
}

/**
 * Whether it matters that XState looks at what a history state stands for, and not at where it stands: other states are
 * left, or the state that stays active is entered again.
 */
function dependsOnPast(transition, past) {
  const targets = transition.target ?? [];
  if (!targets.some((target) => target.type === 'history')) {
    return false;
  }
  const resolved = targets.flatMap((target) => resolve(target, past));
  const stays = domain(transition, resolved);
  return stays !== domain(transition, targets) || resolved.includes(stays);
}

/** The states that are active before anything happens. */
function startOf(node) {
  const inner = Object.values(node.states).filter(({ type }) => type !== 'history');
  const entered = node.type === 'compound' ? node.initial.target : inner;
  return [node, ...entered.flatMap(startOf)];
}

function isSame(one, other) {
  const nodes = new Set(one._nodes);
  const same = other._nodes.length === nodes.size && other._nodes.every((node) => nodes.has(node));
  const { historyValue: past } = one;
  const ids = new Set([...Object.keys(past), ...Object.keys(other.historyValue)]);
  return same && [...ids].every((id) => past[id] === other.historyValue[id]);
}

function replay({ config, script, sorted }) {
  const machine = machineOf(config);
  const clock = new SimulatedClock();
  // What the start enters before its first microstep is shown to nobody.
  let before = { _nodes: startOf(machine.root), historyValue: {} };
  let note = {};
  const inspect = (seen) => {
    if (seen.type !== '@xstate.microstep') {
      return;
    }
    const transitions = seen._transitions ?? [];
    if (transitions.some((transition) => dependsOnPast(transition, before.historyValue))) {
      note.past = true;
    }
    const eventless = transitions.length > 0 && transitions.every(({ eventType }) => eventType === '');
    if (eventless && isSame(before, seen.snapshot)) {
      // XState stops asking eventless transitions once one of them changes nothing.
      note.idle = true;
    }
    before = seen.snapshot;
    if (sorted && before.status === 'active') {
      // XState asks eventless transitions in the order in which the leaves were entered. In document order it asks like
      // everybody else.
      before._nodes.sort((one, other) => one.order - other.order);
    }
  };
  const beats = [];
  const record = (actor) => {
    const snapshot = actor.getSnapshot();
    const beat = { leaves: [], log };
    if (snapshot.status === 'error') {
      beat.error = String(snapshot.error?.message ?? snapshot.error);
    } else {
      const leaves = snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final');
      leaves.sort((one, other) => one.order - other.order);
      beat.leaves = leaves.map(({ path }) => path.join('.'));
    }
    beats.push({ ...beat, ...note });
    log = [];
    note = {};
  };
  log = [];
  bits = script.start;
  const actor = createActor(machine, { clock, inspect });
  actor.subscribe({ error: () => {} });
  actor.start();
  before = actor.getSnapshot();
  record(actor);
  for (const step of script.steps) {
    bits = step.bits;
    if ('send' in step) {
      actor.send({ type: TRIGGERS[step.send] });
    } else {
      clock.increment(step.wait);
    }
    record(actor);
  }
  actor.stop();
  return beats;
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(replay(JSON.parse(line)))}\n`);
}
