/** What the server sends of Rush. */
export type { Action, NotificationSeen, ScoreSeen, View } from '../../../gen/rush';
