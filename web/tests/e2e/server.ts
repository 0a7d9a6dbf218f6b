/** Starts the real server and reads its address from its output. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveDist } from './dist';

export interface Running {
  base: string;
  /** Stops the server as a restart would. */
  halt(): Promise<void>;
  /** Starts it again with the same address and data. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const CROUPIER = process.env['CROUPIER_BIN'];
export const TIME_SCALE = Number(process.env['CROUPIER_TIME_SCALE'] ?? 20);

export interface Pace {
  /** How many times faster than real time the server's time runs. */
  scale?: number;
  /** The seed for dealing rooms; without it every run has different cards. */
  seed?: number;
  /** Another program that serves, such as one with its own game. */
  program?: string;
}

function start(
  addr: string,
  data: string,
  { scale = TIME_SCALE, seed, program = CROUPIER }: Pace,
): Promise<{ child: ChildProcess; base: string }> {
  if (!program) throw new Error('CROUPIER_BIN must name the program `croupier`; `cargo xtask test` sets it');
  const seeded = seed === undefined ? [] : ['--seed', String(seed)];
  const child = spawn(
    program,
    [
      ...['serve', '--addr', addr, '--data', data, '--time-scale', String(scale), '--allow-bench'],
      // Bots of abandoned tables keep thinking; the browser needs the other core.
      ...['--bot-threads', '1'],
      ...seeded,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return new Promise((told, failed) => {
    let said = '';
    const listen = (part: Buffer) => {
      said += part.toString();
      const found = /http:\/\/[\d.:[\]]+\d/.exec(said);
      if (found) told({ child, base: found[0] });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', failed);
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.on('exit', () => done());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5000).unref();
  });

export async function serve(pace: Pace = {}): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), 'croupier-e2e-'));
  let { child, base } = await start('127.0.0.1:0', data, pace);
  const page = await fetch(base).then((it) => it.text());
  // While working on the client, the program need not be rebuilt for every change.
  const fromDisk = process.env['CROUPIER_DIST'] !== undefined || !page.includes('id="app"');
  const dist = fromDisk ? await serveDist(() => base) : null;
  return {
    get base() {
      return dist?.base ?? base;
    },
    async halt() {
      await end(child);
    },
    async resume() {
      ({ child, base } = await start(new URL(base).host, data, pace));
    },
    async stop() {
      dist?.close();
      await end(child);
      rmSync(data, { recursive: true, force: true });
    },
  };
}
