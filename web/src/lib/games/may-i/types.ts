/** What the server sends of May I?. */
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

/** The event that ends a round; all hands are shown in it. */
export type RoundEnded = Extract<Event, { round_ended: unknown }>['round_ended'];
