/**
 * Lays out a statechart: every compound state is a separate graph, laid out by dagre, and becomes one box in its
 * parent. Dagre's own clusters do not support edges to a cluster; nested boxes do, and they keep their positions while
 * the chart runs.
 */
import { Graph, layout } from '@dagrejs/dagre';
import { transitionsOf, type StateConfig } from './machine';

export interface Point {
  x: number;
  y: number;
}
export interface Edge {
  from: string;
  to: string;
  /** The causes; those of several transitions are joined. */
  label: string;
  points: Point[];
  /** Where the label goes. */
  middle: Point;
}
export interface Box {
  /** Within its machine: `pre_reveal.processing`; empty for the machine itself. */
  path: string;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  children: Box[];
  edges: Edge[];
  kind: string;
  initial: boolean;
  /** The machines invoked by it. */
  invokes: string[];
}

const HEAD = 28;
const PAD = 16;
const LEAF = 36;
const textWidth = (text: string) => text.length * 7.4 + 28;
export const labelWidth = (text: string) => text.length * 6.7;

interface Wire {
  from: string[];
  label: string;
  to: string[];
}

/** Every transition as (source, label, target), all by full path. */
function wires(config: StateConfig, path: string[], out: Wire[]): void {
  for (const { label, targets } of transitionsOf(config))
    for (const to of targets) out.push({ from: path, label, to: to.split('.').filter(Boolean) });
  for (const [name, child] of Object.entries(config.states ?? {})) wires(child, [...path, name], out);
}

const first = (initial: StateConfig['initial']): string | undefined => {
  const target = typeof initial === 'object' && !Array.isArray(initial) ? initial.target : initial;
  return Array.isArray(target) ? target[0] : target;
};

export function lay(config: StateConfig): Box {
  const all: Wire[] = [];
  wires(config, [], all);
  return build(config, config.id ?? 'chart', [], all);
}

function build(config: StateConfig, name: string, path: string[], all: Wire[]): Box {
  const states = Object.entries(config.states ?? {});
  const kind = config.type ?? (states.length ? 'compound' : 'atomic');
  const invokes = (config.invoke ?? []).map((it) => it.src);
  const own = { path: path.join('.'), name, x: 0, y: 0, kind, initial: false, invokes };
  if (!states.length) {
    const wide = Math.max(textWidth(name), ...invokes.map((it) => textWidth(it) + 10));
    return { ...own, width: wide, height: LEAF + invokes.length * 18, children: [], edges: [] };
  }
  const children = states.map(([key, child]) => build(child, key, [...path, key], all));
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: path.length ? 'LR' : 'TB',
    nodesep: 22,
    ranksep: path.length ? 30 : 28,
    edgesep: 14,
    marginx: PAD,
    marginy: PAD,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const box of children) graph.setNode(box.name, { width: box.width, height: box.height });

  const depth = path.length;
  const inside = (it: string[]) => it.length > depth && path.every((part, at) => it[at] === part);
  const seen = new Map<string, { from: string; to: string; labels: string[] }>();
  for (const { from, label, to } of all) {
    // A transition belongs to the innermost state that contains both ends.
    if (!inside(from) || !inside(to)) continue;
    const [source, target] = [from[depth] ?? '', to[depth] ?? ''];
    if (source === target) continue;
    const key = JSON.stringify([source, target]);
    const known = seen.get(key) ?? { from: source, to: target, labels: [] };
    if (label && !known.labels.includes(label)) known.labels.push(label);
    seen.set(key, known);
  }
  for (const [key, { from, to, labels }] of seen) {
    const label = labels.length > 1 ? `${labels[0]} +${labels.length - 1}` : (labels[0] ?? '');
    graph.setEdge(from, to, { label, width: labelWidth(label), height: 17, labelpos: 'c' }, key);
  }
  layout(graph);

  const start = first(config.initial);
  for (const box of children) {
    const at = graph.node(box.name);
    box.x = at.x - box.width / 2;
    box.y = at.y - box.height / 2 + HEAD;
    box.initial = start === box.name;
  }
  const edges = graph.edges().map((edge): Edge => {
    const it = graph.edge(edge) as { points: Point[]; label?: string; x?: number; y?: number };
    const points = it.points.map((point) => ({ x: point.x, y: point.y + HEAD }));
    const half = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 };
    const middle = it.x === undefined || it.y === undefined ? half : { x: it.x, y: it.y + HEAD };
    return { from: edge.v, to: edge.w, label: it.label ?? '', points, middle };
  });
  const size = graph.graph() as { width: number; height: number };
  return {
    ...own,
    width: Math.max(size.width, textWidth(name) + 20),
    height: size.height + HEAD,
    children,
    edges,
  };
}

/** The box of a path, with its absolute position. */
export function find(box: Box, path: string, x = 0, y = 0): (Point & { width: number; height: number }) | null {
  const [left, top] = [x + box.x, y + box.y];
  if (box.path === path) return { x: left, y: top, width: box.width, height: box.height };
  for (const child of box.children) {
    const found = find(child, path, left, top);
    if (found) return found;
  }
  return null;
}
