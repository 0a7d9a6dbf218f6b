/** The types of May I?'s messages. */
import type { Event } from '../../../gen/may-i';

export type {
  Action,
  LaidMeld,
  MeldKind,
  PlayerSeen,
  Proposal,
  RoundRecord,
  View,
  WindowSeen,
} from '../../../gen/may-i';

/** The event that ends a round; it reveals all hands. */
export type RoundEnded = Extract<Event, { round_ended: unknown }>['round_ended'];
