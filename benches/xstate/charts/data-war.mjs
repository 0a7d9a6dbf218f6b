import { createActor, createMachine, SimulatedClock } from 'xstate';

/** What the guards read and the actions change: a stand-in for the store that holds the decks. */
class Table {
  sum = 0;
  tooltip = 0;
  turn = 0;
  comparison = 0;
  won = false;

  show(tooltip) {
    this.tooltip = tooltip;
    this.sum += tooltip;
  }

  compare() {
    this.comparison = this.comparison === 6 ? 1 : this.comparison + 1;
  }

  countTurn() {
    this.turn += 1;
    this.sum += 79;
  }

  reset() {
    this.turn = 0;
    this.sum += 83;
  }
}

const TOOLTIPS = {
  welcome: 2,
  select_billionaire: 3,
  select_background: 5,
  intro: 7,
  quick_start_guide: 11,
  your_mission: 13,
  vs_animation: 17,
  ready: 19,
  revealing: 23,
  comparing: 29,
  resolving: 31,
  game_over: 37,
  war_animating: 41,
  war_face_down: 43,
  war_face_up: 47,
  effect_showing: 53,
  effect_processing: 59,
  pre_processing: 61,
  pre_animating: 67,
  pre_awaiting: 71,
  pre_selecting: 73,
};

const states = {
  welcome: { entry: 'welcome', on: { START_GAME: 'select_billionaire', SKIP_TO_GAME: 'ready' } },
  select_billionaire: {
    entry: 'select_billionaire',
    on: { SELECT_BILLIONAIRE: 'select_background' },
  },
  select_background: { entry: 'select_background', on: { SELECT_BACKGROUND: 'intro' } },
  intro: {
    entry: 'intro',
    on: { SHOW_GUIDE: 'quick_start_guide', SKIP_INSTRUCTIONS: 'vs_animation' },
  },
  quick_start_guide: {
    entry: 'quick_start_guide',
    on: { SHOW_MISSION: 'your_mission', SKIP_GUIDE: 'your_mission' },
  },
  your_mission: { entry: 'your_mission', on: { START_PLAYING: 'vs_animation' } },
  vs_animation: {
    entry: 'vs_animation',
    on: { VS_ANIMATION_COMPLETE: 'ready' },
    after: { 2000: 'ready' },
  },
  ready: { entry: 'ready', on: { REVEAL_CARDS: 'revealing' } },
  revealing: { entry: 'revealing', on: { CARDS_REVEALED: 'comparing' } },
  comparing: {
    entry: ['compare', 'comparing'],
    on: { TIE: 'data_war', SPECIAL_EFFECT: 'special_effect', RESOLVE_TURN: 'resolving' },
    after: {
      1500: [
        { target: 'data_war', guard: 'isDataWar' },
        { target: 'special_effect', guard: 'hasSpecialEffects' },
        { target: 'resolving' },
      ],
    },
  },
  data_war: {
    initial: 'animating',
    states: {
      animating: { entry: 'war_animating', after: { 2000: 'reveal_face_down' } },
      reveal_face_down: { entry: 'war_face_down', on: { TAP_DECK: 'reveal_face_up' } },
      reveal_face_up: {
        entry: 'war_face_up',
        on: { TAP_DECK: { target: '#dataWarGame.comparing', actions: 'countTurn' } },
      },
    },
  },
  special_effect: {
    initial: 'showing',
    states: {
      showing: { entry: 'effect_showing', on: { DISMISS_EFFECT: 'processing' } },
      processing: { entry: 'effect_processing', after: { 500: '#dataWarGame.resolving' } },
    },
  },
  resolving: {
    entry: 'resolving',
    on: {
      CHECK_WIN_CONDITION: [
        { target: 'game_over', guard: 'hasWinCondition' },
        { target: 'pre_reveal' },
      ],
    },
  },
  pre_reveal: {
    initial: 'processing',
    on: { PRE_REVEAL_COMPLETE: 'ready' },
    states: {
      processing: {
        entry: 'pre_processing',
        after: {
          1200: [
            { target: 'animating', guard: 'hasPreRevealEffects' },
            { target: '#dataWarGame.ready' },
          ],
        },
      },
      animating: { entry: 'pre_animating', after: { 2000: 'awaiting_interaction' } },
      awaiting_interaction: { entry: 'pre_awaiting', on: { TAP_DECK: 'selecting' } },
      selecting: { entry: 'pre_selecting', on: { CARD_SELECTED: '#dataWarGame.revealing' } },
    },
  },
  game_over: { type: 'final', entry: 'game_over' },
};

/** A string is sent, a number is waited for. */
const SCRIPT = [
  // A normal turn.
  'REVEAL_CARDS', 'CARDS_REVEALED', 1500, 'CHECK_WIN_CONDITION', 1200,
  // A tie.
  'REVEAL_CARDS', 'CARDS_REVEALED', 1500, 2000, 'TAP_DECK', 'TAP_DECK', 1500,
  'CHECK_WIN_CONDITION', 1200,
  // A special effect.
  'REVEAL_CARDS', 'CARDS_REVEALED', 1500, 'DISMISS_EFFECT', 500, 'CHECK_WIN_CONDITION', 1200,
  // "Open what you want".
  'REVEAL_CARDS', 'CARDS_REVEALED', 1500, 'CHECK_WIN_CONDITION', 1200, 2000, 'TAP_DECK',
  'CARD_SELECTED', 'CARDS_REVEALED', 1500, 'CHECK_WIN_CONDITION', 1200,
];

/** Chart (d): the flow of Data War. */
export function dataWar() {
  const table = new Table();
  const tooltips = Object.entries(TOOLTIPS).map(([name, tooltip]) => [name, () => table.show(tooltip)]);
  const machine = createMachine(
    {
      id: 'dataWarGame',
      initial: 'welcome',
      on: { RESET_GAME: { target: '.welcome', actions: 'reset' }, QUIT_GAME: '.welcome' },
      states,
    },
    {
      guards: {
        hasWinCondition: () => table.won,
        isDataWar: () => table.comparison === 2,
        hasSpecialEffects: () => table.comparison === 4,
        hasPreRevealEffects: () => table.comparison === 5,
      },
      actions: {
        ...Object.fromEntries(tooltips),
        compare: () => table.compare(),
        countTurn: () => table.countTurn(),
        reset: () => table.reset(),
      },
    },
  );
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock }).start();
  actor.send({ type: 'SKIP_TO_GAME' });
  const script = SCRIPT.map((step) => (typeof step === 'number' ? step : { type: step }));

  return {
    transitions: script.length,
    pass() {
      for (const step of script) {
        if (typeof step === 'number') clock.increment(step);
        else actor.send(step);
      }
    },
    checksum: () => table.sum,
  };
}
