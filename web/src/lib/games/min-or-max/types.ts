/** What the server sends of Min or Max. */
export type { Action, CardPreview, DeclaredEffect, PlayerSeen, ScorePreview, View } from '../../../gen/min-or-max';
import type { Event } from '../../../gen/min-or-max';

/** `wheel_spin_started` of the log. */
export type SpinStarted = Extract<Event, { wheel_spin_started: unknown }>;
