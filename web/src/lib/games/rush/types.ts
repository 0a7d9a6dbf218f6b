/** What the server sends of Rush. To be replaced by `src/gen` once `cargo xtask types` has written it. */
export type Phase = 'LOBBY' | 'GAME_STARTING' | 'PLAYER_TURN' | 'WAITING_FOR_TURN' | 'GAME_ENDING' | 'GAME_OVER';

export interface PlayerSeen {
  seat: number;
  name?: string;
  cards: number;
  hand: string[] | null;
  total: number | null;
  person: boolean | null;
}
export interface NotificationSeen {
  id: number;
  player: number;
  name?: string;
  type: string;
  card: string | null;
  timestamp: number;
}
export interface ScoreSeen {
  player: number;
  name?: string;
  total: number;
  place: number;
  cards: string[];
}
export interface View {
  phase: Phase;
  game_id: string;
  chairs: number;
  players: PlayerSeen[];
  current: number;
  selected: string[];
  discard: string[];
  undealt: number;
  game_timer: number;
  round_start: number | null;
  clock_start: number | null;
  last_actor: number | null;
  plays: number;
  notifications: NotificationSeen[];
  end_votes: number[];
  end_reason: string | null;
  final_scores: ScoreSeen[];
  winners: number[];
  winner: ScoreSeen | null;
}

export type Action =
  | { play_cards: { cards: string[] } }
  | { card_selected: { card: string } }
  | { card_deselected: { card: string } }
  | 'end_game';
