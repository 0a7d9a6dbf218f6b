/** The types of Innovation's messages. */
import type { Event } from '../../../gen/innovation';

export type {
  ChoiceSeen,
  DogmaPreview,
  DogmaSeen,
  PileSeen,
  PlayerSeen,
  Seen,
  Splay,
  View,
} from '../../../gen/innovation';

/** Actions are opaque; a board only sends them back. */
export type Action = unknown;

/** The part of an event that the board reads: what happened, and which effect caused it. */
export type GameEvent = Pick<Event, 'seq' | 'cause'> & { what: Record<string, unknown> };
