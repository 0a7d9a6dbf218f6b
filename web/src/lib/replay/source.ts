/** Frames of a finished match, page by page: `GET /api/replays/LINK`. */
import { ApiError, guest, ServerGone } from '$lib/api';
import type { CardMove, Outcome, Refusal, TextBoard, TextLine } from '$lib/wire';

/** The cause of a step. */
export type Cause =
  | 'deal'
  | 'time'
  | { input: { at: number; by: 'host' | 'system' | { seat: number }; act: 'undo' | 'wait' | { do: unknown } } };

/** A step of a match, and the state of the match after it. */
export interface Frame {
  number: number;
  /** The match's own time, in ms. */
  now: number;
  cause: Cause;
  events: unknown[];
  /** The events as text and as card moves, in the same order. */
  told: { text?: TextLine; moves?: CardMove[] }[];
  view: unknown;
  /** The view in words, if it was asked for. */
  board?: TextBoard;
  /** The paths of the machines' active states. */
  states: string[];
  /** The same for the room's machines, as far as it can be derived from the match. */
  room: string[];
  /** The trace of the machines, one line per moment. */
  trace: string[];
  outcome: Outcome | null;
}

export interface ReplayPage {
  game: string;
  names: string[];
  options?: Record<string, unknown>;
  total: number;
  from: number;
  frames: Frame[];
  outcome: Outcome | null;
  deal: unknown;
}

/** The source of frames; tests provide their own. */
export type ReplaySource = (from: number, count: number, seat: number | null, inWords: boolean) => Promise<ReplayPage>;

/** GET with the guest's token; errors are the same as in the rest of the client. */
export async function getJson<T>(path: string): Promise<T> {
  const bearer = await guest();
  let response: Response;
  try {
    response = await fetch(path, { headers: { authorization: `Bearer ${bearer}` } });
  } catch {
    throw new ServerGone();
  }
  const data: unknown = await response.json().catch(() => null);
  if (response.ok && data !== null) return data as T;
  const refusal = (data as { error?: Refusal } | null)?.error;
  throw new ApiError(response.status, refusal ?? { code: 'unknown', sentence: response.statusText });
}

export const replaySource =
  (link: string): ReplaySource =>
  (from, count, seat, inWords) =>
    getJson(
      `/api/replays/${encodeURIComponent(link)}?from=${from}&count=${count}${seat === null ? '' : `&seat=${seat}`}${inWords ? '&board=true' : ''}`,
    );
