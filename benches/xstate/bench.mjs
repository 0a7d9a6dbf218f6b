// Times XState's `actor.send` on the four charts and prints one JSON object.
//
//   node bench.mjs [--quick] [toggle=8 nested=692 …]
//
// A `chart=checksum` argument is what one pass must add up to; a difference ends the run before
// anything is timed, because contestants that do different work cannot be compared.

import { readFileSync } from 'node:fs';
import { dataWar } from './charts/data-war.mjs';
import { nested } from './charts/nested.mjs';
import { regions } from './charts/regions.mjs';
import { toggle } from './charts/toggle.mjs';

const CHARTS = { toggle, nested, regions, data_war: dataWar };

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const expected = new Map(args.filter((arg) => arg.includes('=')).map((arg) => arg.split('=')));
const samples = quick ? 5 : 15;
const sampleMs = quick ? 40 : 200;
// The first moments belong to the just-in-time compiler, in a quick run too.
const WARM_UP_MS = 400;

/** CPU time of this process so far, in nanoseconds. */
function cpuNanoseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1_000;
}

/** What the second pass adds; the first one may include how the machine started. */
function checksumOfAPass(chart) {
  chart.pass();
  const before = chart.checksum();
  chart.pass();
  return chart.checksum() - before;
}

function check(name, build) {
  const actual = checksumOfAPass(build());
  const wanted = Number(expected.get(name) ?? actual);
  if (actual !== wanted) {
    process.stderr.write(`${name}: one pass adds up to ${actual}, not ${wanted}\n`);
    process.exit(1);
  }
  return actual;
}

function runFor(chart, ms) {
  const start = cpuNanoseconds();
  let passes = 0;
  let spent = 0;
  while (spent < ms * 1_000_000) {
    for (let i = 0; i < 50; i += 1) chart.pass();
    passes += 50;
    spent = cpuNanoseconds() - start;
  }
  return spent / (passes * chart.transitions);
}

function measure(build) {
  const chart = build();
  runFor(chart, WARM_UP_MS);
  return Array.from({ length: samples }, () => runFor(chart, sampleMs));
}

const checksums = Object.fromEntries(
  Object.entries(CHARTS).map(([name, build]) => [name, check(name, build)]),
);
const charts = Object.fromEntries(
  Object.entries(CHARTS).map(([name, build]) => [
    name,
    { checksum: checksums[name], nanoseconds: measure(build) },
  ]),
);
const manifest = new URL('./node_modules/xstate/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
process.stdout.write(`${JSON.stringify({ node: process.versions.node, xstate: version, charts })}\n`);
