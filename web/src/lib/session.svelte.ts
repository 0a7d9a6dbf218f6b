/**
 * One room over one socket. It stores what the server has sent, numbers what is said, and repeats unanswered messages
 * after a reconnection. It is the `Table` that boards draw from, and implements no rules.
 */
import { SvelteSet } from 'svelte/reactivity';
import type {
  Answer,
  Attempt,
  Bye,
  Choice,
  Command,
  Deal,
  Entry,
  Filled,
  FromServer,
  MachineStates,
  OpenCommand,
  Player,
  Prompt,
  Push,
  Reacted,
  Refusal,
  RoomSettings,
  TableState,
  TextBoard,
  Waiting,
  Welcome,
} from './wire';
import { mergeEntries } from './entries';
import { sentence, texts } from './texts';
import type { Table } from './table/table';

/** A refusal as it is shown: the server leaves its first letter small, so that it can follow other words. */
const toPeople = (why: Refusal): Refusal => ({ ...why, sentence: sentence(why.sentence) });

/** What is sent again unchanged stays the same object: a board may have selected it, or filled it in halfway. */
function sameObjects<T>(known: readonly T[], sent: readonly T[]): T[] {
  const old = new Map(known.map((it) => [JSON.stringify(it), it]));
  return sent.map((it) => old.get(JSON.stringify(it)) ?? it);
}
function samePrompt(known: Prompt | null, sent: Prompt | null): Prompt | null {
  if (!known || known.id !== sent?.id) return sent;
  const forms = sent.forms && { forms: sameObjects(known.forms ?? [], sent.forms) };
  return { ...sent, choices: sameObjects(known.choices, sent.choices), ...forms };
}

/** The part of `WebSocket` that a session needs; tests provide their own. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}
export interface Surroundings {
  /**
   * Opens a socket to the house, or to one of its servers at an address. `follows` says that this page may be
   * redirected to one.
   */
  connect(at: string | null, follows: boolean): Socket;
  /** A monotonic clock in milliseconds. */
  clock(): number;
  after(ms: number, then: () => void): () => void;
  random(): number;
}

export type Connection = 'connecting' | 'open' | 'lost' | 'ended';
export interface ShownReaction extends Reacted {
  id: number;
}

interface Pending {
  /** Assigned when it is first sent. */
  n: number | null;
  kind: 'say' | 'ask';
  body: Record<string, unknown>;
  /** The prompt that it answers. It is not repeated once another prompt is asked. */
  prompt: number | null;
  /** Whether it is a move in the match, so that its refusal is shown at the table. */
  move: boolean;
  /** The number of the match that it was meant for. A move is not repeated in another one. */
  match: number;
  done(answer: Answer | null): void;
}

const SLOWEST = 15_000;
const REACTION_MS = 3200;

const browser: Surroundings = {
  connect: (at, follows) => {
    const address = new URL(follows ? '/api/socket?follow' : '/api/socket', at ?? location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(address, 'croupier.1') as unknown as Socket;
  },
  clock: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

export interface RoomOf {
  code: string;
  game: string;
  token: string;
  /** A random id for this tab. */
  client: string;
  /** Whether to request the room's board in words, for a game without a board component. */
  board?: boolean;
  /** Called when a command to the room was refused. */
  onrefused?: (why: Refusal) => void;
}

export class RoomSession implements Table {
  readonly code: string;
  readonly #plan: RoomOf;
  readonly #world: Surroundings;

  #game = $state('');
  #you = $state<number | null>(null);
  #connection = $state<Connection>('connecting');
  #bye = $state.raw<Bye | null>(null);
  #retryAt = $state<number | null>(null);

  #table = $state.raw<TableState | null>(null);
  #players = $state.raw<readonly Player[]>([]);
  #settings = $state.raw<RoomSettings | null>(null);
  #options = $state.raw<Record<string, unknown>>({});
  #view = $state.raw<unknown>(null);
  #prompt = $state.raw<Prompt | null>(null);
  #offers = $state.raw<readonly Choice[]>([]);
  #commands = $state.raw<readonly OpenCommand[]>([]);
  #waiting = $state.raw<readonly Waiting[]>([]);
  #watchers = $state(0);
  #states = $state.raw<readonly MachineStates[]>([]);
  #deal = $state.raw<Deal | null>(null);
  #replay = $state<string | null>(null);
  #board = $state.raw<TextBoard | null>(null);
  #entries = $state.raw<readonly Entry[]>([]);
  #reactions = $state.raw<readonly ShownReaction[]>([]);
  #undone = $state(0);
  #refusal = $state.raw<Refusal | null>(null);
  #moves = $state(0);
  #card = $state<string | null>(null);
  readonly #unsent = new SvelteSet<Pending>();
  #dropped = $state(0);

  #socket: Socket | null = null;
  #welcomed = false;
  /** Whether a push has arrived since the welcome: only then is the current prompt known. */
  #current = false;
  #life: string | null = null;
  #v = 0;
  #n = 0;
  #tries = 0;
  /** The server this page was redirected to, until it is tried. */
  #sentTo: string | null = null;
  /** Whether it was redirected and not welcomed there yet. */
  #away = false;
  /** Set when a redirect failed, so that this page stays with its original address. */
  #stays = false;
  #offset = 0;
  #pending: Pending[] = [];
  #cancelRetry: (() => void) | null = null;
  #cancelSettle: (() => void) | null = null;
  #nextReaction = 1;
  readonly #promised = new Map<number, string>();
  #closed = false;

  constructor(plan: RoomOf, world: Surroundings = browser) {
    this.#plan = plan;
    this.#world = world;
    this.code = plan.code;
    this.#game = plan.game;
    this.#open();
  }

  // What the server has sent.
  get game(): string {
    return this.#game;
  }
  get you(): number | null {
    return this.#you;
  }
  get connection(): Connection {
    return this.#connection;
  }
  /** Why the server ended the session for good. */
  get bye(): Bye | null {
    return this.#bye;
  }
  get state(): TableState | null {
    return this.#table;
  }
  get phase(): TableState['phase'] | null {
    return this.#table?.phase ?? null;
  }
  get seat(): number | null {
    return this.#table?.seat ?? null;
  }
  get match(): string | undefined {
    const playing = this.#deal?.playing?.match;
    return playing === undefined ? undefined : `${this.code}/${playing}`;
  }
  get began(): number | null {
    return this.#table?.began ?? null;
  }
  get paused(): boolean {
    return this.#table?.paused ?? false;
  }
  get players(): readonly Player[] {
    return this.#players;
  }
  get settings(): RoomSettings | null {
    return this.#settings;
  }
  get options(): Record<string, unknown> {
    return this.#options;
  }
  get view(): unknown {
    return this.#view;
  }
  get prompt(): Prompt | null {
    return this.#prompt;
  }
  get offers(): readonly Choice[] {
    return this.#offers;
  }
  get commands(): readonly OpenCommand[] {
    return this.#commands;
  }
  get waiting(): readonly Waiting[] {
    return this.#waiting;
  }
  get watchers(): number {
    return this.#watchers;
  }
  /** The active states of the match's machines, as far as the viewer may know. */
  get states(): readonly MachineStates[] {
    return this.#states;
  }
  get deal(): Deal | null {
    return this.#deal;
  }
  /** The commitment for a match that was received before the deal, if this page was there. */
  promised(match: number): string | null {
    return this.#promised.get(match) ?? null;
  }
  get replay(): string | null {
    return this.#replay;
  }
  get board(): TextBoard | null {
    return this.#board;
  }
  get entries(): readonly Entry[] {
    return this.#entries;
  }
  get reactions(): readonly ShownReaction[] {
    return this.#reactions;
  }
  get undone(): number {
    return this.#undone;
  }
  get refusal(): Refusal | null {
    return this.#refusal;
  }
  get busy(): boolean {
    return this.#moves > 0;
  }
  get readonly(): boolean {
    return this.#table !== null && this.seat === null;
  }
  /** The number of moves waiting for the connection. */
  get unsent(): number {
    return this.#unsent.size;
  }
  /** How many moves were dropped because their prompt was not asked any more, or in another match. */
  get dropped(): number {
    return this.#dropped;
  }
  /** The time on the client's clock of the next connection attempt. */
  get retryAt(): number | null {
    return this.#retryAt;
  }
  /** The card that is shown large. */
  get card(): string | null {
    return this.#card;
  }

  now(): number {
    return this.#world.clock() + this.#offset;
  }
  clock(): number {
    return this.#world.clock();
  }

  /** The command with this name, if it is open now. */
  command(name: string): OpenCommand | undefined {
    return this.#commands.find((it) => it.name === name);
  }

  // What the viewer does.
  showCard(code: string | null): void {
    this.#card = code;
  }

  choose(
    choice: Choice,
    prompt: number | null = this.#offers.includes(choice) ? null : (this.#prompt?.id ?? null),
  ): Promise<boolean> {
    return this.#move({ act: { action: choice.action, ...(prompt === null ? {} : { prompt }) } }, prompt);
  }

  fill(filled: Filled): Promise<boolean> {
    const asked = this.#prompt?.id;
    if (asked === undefined) return Promise.resolve(false);
    return this.#move({ fill: { filled, prompt: asked } }, asked);
  }

  async dryRun(attempt: Attempt): Promise<Choice | Refusal> {
    const answer = await this.#queue('ask', { dry_run: attempt }, { prompt: this.#prompt?.id ?? null });
    if (!answer) return { code: 'unsent', sentence: texts.connection.lost };
    return 'error' in answer ? answer.error : (answer.ok as Choice);
  }

  /** What a bot would do; null if it would wait. */
  async hint(): Promise<Choice | Refusal | null> {
    const answer = await this.#queue('ask', { hint: {} }, { prompt: this.#prompt?.id ?? null });
    if (!answer) return { code: 'unsent', sentence: texts.connection.lost };
    if ('error' in answer) return answer.error;
    return (answer.ok as { wait?: boolean }).wait ? null : (answer.ok as Choice);
  }

  /** Sends a command to the room. Resolves to whether it was accepted; refusals go to `onrefused`. */
  async say(command: Command, chance?: string): Promise<boolean> {
    const answer = await this.#queue('say', { command, ...(chance === undefined ? {} : { chance }) }, {});
    if (answer && 'error' in answer) this.#plan.onrefused?.(answer.error);
    return answer !== null && 'ok' in answer;
  }

  /** Connects now instead of waiting for the next attempt. */
  retryNow(): void {
    if (this.#connection === 'lost' && this.#cancelRetry) this.#open();
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#cancelSettle?.();
    this.#drop();
    for (const it of this.#pending.splice(0)) it.done(null);
  }

  async #move(command: Command, prompt: number | null): Promise<boolean> {
    this.#refusal = null;
    this.#moves += 1;
    const answer = await this.#queue('say', { command }, { prompt, move: true });
    this.#moves -= 1;
    if (answer && 'error' in answer) this.#refusal = answer.error;
    return answer !== null && 'ok' in answer;
  }

  // The socket.
  #open(): void {
    if (this.#closed) return;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#retryAt = null;
    this.#drop();
    const socket = this.#connect();
    this.#socket = socket;
    socket.onopen = () => {
      const last = this.#life === null ? {} : { last: { life: this.#life, v: this.#v, entry: this.#lastEntry() } };
      const { token, client, code, board } = this.#plan;
      socket.send(JSON.stringify({ hello: { token, client, room: code, ...(board ? { board } : {}), ...last } }));
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket || typeof event.data !== 'string') return;
      this.#hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose(null);
    };
  }

  /** Connects to the server this page was redirected to, once, otherwise to the house. */
  #connect(): Socket {
    const at = this.#sentTo;
    this.#sentTo = null;
    this.#away = at !== null;
    try {
      return this.#world.connect(at, at === null && !this.#stays);
    } catch {
      // The page's policy may not allow a server that was added after the page was loaded.
      this.#away = false;
      this.#stays = true;
      return this.#world.connect(null, false);
    }
  }

  /** Discards the socket without handling its close event. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    this.#current = false;
    this.#sentNow.clear();
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #lose(retry: number | null): void {
    this.#drop();
    if (this.#away) this.#stays = true;
    this.#away = false;
    if (this.#closed) return;
    this.#connection = 'lost';
    for (const it of this.#pending) if (it.move) this.#unsent.add(it);
    // Questions are not repeated: whoever still needs the answer asks again.
    const asks = this.#pending.filter((it) => it.kind === 'ask');
    this.#pending = this.#pending.filter((it) => it.kind === 'say');
    for (const it of asks) it.done(null);
    const growing = Math.min(SLOWEST, 300 * 2 ** this.#tries);
    this.#tries += 1;
    // Random delays, so that not all clients reconnect at once when a server comes back.
    const pause = Math.max(retry ?? 0, growing * (0.7 + 0.6 * this.#world.random()));
    this.#retryAt = this.#world.clock() + pause;
    this.#cancelRetry = this.#world.after(pause, () => this.#open());
  }

  #hear(message: FromServer): void {
    if ('welcome' in message) this.#welcome(message.welcome);
    else if ('push' in message) this.#push(message.push);
    else if ('answer' in message) this.#answer(message.answer);
    else if ('bye' in message) this.#leave(message.bye);
  }

  #welcome(welcome: Welcome): void {
    if (this.#life !== welcome.life) this.#v = 0;
    this.#life = welcome.life;
    this.#you = welcome.you;
    this.#game = welcome.game;
    this.#setClock(welcome.now);
    this.#connection = 'open';
    this.#tries = 0;
    this.#away = false;
    this.#welcomed = true;
    this.#current = false;
    this.#n = Math.max(this.#n, welcome.n);
    for (const it of [...this.#pending])
      if ((it.prompt === null && !it.move) || this.#wasHeard(it, welcome.n)) this.#send(it);
    // If nothing was missed, the server may have nothing to push; then the known state is current.
    this.#cancelSettle = this.#world.after(1500, () => this.#settle());
  }

  /** Whether the server has already handled it: repeating it then changes nothing and returns the answer. */
  #wasHeard(it: Pending, n: number): boolean {
    return it.n !== null && it.n <= n;
  }

  #push(push: Push): void {
    this.#v = push.v;
    this.#setClock(push.now);
    if (push.table !== undefined) this.#table = push.table;
    if (push.players !== undefined) this.#players = push.players;
    if (push.settings !== undefined) this.#settings = push.settings;
    if (push.options !== undefined) this.#options = push.options;
    if (push.undone) this.#undone += 1;
    if (push.entries?.length) this.#entries = mergeEntries(this.#entries, push.entries);
    if ('view' in push) this.#view = push.view ?? null;
    if ('prompt' in push) {
      if (push.prompt?.id !== this.#prompt?.id) this.#refusal = null;
      this.#prompt = samePrompt(this.#prompt, push.prompt ?? null);
    }
    if ('offers' in push) this.#offers = sameObjects(this.#offers, push.offers ?? []);
    if (push.commands !== undefined) this.#commands = push.commands;
    if ('waiting' in push) this.#waiting = push.waiting ?? [];
    if (push.watchers !== undefined) this.#watchers = push.watchers;
    if ('states' in push) this.#states = push.states ?? [];
    if ('deal' in push) {
      this.#deal = push.deal ?? null;
      this.#remember(push.deal);
    }
    if ('replay' in push) this.#replay = (typeof push.replay === 'object' ? push.replay?.link : push.replay) ?? null;
    if ('board' in push) this.#board = push.board ?? null;
    for (const one of push.reactions ?? []) this.#react(one);
    if (!this.#current) this.#settle();
  }

  /** A commitment counts only if it was received before it was opened. */
  #remember(deal: Deal | null | undefined): void {
    for (const it of [deal, deal?.playing])
      if (it && !this.#promised.has(it.match)) this.#promised.set(it.match, it.commitment);
  }

  #react(one: Reacted): void {
    const shown = { ...one, id: this.#nextReaction++ };
    this.#reactions = [...this.#reactions, shown].slice(-12);
    this.#world.after(REACTION_MS, () => (this.#reactions = this.#reactions.filter((it) => it !== shown)));
  }

  /** The current prompt is known: answers to it are repeated, and offers of this match; others are dropped. */
  #settle(): void {
    this.#cancelSettle?.();
    this.#cancelSettle = null;
    if (!this.#welcomed || this.#current) return;
    this.#current = true;
    for (const it of [...this.#pending]) {
      if (this.#sentNow.has(it)) continue;
      const asked = it.prompt === null || it.prompt === this.#prompt?.id;
      if (asked && (!it.move || it.match === this.#table?.game_no)) this.#send(it);
      else {
        this.#pending = this.#pending.filter((one) => one !== it);
        this.#unsent.delete(it);
        this.#dropped += 1;
        it.done(null);
      }
    }
    this.#sentNow.clear();
  }

  /** What was sent on this connection before it settled. */
  readonly #sentNow = new Set<Pending>();

  #queue(
    kind: Pending['kind'],
    body: Record<string, unknown>,
    { prompt = null, move = false }: { prompt?: number | null; move?: boolean },
  ): Promise<Answer | null> {
    return new Promise((done) => {
      const it: Pending = { n: null, kind, body, prompt, move, match: this.#table?.game_no ?? 0, done };
      if (kind === 'ask' && !this.#welcomed) return done(null);
      this.#pending.push(it);
      if (this.#welcomed && (this.#current || (prompt === null && !move))) this.#send(it);
      else if (move) this.#unsent.add(it);
    });
  }

  #send(it: Pending): void {
    it.n ??= ++this.#n;
    this.#unsent.delete(it);
    if (!this.#current) this.#sentNow.add(it);
    this.#socket?.send(JSON.stringify({ [it.kind]: { n: it.n, ...it.body } }));
  }

  #answer(answer: Answer): void {
    const it = this.#pending.find((one) => one.n === answer.n);
    if (!it) return;
    this.#pending = this.#pending.filter((one) => one !== it);
    it.done('error' in answer ? { ...answer, error: toPeople(answer.error) } : answer);
  }

  #leave(bye: Bye): void {
    this.#sentTo = bye.at ?? null;
    if (bye.at && bye.retry_ms === 0) return this.#open();
    if (bye.retry_ms !== undefined && bye.retry_ms !== null) return this.#lose(bye.retry_ms);
    this.#drop();
    this.#bye = bye;
    this.#connection = 'ended';
    for (const it of this.#pending.splice(0)) it.done(null);
    this.#unsent.clear();
  }

  #setClock(now: number): void {
    this.#offset = now - this.#world.clock();
  }

  #lastEntry(): number {
    return this.#entries.at(-1)?.number ?? 0;
  }
}

export { tabWord } from './tab';
