/** Frames of a finished match, page by page: `GET /api/replays/LINK`. */
import { ApiError, guest, ServerGone } from '$lib/api';
import type { CardMove, Outcome, Refusal, TextLine } from '$lib/wire';

/** What made a step. */
export type Cause =
  | 'deal'
  | 'time'
  | { input: { at: number; by: 'host' | 'system' | { seat: number }; act: 'undo' | 'wait' | { do: unknown } } };

/** A step of a match, and how the match stands after it. */
export interface Frame {
  number: number;
  /** The match's own time, in ms. */
  now: number;
  cause: Cause;
  events: unknown[];
  /** The events in words and as movement, in the same order. */
  told: { text?: TextLine; moves?: CardMove[] }[];
  view: unknown;
  /** The paths of the states that the machines are in. */
  states: string[];
  /** The same of the room's machines, as far as it follows from the match. */
  room: string[];
  /** What an observer of the machines saw, a line for each moment. */
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

/** Where frames come from; tests bring their own. */
export type ReplaySource = (from: number, count: number, seat: number | null) => Promise<ReplayPage>;

/** GET with the guest's token; errors are those of the rest of the client. */
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
  (from, count, seat) =>
    getJson(
      `/api/replays/${encodeURIComponent(link)}?from=${from}&count=${count}${seat === null ? '' : `&seat=${seat}`}`,
    );
