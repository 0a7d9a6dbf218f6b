/** Everything outside of a room: HTTP and JSON under `/api`. */
import { sentence, texts } from './texts';
import { readStored, settings, writeStored } from './settings.svelte';
import type { Game, Level, NewRoom, Refusal, TableRow } from './wire';

const TOKEN = 'croupier.token';

/** The server refused. `code` is for programs, the message is the server's sentence for people. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, refusal: Refusal) {
    super(sentence(refusal.sentence));
    this.code = refusal.code;
    this.status = status;
    this.details = refusal.details;
  }
}

/** The server did not respond at all. */
export class ServerGone extends Error {
  constructor() {
    super(texts.gone.title);
  }
}

export const token = (): string | null => readStored(TOKEN);

async function request<T>(method: string, path: string, body?: unknown, bearer = token()): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (bearer) headers['authorization'] = `Bearer ${bearer}`;
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new ServerGone();
  }
  // A proxy responds with these when the server behind it is down.
  if (response.status === 502 || response.status === 503 || response.status === 504) throw new ServerGone();
  const data: unknown = await response.json().catch(() => null);
  if (response.ok) return data as T;
  const refusal = (data as { error?: Refusal } | null)?.error;
  throw new ApiError(response.status, refusal ?? { code: 'unknown', sentence: response.statusText });
}

const ADJECTIVES = ['Amber', 'Brave', 'Calm', 'Clever', 'Jolly', 'Lucky', 'Mellow', 'Quick', 'Quiet', 'Sunny'];
const NOUNS = ['Badger', 'Falcon', 'Heron', 'Lynx', 'Magpie', 'Otter', 'Panda', 'Robin', 'Seal', 'Wren'];
const pick = (all: readonly string[]): string => all[Math.floor(Math.random() * all.length)] ?? '';
export const inventName = (): string => `${pick(ADJECTIVES)} ${pick(NOUNS)}`;

let making: Promise<string> | null = null;

/** The guest's token; creates a guest if there is none. Concurrent calls create only one. */
export async function guest(): Promise<string> {
  const known = token();
  if (known) return known;
  making ??= (async () => {
    const nickname = settings.all.nickname || inventName();
    const made = await request<{ token: string; nickname: string }>('POST', '/api/guests', { nickname }, null);
    writeStored(TOKEN, made.token);
    settings.set('nickname', made.nickname);
    return made.token;
  })().finally(() => (making = null));
  return making;
}

/** Sends the token; if the server no longer knows it, retries once with a new guest. */
async function asGuest<T>(method: string, path: string, body?: unknown): Promise<T> {
  const bearer = await guest();
  try {
    return await request<T>(method, path, body, bearer);
  } catch (why) {
    if (!(why instanceof ApiError) || why.status !== 401) throw why;
    forgetGuest();
    return request<T>(method, path, body, await guest());
  }
}

export const forgetGuest = (): void => writeStored(TOKEN, null);

export interface Seated {
  code: string;
  player: number;
}
export interface Catalog {
  games: Game[];
  levels: Level[];
  server?: { version: string };
}

let catalog: Promise<Catalog> | null = null;

/** Requested only once, because the games do not change while the server runs. */
export function games(): Promise<Catalog> {
  catalog ??= request<Catalog>('GET', '/api/games', undefined, null).catch((why: unknown) => {
    catalog = null;
    throw why;
  });
  return catalog;
}

const at = (code: string): string => `/api/rooms/${encodeURIComponent(code)}`;

export const rooms = (): Promise<{ rooms: TableRow[] }> => asGuest('GET', '/api/rooms');
export const room = (code: string): Promise<TableRow> => asGuest('GET', at(code));
export const createRoom = (plan: NewRoom): Promise<Seated> => asGuest('POST', '/api/rooms', plan);
export const joinRoom = (code: string, name?: string): Promise<Seated> =>
  asGuest('POST', `${at(code)}/join`, name ? { name } : {});
export const quick = (game: string): Promise<Seated> => asGuest('POST', '/api/quick', { game });
/** The guest's tables. Without a token the list is empty; merely looking does not create a guest. */
export const myRooms = async (): Promise<{ rooms: TableRow[] }> =>
  token() ? asGuest('GET', '/api/me/rooms') : { rooms: [] };
export const rename = (nickname: string): Promise<{ nickname: string }> =>
  asGuest('PUT', '/api/guests/me', { nickname });
