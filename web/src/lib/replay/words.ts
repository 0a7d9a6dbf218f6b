/** The texts of the replay. */
import type { Frame } from './source';

export const texts = {
  title: (game: string) => `Replay: ${game}`,
  step: (at: number, total: number) => `Step ${at + 1} of ${total}`,
  first: 'To the first step',
  back: 'One step back',
  play: 'Play',
  pause: 'Pause',
  forward: 'One step on',
  slider: 'Step of the match',
  speed: 'Speed',
  eyes: 'Seen by',
  public: 'Everybody',
  inspect: 'Flow of the game',
  log: 'What happened',
  missing: 'There is no such replay',
  missingAbout: 'Replays are kept for a while after a match. This one is gone, or never was.',
  gone: 'The server does not answer',
  again: 'Try again',
  loading: 'One moment…',
  keys: {
    play: 'Play, or stop',
    step: 'One step back or on',
    leap: 'Ten steps back or on',
    ends: 'To the first or the last step',
    speed: 'Faster or slower',
  },
  keyList: 'Keys',
} as const;

const spaced = (name: string): string => name.replaceAll('_', ' ');

/** The cause of a step in readable form: `Ada: pick open`. */
export function causeWord({ cause }: Frame, names: readonly string[]): string {
  if (cause === 'deal') return 'The cards are dealt';
  if (cause === 'time') return 'Time passes';
  const { by, act } = cause.input;
  const who = typeof by === 'object' ? (names[by.seat] ?? `Seat ${by.seat + 1}`) : 'The table';
  if (typeof act === 'string') return `${who}: ${act}`;
  const action = act.do;
  if (typeof action === 'string') return `${who}: ${spaced(action)}`;
  if (typeof action === 'object' && action !== null) {
    const [first] = Object.entries(action as Record<string, unknown>);
    if (first) return `${who}: ${spaced(first[0] === 'event' ? String(first[1]).toLowerCase() : first[0])}`;
  }
  return who;
}

/** Formats the match's own time: `1:05.2`. */
export function timeWord(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return `${minutes}:${((ms % 60_000) / 1000).toFixed(1).padStart(4, '0')}`;
}
