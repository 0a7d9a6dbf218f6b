/** The types of Rush's messages. */
export type { Action, NotificationSeen, ScoreSeen, View } from '../../../gen/rush';
