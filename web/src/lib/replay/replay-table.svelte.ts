/**
 * A finished match as a table: every board can draw it, and nothing can be answered. Frames are fetched page by page as
 * needed; each viewpoint has its own frames, because a seat sees what others do not.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { Attempt, Choice, Entry, Player, Refusal, Table } from '$lib/table/table';
import type { Outcome, TextBoard } from '$lib/wire';
import { texts } from './words';
import type { Frame, ReplayPage, ReplaySource } from './source';

export const PAGE = 40;
/** How many log entries before the shown frame are kept. */
const MOST_ENTRIES = 400;
/** The numbers reserved for the events of a frame, so that entry numbers increase with the frames. */
const PER_FRAME = 1000;
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
/** Longer waits are shortened to this, because nobody wants to watch somebody think. */
const LONGEST_WAIT = 2200;
const SHORTEST_WAIT = 90;

interface Clock {
  now(): number;
  after(ms: number, work: () => void): () => void;
}
const CLOCK: Clock = {
  now: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

export class ReplayTable implements Table {
  readonly prompt = null;
  readonly offers = [];
  readonly waiting = [];
  readonly paused = false;
  readonly busy = false;
  readonly refusal = null;
  readonly readonly = true;
  readonly began = 0;

  readonly #source: ReplaySource;
  readonly #clock: Clock;
  readonly #frames = new SvelteMap<string, Frame>();
  readonly #asked = new Map<string, Promise<void>>();
  #about = $state.raw<Omit<ReplayPage, 'frames' | 'from'> | null>(null);
  #seat = $state<number | null>(null);
  #inWords = $state(false);
  /** The requested frame; it is shown as soon as it is loaded. */
  #goal = $state(0);
  #shown = $state.raw<Frame | null>(null);
  #playing = $state(false);
  #speed = $state<number>(1);
  #card = $state<string | null>(null);
  #problem = $state.raw<unknown>(null);
  #since = 0;
  #stop: (() => void) | null = null;

  constructor(source: ReplaySource, { clock = CLOCK }: { clock?: Clock } = {}) {
    this.#source = source;
    this.#clock = clock;
  }

  get game(): string {
    return this.#about?.game ?? '';
  }
  get total(): number {
    return this.#about?.total ?? 0;
  }
  get names(): readonly string[] {
    return this.#about?.names ?? [];
  }
  get outcome(): Outcome | null {
    return this.#about?.outcome ?? null;
  }
  get deal(): unknown {
    return this.#about?.deal ?? null;
  }
  get options(): Record<string, unknown> {
    return this.#about?.options ?? {};
  }
  get loaded(): boolean {
    return this.#about !== null;
  }
  /** Why frames could not be fetched. */
  get problem(): unknown {
    return this.#problem;
  }
  /** The number of the requested frame. */
  get at(): number {
    return this.#goal;
  }
  get frame(): Frame | null {
    return this.#shown;
  }
  get view(): unknown {
    return this.#shown?.view ?? null;
  }
  /** The view in words, after `tellInWords`. */
  get board(): TextBoard | null {
    return this.#shown?.board ?? null;
  }
  get seat(): number | null {
    return this.#seat;
  }
  get playing(): boolean {
    return this.#playing;
  }
  get speed(): number {
    return this.#speed;
  }
  get card(): string | null {
    return this.#card;
  }

  readonly #players = $derived(
    this.names.map((name, seat): Player => ({
      id: seat + 1,
      name,
      seat,
      bot: false,
      ready: true,
      vote: null,
      wins: 0,
      losses: 0,
      status: 'connected',
      away_until: null,
    })),
  );
  get players(): readonly Player[] {
    return this.#players;
  }

  /** The log up to the shown frame, as far back as frames are loaded. */
  readonly #entries = $derived.by((): readonly Entry[] => {
    const entries: Entry[] = [];
    const last = this.#shown?.number ?? -1;
    for (let number = last; number >= 0 && entries.length < MOST_ENTRIES; number -= 1) {
      const frame = this.#frames.get(this.#key(number));
      if (!frame) break;
      for (let at = frame.told.length - 1; at >= 0; at -= 1) {
        const told = frame.told[at];
        entries.push({
          number: number * PER_FRAME + at,
          at: frame.now,
          event: { game: frame.events[at] },
          text: told?.text,
          moves: told?.moves,
        });
      }
    }
    return entries.reverse();
  });
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The match's own time: it advances while the replay plays, but never past the next frame. */
  now(): number {
    const frame = this.#shown;
    if (!frame) return 0;
    if (!this.#playing) return frame.now;
    const next = this.#frames.get(this.#key(frame.number + 1));
    const run = (this.#clock.now() - this.#since) * this.#speed;
    return next ? Math.min(frame.now + run, next.now) : frame.now;
  }

  #key(number: number, seat = this.#seat): string {
    return `${this.#inWords ? 'words ' : ''}${seat ?? 'public'}:${number}`;
  }

  /** Shows a frame, fetching it first if necessary. */
  async go(number: number): Promise<void> {
    const most = this.#about === null ? number : Math.max(0, this.total - 1);
    const goal = Math.min(Math.max(0, Math.round(number)), most);
    this.#goal = goal;
    const seat = this.#seat;
    if (!this.#frames.has(this.#key(goal))) await this.#fetch(Math.floor(goal / PAGE) * PAGE, seat);
    // While the slider is dragged, only the last position matters.
    if (this.#goal !== goal || this.#seat !== seat) return;
    const frame = this.#frames.get(this.#key(goal));
    if (!frame) return;
    this.#shown = frame;
    this.#since = this.#clock.now();
    // Prefetches the next page, and the previous one for the log.
    const page = Math.floor(goal / PAGE) * PAGE;
    if (goal - page > PAGE / 2 && page + PAGE < this.total) void this.#fetch(page + PAGE, seat);
    if (page > 0) void this.#fetch(page - PAGE, seat);
    if (this.#playing) this.#wait();
  }

  async #fetch(from: number, seat: number | null): Promise<void> {
    const key = this.#key(from, seat);
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const work = this.#source(from, PAGE, seat, this.#inWords)
      .then(({ frames, ...about }) => {
        for (const frame of frames) this.#frames.set(this.#key(frame.number, seat), frame);
        this.#about = about;
        this.#problem = null;
      })
      .catch((why: unknown) => {
        this.#asked.delete(key);
        this.#problem = why;
        this.pause();
      });
    this.#asked.set(key, work);
    return work;
  }

  step(by: number): Promise<void> {
    this.pause();
    return this.go(this.#goal + by);
  }

  /** Switches to the viewpoint of a seat, or of a spectator. */
  look(seat: number | null): Promise<void> {
    if (seat === this.#seat) return Promise.resolve();
    this.#seat = seat;
    return this.go(this.#goal);
  }

  /** From now on, frames come with the view in words, for games without a board. */
  tellInWords(): Promise<void> {
    if (this.#inWords) return Promise.resolve();
    this.#inWords = true;
    return this.go(this.#goal);
  }

  play(): void {
    if (this.#playing) return;
    this.#playing = true;
    this.#since = this.#clock.now();
    // Playing from the end starts over.
    if (this.#goal >= this.total - 1) void this.go(0);
    else this.#wait();
  }
  pause(): void {
    this.#playing = false;
    this.#stop?.();
    this.#stop = null;
  }
  setSpeed(speed: number): void {
    this.#speed = speed;
    if (this.#playing) this.#wait();
  }

  #wait(): void {
    this.#stop?.();
    const frame = this.#shown;
    if (!frame || frame.number >= this.total - 1) return this.pause();
    const next = this.#frames.get(this.#key(frame.number + 1));
    const real = next ? next.now - frame.now : 0;
    const wait = Math.min(Math.max(real, SHORTEST_WAIT * 4), LONGEST_WAIT) / this.#speed;
    this.#stop = this.#clock.after(Math.max(wait, SHORTEST_WAIT), () => void this.go(frame.number + 1));
  }

  /** Call when the page is left. */
  close(): void {
    this.pause();
  }

  choose(): Promise<boolean> {
    return Promise.resolve(false);
  }
  fill(): Promise<boolean> {
    return Promise.resolve(false);
  }
  dryRun(_: Attempt): Promise<Choice | Refusal> {
    return Promise.resolve({ code: 'replay', sentence: texts.over });
  }
  showCard(code: string | null): void {
    this.#card = code;
  }
}
