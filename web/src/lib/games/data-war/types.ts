/** What the server sends of a match of Data War, as `cargo xtask types` writes it. */
export type {
  Action,
  Background as BackgroundId,
  Character as CharacterId,
  Ending,
  FlowEvent,
  PileView,
  SideView,
  View,
} from '../../../gen/data-war';
