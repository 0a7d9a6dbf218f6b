/** The types of Min or Max's messages. */
export type { Action, CardPreview, DeclaredEffect, PlayerSeen, ScorePreview, View } from '../../../gen/min-or-max';
import type { Event } from '../../../gen/min-or-max';

/** The log's `wheel_spin_started` event. */
export type SpinStarted = Extract<Event, { wheel_spin_started: unknown }>;
