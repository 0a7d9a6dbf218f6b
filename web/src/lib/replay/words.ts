/** The texts of the replay. */
import { plain } from '$lib/table/text';
import type { Frame } from './source';

export const texts = {
  title: (game: string) => `Replay: ${game}`,
  tab: (game: string) => `Replay: ${game} · Croupier`,
  home: 'Croupier: home',
  step: (at: number, total: number) => `Step ${at + 1} of ${total}`,
  first: 'To the first step',
  back: 'One step back',
  play: 'Play',
  pause: 'Pause',
  forward: 'One step on',
  slider: 'Step of the match',
  speed: 'Speed',
  eyes: 'Seen by',
  public: 'Spectators',
  inspect: 'Flow of the game',
  log: 'What happened',
  over: 'This match is over.',
  missing: 'There is no such replay',
  missingAbout: 'Replays are kept for a while after a match. This one is gone, or never existed.',
  gone: 'The server does not answer',
  again: 'Try again',
  loading: 'One moment…',
  keys: {
    names: { leap: 'Page up, Page down', ends: 'Home, End' },
    play: 'Play, or stop',
    step: 'One step back or on',
    leap: 'Ten steps back or on',
    ends: 'To the first or the last step',
    speed: 'Faster or slower',
  },
  keyList: 'Keys',
} as const;

/** What happened in a step: the log's sentence or, for a step that the log leaves out, what caused it. */
export function causeWord({ cause, told }: Frame, names: readonly string[]): string {
  if (cause === 'deal') return 'The cards are dealt';
  const said = told.find((it) => it.text)?.text;
  if (said) return plain(said);
  if (cause === 'time' || cause.input.act === 'wait') return 'Time passes';
  const { by, act } = cause.input;
  const who = typeof by === 'object' ? (names[by.seat] ?? `Seat ${by.seat + 1}`) : 'The game';
  return act === 'undo' ? `${who} takes a move back` : `${who} makes a move`;
}

/** Formats the match's own time: `1:05.2`. */
export function timeWord(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return `${minutes}:${((ms % 60_000) / 1000).toFixed(1).padStart(4, '0')}`;
}
