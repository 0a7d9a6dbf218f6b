/** Machines as the server sends them (XState v5 definitions), and which of their states are active. */
import type { MachineStates } from '$lib/wire';

export interface TransitionConfig {
  target?: string | string[];
  guard?: unknown;
  actions?: { type: string }[];
  description?: string;
}
type Transitions = string | TransitionConfig | (string | TransitionConfig)[];

export interface StateConfig {
  id?: string;
  type?: string;
  description?: string;
  initial?: string | string[] | { target: string | string[] };
  states?: Record<string, StateConfig>;
  on?: Record<string, Transitions>;
  after?: Record<string, Transitions>;
  always?: Transitions;
  onDone?: Transitions;
  entry?: { type: string }[];
  exit?: { type: string }[];
  invoke?: { id: string; src: string; onDone?: Transitions }[];
}

export interface MachineCard {
  name: string;
  /** What it belongs to: `match`, or `room` for the machines that every game shares. */
  owner: string;
  chart: StateConfig;
}

export interface TransitionView {
  label: string;
  /** Paths within the machine. */
  targets: string[];
  guard: string;
  actions: string[];
}

/** `#chart.a.b` as `a.b`. */
const pathOf = (target: string): string => (target.startsWith('#') ? target.split('.').slice(1).join('.') : target);

/** A guard in readable form: `isDataWar and not hasWon`. */
export function guardWord(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard !== 'object' || guard === null) return '';
  const { type, params } = guard as { type?: string; params?: { guards?: unknown[]; state?: string } };
  const all = (params?.guards ?? []).map(guardWord);
  if (type === 'and') return all.join(' and ');
  if (type === 'or') return all.length > 1 ? `(${all.join(' or ')})` : (all[0] ?? '');
  if (type === 'not') return `not ${all[0] ?? ''}`;
  if (type === 'stateIn') return `in ${pathOf(params?.state ?? '')}`;
  return type ?? '';
}

/** The transitions of a state, in the order in which they are tried. */
export function transitionsOf(config: StateConfig): TransitionView[] {
  const all: TransitionView[] = [];
  const read = (label: string, value: Transitions | undefined) => {
    for (const it of value === undefined ? [] : [value].flat()) {
      const one: TransitionConfig = typeof it === 'string' ? { target: it } : it;
      all.push({
        label,
        targets: (one.target === undefined ? [] : [one.target].flat()).map(pathOf),
        guard: guardWord(one.guard),
        actions: (one.actions ?? []).map((action) => action.type),
      });
    }
  };
  for (const [name, value] of Object.entries(config.on ?? {})) read(name, value);
  for (const [delay, value] of Object.entries(config.after ?? {}))
    read(`after ${/^\d+$/.test(delay) ? `${delay} ms` : delay}`, value);
  read('', config.always);
  read('done', config.onDone);
  for (const invoke of config.invoke ?? []) read(`${invoke.id} done`, invoke.onDone);
  return all;
}

export function stateAt(machine: StateConfig, path: string): StateConfig | undefined {
  let state: StateConfig | undefined = machine;
  for (const part of path.split('.').filter(Boolean)) state = state?.states?.[part];
  return state;
}

/** Adds a state and all its ancestors. */
function light(set: Set<string>, path: string): void {
  const parts = path.split('.').filter(Boolean);
  for (let upTo = 1; upTo <= parts.length; upTo += 1) set.add(parts.slice(0, upTo).join('.'));
}

/** The active states by machine in a running match: those the viewer may know, and their ancestors. */
export function toldStates(told: readonly MachineStates[], machines: readonly MachineCard[]): Map<string, Set<string>> {
  const active = new Map<string, Set<string>>();
  for (const { machine, states } of told) {
    const name = machines.find((it) => it.name === machine || it.chart.id === machine)?.name ?? machine;
    const set = active.get(name) ?? new Set<string>();
    for (const state of states) light(set, state);
    if (set.size > 0) active.set(name, set);
  }
  return active;
}

/** The active states by machine after a step of a finished match, both of the game's machines and of the room's. */
export function frameStates(
  frame: { states: readonly string[]; room: readonly string[] } | null,
  machines: readonly MachineCard[],
): Map<string, Set<string>> {
  const around = machines.filter((it) => it.owner === 'room');
  return new Map([...activeStates(frame?.states ?? [], machines), ...activeStates(frame?.room ?? [], around)]);
}

/**
 * The active states by machine. A leaf is written as `a.b`, or as `a.b/child/c.d` for a machine invoked in `a.b`; all
 * ancestors of an active state are active, too.
 */
export function activeStates(leaves: readonly string[], machines: readonly MachineCard[]): Map<string, Set<string>> {
  const active = new Map<string, Set<string>>();
  for (const leaf of leaves) {
    let machine = machines[0];
    const [outer, ...rest] = leaf.split('/');
    let path = outer ?? '';
    for (;;) {
      if (!machine) break;
      const set = active.get(machine.name) ?? new Set<string>();
      active.set(machine.name, set);
      light(set, path);
      const child = rest.shift();
      if (child === undefined) break;
      const src = stateAt(machine.chart, path)?.invoke?.find((it) => it.id === child)?.src ?? child;
      machine = machines.find((it) => it.chart.id === src || it.name === src);
      path = rest.shift() ?? '';
    }
  }
  return active;
}

export interface TraceLine {
  at: number;
  chart: string;
  text: string;
  /** The kind of moment: a trigger or timer, a state, a guard, an action. */
  kind: 'cause' | 'state' | 'guard' | 'action' | 'other';
}

/** Parses `1200 dataWarGame: enter ready`. */
export function readTrace(line: string): TraceLine {
  const [, at, chart, text] = /^(\d+) ([^:]*): (.*)$/.exec(line) ?? [];
  const words = text ?? line;
  const kind = /^(trigger|timer of (?!.* due at)|done|refused)/.test(words)
    ? 'cause'
    : /^(enter|exit)/.test(words)
      ? 'state'
      : words.startsWith('guard')
        ? 'guard'
        : words.startsWith('action')
          ? 'action'
          : 'other';
  return { at: Number(at ?? 0), chart: chart ?? '', text: words, kind };
}
