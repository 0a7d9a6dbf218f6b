/**
 * Everything that a person can be asked or offered in a match, by game: the actions that answer it, and the forms. The
 * browser tests must cover all of it (each kind by mouse, by touch at 360 px and by keyboard alone), a unit test
 * compares it with the actions of the schema, and `docs/web.md` shows it.
 *
 * A kind is the name of an action, with its data where that decides how it is asked (`answer.colours`), or the kind of
 * a form (`form.order`).
 */
export const ASKED = {
  'data-war': [
    'tap',
    'dismiss',
    'pick_open',
    'form.select',
    'pick_tantrum',
    'grab',
    'concede',
    'select_billionaire',
    'select_background',
    'event',
  ],
  rush: ['play_cards', 'form.select', 'end_game'],
  'min-or-max': [
    'choose_card',
    'spin_wheel',
    'skip_spin',
    'end_turn',
    'surrender',
    'choose_card_effect.ace_value',
    'choose_card_effect.find_rank',
    'choose_card_effect.slay',
    'choose_card_effect.bodyguard',
  ],
  'may-i': [
    'draw_from_stock',
    'draw_from_discard',
    'call_may_i',
    'pass_may_i',
    'skip_lay_down',
    'form.arrange',
    'lay_off',
    'swap_joker',
    'discard',
    'reorder_hand',
    'allow_may_i',
    'claim_may_i',
  ],
  innovation: [
    'draw',
    'meld',
    'achieve',
    'dogma',
    'answer.cards',
    'answer.yes',
    'answer.colours',
    'answer.player',
    'answer.value',
    'answer.option',
    'form.select',
    'form.order',
  ],
} as const satisfies Record<string, readonly string[]>;

export type GameId = keyof typeof ASKED;

/** Actions that nobody is asked for, with the reason. */
export const NEVER: Record<GameId, Record<string, string>> = {
  'data-war': {
    close_grab: "the host's",
    concede_for: "the host's",
    seat_changed: "the host's",
  },
  rush: {
    card_selected: 'only marks a card; the client marks it itself',
    card_deselected: 'only marks a card; the client marks it itself',
    player_join: 'the room seats people',
    start_game: 'the room starts the match',
    restart_game: 'the room starts the next match',
    leave_game: 'the room takes people from their seats',
    seats_changed: "the host's",
    auto_play: "the clock's",
    skip_turn: "the clock's",
    timer_tick: "the clock's",
  },
  'min-or-max': {
    timeout: "the clock's",
    wheel_spin_complete: "the game's own",
    cards_dealt: "the game's own",
    thresholds_set: "the game's own",
    wheel_spun: "the game's own",
    first_card_played: "the game's own",
    turn_started: "the game's own",
    play_card: "the game's own",
    player_won: "the game's own",
    player_lost: "the game's own",
    setup_complete: "the game's own",
  },
  'may-i': {
    lay_down: 'filled in as a form',
    add_player: 'the room seats people',
    start_game: 'the room starts the match',
  },
  innovation: {
    'answer.order': 'filled in as a form',
  },
};

const NESTED = ['answer', 'choose_card_effect'];

/** The kind of an action as it is sent. */
export function kindOf(action: unknown): string {
  if (typeof action === 'string') return action;
  const [name, inside] = Object.entries((action ?? {}) as Record<string, unknown>)[0] ?? ['nothing', null];
  if (!NESTED.includes(name)) return name;
  const carried = (inside as { answer?: object }).answer ?? (inside as object);
  return `${name}.${Object.keys(carried)[0] ?? ''}`;
}

/** What a game asks and has not been answered. */
export const missing = (game: GameId, sent: ReadonlySet<string>): string[] =>
  ASKED[game].filter((kind) => !sent.has(kind));
