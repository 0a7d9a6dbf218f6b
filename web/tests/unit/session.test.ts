import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { mergeEntries } from '$lib/entries';
import { RoomSession, type Socket, type Surroundings } from '$lib/session.svelte';
import type { Choice, Entry, Prompt, Push, Refusal } from '$lib/wire';

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  readonly sent: Record<string, Record<string, unknown>>[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, Record<string, unknown>>);
  }
  close() {
    this.closed = true;
  }
  tell(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  said(kind: 'say' | 'ask' = 'say') {
    return this.sent.filter((it) => kind in it).map((it) => it[kind]!);
  }
}

/** Surroundings in which time passes only on request. */
class World implements Surroundings {
  time = 1000;
  readonly sockets: FakeSocket[] = [];
  #timers: { at: number; then: () => void }[] = [];
  /** The addresses at which sockets were opened, and whether they follow redirects. */
  readonly ways: [string | null, boolean][] = [];
  connect(at: string | null, follows: boolean) {
    this.ways.push([at, follows]);
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  clock() {
    return this.time;
  }
  after(ms: number, then: () => void) {
    const timer = { at: this.time + ms, then };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((it) => it !== timer));
  }
  random() {
    return 0.5;
  }
  pass(ms: number) {
    this.time += ms;
    const due = this.#timers.filter((it) => it.at <= this.time);
    this.#timers = this.#timers.filter((it) => it.at > this.time);
    for (const it of due) it.then();
  }
  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

const play: Choice = { label: ['Play'], action: { play: '7H' } };
const ask = (id: number): Prompt => ({
  id,
  message: 'x.pick',
  sentence: ['Your turn'],
  choices: [play],
  may_decline: false,
  deadline: null,
});
const table = {
  phase: 'playing',
  deadline: null,
  game_no: 1,
  host: 1,
  locked: false,
  result: null,
  seat: 0,
  began: 0,
  paused: false,
} as const;
const push = (v: number, more: Partial<Push> = {}): { push: Push } => ({ push: { v, now: 5000, ...more } });
const whole = (v: number, more: Partial<Push> = {}) =>
  push(v, { table, players: [], commands: [], options: {}, view: { score: 1 }, prompt: null, offers: [], ...more });
const entry = (number: number): Entry => ({ number, at: 0, event: { game: null }, text: [`entry ${number}`] });

let world: World;
let session: RoomSession;
let refused: Refusal[];

function start(n = 0, life = 'one') {
  world.socket.onopen?.();
  world.socket.tell({ welcome: { life, you: 7, code: 'K7Q4', game: 'rush', now: 4000, n } });
}

beforeEach(() => {
  world = new World();
  refused = [];
  session = new RoomSession(
    { code: 'K7Q4', game: 'rush', token: 't', client: 'tab-word', onrefused: (it) => refused.push(it) },
    world,
  );
});

describe('greeting', () => {
  it('says hello first, without anything seen before', () => {
    world.socket.onopen?.();
    expect(world.socket.sent).toEqual([{ hello: { token: 't', client: 'tab-word', room: 'K7Q4' } }]);
    expect(session.connection).toBe('connecting');
  });

  it('asks for the board in words where it is wanted', () => {
    new RoomSession({ code: 'A', game: 'x', token: 't', client: 'tab-word', board: true }, world);
    world.socket.onopen?.();
    expect(world.socket.sent[0]?.['hello']).toMatchObject({ board: true });
  });

  it('follows the clock of the server', () => {
    start();
    expect(session.now()).toBe(4000);
    world.time += 250;
    expect(session.now()).toBe(4250);
    world.socket.tell(push(1));
    expect(session.now()).toBe(5000);
  });
});

describe('pushes', () => {
  it('keeps a part that is left out, and takes null for none', () => {
    start();
    world.socket.tell(whole(1, { prompt: ask(1) }));
    world.socket.tell(push(2, { view: { score: 2 } }));
    expect(session.view).toEqual({ score: 2 });
    expect(session.prompt?.id).toBe(1);
    world.socket.tell(push(3, { prompt: null }));
    expect(session.prompt).toBeNull();
    expect(session.view).toEqual({ score: 2 });
  });

  it('collects entries once each', () => {
    expect(mergeEntries([entry(1), entry(2)], [entry(3)]).map((it) => it.number)).toEqual([1, 2, 3]);
    expect(mergeEntries([entry(1), entry(2)], [entry(2), entry(3)]).map((it) => it.number)).toEqual([1, 2, 3]);
  });

  it('finds the link of the replay', () => {
    start();
    world.socket.tell(whole(1, { replay: { link: 'abc' } }));
    expect(session.replay).toBe('abc');
    world.socket.tell(push(2, { replay: 'def' }));
    expect(session.replay).toBe('def');
    world.socket.tell(push(3, { replay: null }));
    expect(session.replay).toBeNull();
  });

  it('shows a reaction for a while', () => {
    start();
    world.socket.tell(whole(1, { reactions: [{ seat: 1, type: 'emoji', value: 'x' }] }));
    expect(session.reactions).toHaveLength(1);
    world.pass(5000);
    expect(session.reactions).toHaveLength(0);
  });
});

describe('moves', () => {
  beforeEach(() => {
    start(3);
    world.socket.tell(whole(1, { prompt: ask(31), offers: [{ label: ['Sort'], action: 'sort' }] }));
  });

  it('counts on from what the server has answered, and names the prompt', async () => {
    const done = session.choose(session.prompt!.choices[0]!);
    expect(session.busy).toBe(true);
    expect(world.socket.said()).toEqual([{ n: 4, command: { act: { action: { play: '7H' }, prompt: 31 } } }]);
    world.socket.tell({ answer: { n: 4, ok: null } });
    expect(await done).toBe(true);
    expect(session.busy).toBe(false);
  });

  it('names no prompt for an offer', () => {
    void session.choose(session.offers[0]!);
    expect(world.socket.said()[0]?.['command']).toEqual({ act: { action: 'sort' } });
  });

  it('names the prompt for a choice that a hint has made', () => {
    void session.choose({ label: ['Lay down'], action: { lay_down: [1] } });
    expect(world.socket.said()[0]?.['command']).toEqual({ act: { action: { lay_down: [1] }, prompt: 31 } });
  });

  it('names no prompt where that is wanted', () => {
    void session.choose({ label: ['Grab'], action: 'grab' }, null);
    expect(world.socket.said()[0]?.['command']).toEqual({ act: { action: 'grab' } });
  });

  it('keeps what was selected or filled in while the same is asked again', () => {
    const form = (label: string) => ({ label, kind: 'order' as const, pieces: [], groups: [] });
    const again = (id: number, deadline: number | null, label = 'Order') => {
      const asked = { ...ask(id), deadline, forms: [form(label)] };
      world.socket.tell(push(2, { prompt: asked, offers: [{ label: ['Sort'], action: 'sort' }] }));
      return { choice: session.prompt!.choices[0]!, form: session.prompt!.forms![0]!, offer: session.offers[0]! };
    };
    const before = again(31, 9000);
    const after = again(31, null);
    expect(session.prompt?.deadline).toBeNull();
    expect(after.choice).toBe(before.choice);
    expect(after.form).toBe(before.form);
    void session.choose(before.offer);
    expect(world.socket.said()[0]?.['command']).toEqual({ act: { action: 'sort' } });
    expect(again(31, null, 'Order these').form.label).toBe('Order these');
    expect(again(32, null).choice).not.toBe(before.choice);
  });

  it('fills a form of the prompt', () => {
    void session.fill({ form: 0, groups: [[1, 2]] });
    expect(world.socket.said()[0]?.['command']).toEqual({
      fill: { filled: { form: 0, groups: [[1, 2]] }, prompt: 31 },
    });
  });

  it('shows why a move was refused, until the next one', async () => {
    const done = session.choose(session.prompt!.choices[0]!);
    world.socket.tell({ answer: { n: 4, error: { code: 'does_not_fit', sentence: 'it does not fit' } } });
    expect(await done).toBe(false);
    expect(session.refusal?.sentence).toBe('It does not fit');
    void session.choose(session.prompt!.choices[0]!);
    expect(session.refusal).toBeNull();
  });

  it('hands the refusal of a command on', async () => {
    const done = session.say('start_game');
    world.socket.tell({ answer: { n: 4, error: { code: 'not_host', sentence: 'only the host' } } });
    expect(await done).toBe(false);
    expect(refused.map((it) => it.code)).toEqual(['not_host']);
    expect(session.refusal).toBeNull();
  });

  it('sends chance beside the command', () => {
    void session.say('ready', 'abc');
    expect(world.socket.said()[0]).toEqual({ n: 4, command: 'ready', chance: 'abc' });
  });

  it('asks without changing anything', async () => {
    const run = session.dryRun({ action: 'a' });
    const hint = session.hint();
    expect(world.socket.said('ask')).toEqual([
      { n: 4, dry_run: { action: 'a' } },
      { n: 5, hint: {} },
    ]);
    world.socket.tell({ answer: { n: 5, ok: { wait: true } } });
    world.socket.tell({ answer: { n: 4, ok: play } });
    expect(await run).toEqual(play);
    expect(await hint).toBeNull();
  });
});

describe('a house with many servers', () => {
  const at = 'https://b.cards.example';
  const sent = { bye: { code: 'moved', sentence: 'the room is kept by another server now', retry_ms: 0, at } };

  it('is entered where the room is', () => {
    world.socket.onopen?.();
    world.socket.tell(sent);
    start();
    expect(world.ways).toEqual([
      [null, true],
      [at, false],
    ]);
    expect(session.connection).toBe('open');
    world.socket.onclose?.();
    world.pass(20_000);
    expect(world.ways.at(-1)).toEqual([null, true]);
  });

  it('is entered anywhere if that server cannot be reached', () => {
    world.socket.onopen?.();
    world.socket.tell(sent);
    world.socket.onclose?.();
    world.pass(20_000);
    start();
    expect(world.ways.at(-1)).toEqual([null, false]);
    expect(session.connection).toBe('open');
  });

  it('tells who is in a room that moves where to go', () => {
    start();
    world.socket.tell({ bye: { ...sent.bye, retry_ms: 500 } });
    world.pass(20_000);
    expect(world.ways.at(-1)).toEqual([at, false]);
  });
});

describe('a lost connection', () => {
  beforeEach(() => {
    start();
    const offers = [{ label: ['Sort'], action: 'sort' }];
    world.socket.tell(whole(4, { prompt: ask(31), offers, entries: [entry(40)] }));
  });
  const lose = () => {
    world.socket.onclose?.();
    flushSync();
  };

  it('is noticed, and comes back with what was seen', () => {
    lose();
    expect(session.connection).toBe('lost');
    expect(session.view).toEqual({ score: 1 });
    world.pass(1000);
    world.socket.onopen?.();
    expect(world.socket.sent[0]?.['hello']).toMatchObject({ last: { life: 'one', v: 4, entry: 40 } });
    expect(world.sockets).toHaveLength(2);
  });

  it('waits longer each time, and not longer than a quarter of a minute', () => {
    const waits: number[] = [];
    for (let at = 0; at < 8; at++) {
      lose();
      waits.push(session.retryAt! - world.time);
      world.pass(20_000);
    }
    expect(waits.slice(0, 3)).toEqual([300, 600, 1200]);
    expect(Math.max(...waits)).toBe(15_000);
  });

  it('is tried at once when the reader wants it', () => {
    lose();
    session.retryNow();
    expect(world.sockets).toHaveLength(2);
    session.retryNow();
    expect(world.sockets).toHaveLength(2);
  });

  it('repeats a move under its number when the same is still asked', async () => {
    const done = session.choose(session.prompt!.choices[0]!);
    lose();
    expect(session.unsent).toBe(1);
    world.pass(1000);
    start(0);
    // The current prompt is not known yet.
    expect(world.socket.said()).toEqual([]);
    world.socket.tell(whole(5, { prompt: ask(31) }));
    expect(world.socket.said()).toMatchObject([{ n: 1 }]);
    expect(session.unsent).toBe(0);
    world.socket.tell({ answer: { n: 1, ok: null } });
    expect(await done).toBe(true);
  });

  it('asks for the answer of a move that had arrived, though something else is asked now', async () => {
    const done = session.choose(session.prompt!.choices[0]!);
    lose();
    world.pass(1000);
    start(1);
    expect(world.socket.said()).toMatchObject([{ n: 1 }]);
    world.socket.tell(whole(5, { prompt: ask(32) }));
    expect(world.socket.said()).toHaveLength(1);
    world.socket.tell({ answer: { n: 1, ok: null } });
    expect(await done).toBe(true);
    expect(session.dropped).toBe(0);
  });

  it('never answers another prompt', async () => {
    lose();
    const done = session.choose(session.prompt!.choices[0]!);
    expect(session.unsent).toBe(1);
    world.pass(1000);
    start(0);
    world.socket.tell(whole(5, { prompt: ask(32) }));
    expect(world.socket.said()).toEqual([]);
    expect(await done).toBe(false);
    expect(session.dropped).toBe(1);
    expect(session.unsent).toBe(0);
    expect(session.busy).toBe(false);
  });

  it.each([
    [1, 1, 0],
    [2, 0, 1],
  ])('sends an offer later in the same match only: number %i', async (game_no, sent, dropped) => {
    lose();
    const done = session.choose(session.offers[0]!);
    world.pass(1000);
    start(0);
    expect(world.socket.said()).toEqual([]);
    world.socket.tell(whole(5, { table: { ...table, game_no }, prompt: ask(1) }));
    expect(world.socket.said()).toHaveLength(sent);
    expect(session.dropped).toBe(dropped);
    if (dropped) expect(await done).toBe(false);
  });

  it('never answers the prompt of another match that has the same number', () => {
    void session.choose(session.prompt!.choices[0]!);
    lose();
    world.pass(1000);
    start(0);
    world.socket.tell(whole(5, { table: { ...table, game_no: 2 }, prompt: ask(31) }));
    expect(world.socket.said()).toEqual([]);
    expect(session.dropped).toBe(1);
  });

  it('goes on with what was known where the server has nothing new', () => {
    void session.choose(session.prompt!.choices[0]!);
    lose();
    world.pass(1000);
    start(0);
    world.pass(2000);
    expect(world.socket.said()).toMatchObject([{ n: 1 }]);
  });

  it('repeats commands to the room at once', () => {
    void session.say('ready');
    lose();
    world.pass(1000);
    start(0);
    expect(world.socket.said()).toMatchObject([{ n: 1, command: 'ready' }]);
  });

  it('gives up questions', async () => {
    const run = session.dryRun({ action: 'a' });
    lose();
    expect(await run).toMatchObject({ code: 'unsent' });
  });

  it('takes the whole log of a new life without doubling it', () => {
    lose();
    world.pass(1000);
    start(0, 'two');
    world.socket.tell(whole(1, { entries: [entry(39), entry(40), entry(41)] }));
    expect(session.entries.map((it) => it.number)).toEqual([39, 40, 41]);
  });
});

describe('the end', () => {
  it('comes back after a bye that says when', () => {
    start();
    world.socket.tell({ bye: { code: 'restarting', sentence: 'soon', retry_ms: 4000 } });
    expect(session.connection).toBe('lost');
    expect(session.retryAt).toBe(world.time + 4000);
  });

  it('does not come back after one that does not', async () => {
    start();
    const done = session.say('ready');
    world.socket.tell({ bye: { code: 'kicked', sentence: 'away with you' } });
    world.pass(60_000);
    expect(session.connection).toBe('ended');
    expect(session.bye?.code).toBe('kicked');
    expect(world.sockets).toHaveLength(1);
    expect(await done).toBe(false);
  });

  it('closes its socket and stays closed', () => {
    start();
    const socket = world.socket;
    session.close();
    expect(socket.closed).toBe(true);
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
  });
});
