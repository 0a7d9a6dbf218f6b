/**
 * A table that asks stored prompts. The page, the browser and everything before the table are real; only the socket
 * replays what a room once sent, so that rare prompts are tested with every way of answering.
 */
import type { Page, WebSocketRoute } from 'playwright-core';
import { kindOf } from '../prompts';

export interface Stored {
  players: { id: number; seat: number }[];
  options: unknown;
  seat: number;
  game: unknown;
  began: number | null;
  prompt: StoredPrompt;
  offers: unknown[];
  waiting: unknown[];
}
export interface StoredChoice {
  label: unknown[];
  pieces?: Record<string, unknown>[];
  action: unknown;
}
export interface StoredPrompt {
  message: string;
  choices: StoredChoice[];
  forms?: { kind: string; groups: { min: number }[] }[];
}

export class StoredTable {
  readonly #page: Page;
  readonly #code: string;
  readonly #game: string;
  #shown: Stored | null = null;
  #socket: WebSocketRoute | null = null;
  #number = 0;
  /** Actions and filled-in forms since the sample was shown. */
  sent: { kind: string; action?: unknown; prompt?: number }[] = [];

  private constructor(page: Page, game: string, code: string) {
    this.#page = page;
    this.#game = game;
    this.#code = code;
  }

  static async of(page: Page, game: string): Promise<StoredTable> {
    await page.goto('/settings');
    const code = await page.evaluate(async (game) => {
      const ask = async (path: string, body: unknown, token = '') => {
        const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
        const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        return (await answer.json()) as { token: string; code: string };
      };
      const { token } = await ask('/api/guests', { nickname: 'Ada' });
      localStorage.setItem('croupier.token', token);
      return (await ask('/api/rooms', { game }, token)).code;
    }, game);
    const table = new StoredTable(page, game, code);
    await page.routeWebSocket('**/api/socket*', (socket) => table.#serve(socket));
    return table;
  }

  async show(sample: Stored): Promise<void> {
    this.#shown = sample;
    this.#number += 1;
    this.sent = [];
    if (this.#socket) {
      if (await this.#page.locator('dialog[open]').isVisible()) await this.#page.keyboard.press('Escape');
      this.#push(this.#socket);
      await this.#page.locator(`[data-prompt="${this.#number}"]`).waitFor();
      return;
    }
    await this.#page.goto(`/t/${this.#code}`);
    await this.#page.locator('header.mine').waitFor();
    await this.#page.locator('main .table .board').waitFor();
  }

  #push(socket: WebSocketRoute): void {
    const it = this.#shown;
    if (!it) return;
    const you = it.players.find((one) => one.seat === it.seat)?.id ?? 0;
    const push = { v: this.#number, now: 1000, undone: true, ...parts(it, you, this.#number) };
    socket.send(JSON.stringify({ push }));
  }

  /** Loses the connection, and waits until the page has connected again and is asked the same. */
  async drop(): Promise<void> {
    const lost = this.#socket;
    await lost?.close();
    while (this.#socket === lost) await this.#page.waitForTimeout(15);
  }

  /** Waits for something to be sent: for a moment, or longer if required. */
  async heard(ms = 45): Promise<boolean> {
    for (const until = Date.now() + ms; this.sent.length === 0 && Date.now() < until;)
      await this.#page.waitForTimeout(15);
    return this.sent.length > 0;
  }

  #serve(socket: WebSocketRoute): void {
    const tell = (message: unknown) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const said = JSON.parse(String(text)) as {
        hello?: unknown;
        say?: {
          n: number;
          command: {
            act?: { action: unknown; prompt?: number };
            fill?: { filled: { form: number }; prompt: number };
          };
        };
        ask?: { n: number };
      };
      const it = this.#shown;
      if (!it) return;
      if (said.hello) {
        const you = it.players.find((one) => one.seat === it.seat)?.id ?? 0;
        tell({ welcome: { life: 'stored', you, code: this.#code, game: this.#game, now: 1000, n: 0 } });
        this.#socket = socket;
        this.#push(socket);
      } else if (said.say) {
        const { act, fill } = said.say.command;
        if (act) this.sent.push({ ...act, kind: kindOf(act.action) });
        if (fill)
          this.sent.push({ kind: `form.${it.prompt.forms?.[fill.filled.form]?.kind ?? ''}`, prompt: fill.prompt });
        tell({ answer: { n: said.say.n, ok: null } });
      } else if (said.ask) {
        // Every dry run succeeds.
        tell({ answer: { n: said.ask.n, ok: { label: ['It fits'], action: null } } });
      }
    });
  }
}

/** All parts of a first push. */
const parts = (it: Stored, you: number, prompt: number) => ({
  entries: [],
  table: {
    phase: 'playing',
    deadline: null,
    game_no: 1,
    host: you,
    locked: false,
    result: null,
    seat: it.seat,
    began: it.began ?? 0,
    paused: false,
  },
  players: it.players,
  settings: { hints: false, undo: false, reactions: [], bot_levels: [] },
  options: it.options,
  view: it.game,
  prompt: { ...it.prompt, id: prompt },
  offers: it.offers,
  commands: [],
  waiting: it.waiting,
  watchers: 0,
  states: [],
  deal: null,
  replay: null,
});
