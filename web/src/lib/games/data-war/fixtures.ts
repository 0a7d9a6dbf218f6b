/** Moments of Data War as the server sends them, for tests and for viewing the board without a server. */
import type { Entry, Player, Prompt } from '$lib/table/table';
import type { Choice, Form } from '$lib/wire';
import { PEOPLE, PLACES } from './people';
import type { Action, FlowEvent, PileView, SideView, View } from './types';

export interface Moment {
  view: View;
  prompt: Prompt<Action> | null;
  offers: Choice<Action>[];
  entries: Entry[];
  seat: number | null;
  players: Player[];
  options: Record<string, unknown>;
}

const side = (more: Partial<SideView> = {}): SideView => ({
  kind: 'person',
  character: 'brock',
  deck: 31,
  stacks: [],
  tally: { base: 0, penalty: 0 },
  value: 0,
  opens: 0,
  offered: null,
  offer: null,
  answered: false,
  picked: null,
  sequence_from: 0,
  ...more,
});

const player = (seat: number, name: string): Player => ({
  id: 101 + seat,
  name,
  seat,
  bot: false,
  ready: true,
  vote: null,
  wins: 0,
  losses: 0,
  status: 'connected',
  away_until: null,
});

const VIEW: View = {
  seat: 0,
  phase: 'ready',
  tooltip: 'Tap stack to start!',
  current_turn: 4,
  turns_completed: 3,
  sides: [side(), side({ character: 'misty', deck: 29, stacks: ['ls-nanny-platform-01'] })],
  pile: [],
  owed: [],
  smackers: [],
  tracker_smacker_active: null,
  tapped: [],
  waved: [],
  takeover: null,
  war: null,
  depth: 0,
  winner: null,
  settled: 0,
  tantrum: null,
  falls: [],
  taken: [],
  playing_since: 0,
  deadline: null,
  background: null,
  ending: null,
};

const tap = (label: string): Choice<Action> => ({
  label: [label],
  pieces: [{ pile: { name: 'deck', owner: 0 } }],
  action: 'tap',
});
const event = (name: FlowEvent, label: string): Choice<Action> => ({ label: [label], action: { event: name } });

export const prompt = (
  message: string,
  sentence: string,
  choices: Choice<Action>[],
  forms: Form[] = [],
): Prompt<Action> => ({
  id: 7,
  message: `data-war.${message}`,
  sentence: [sentence],
  choices,
  may_decline: false,
  deadline: null,
  forms,
});

function moment(view: Partial<View>, asked: Prompt<Action> | null = null, entries: Entry[] = []): Moment {
  return {
    view: { ...VIEW, ...view },
    prompt: asked,
    offers: [{ label: ['Concede'], action: 'concede' }],
    entries,
    seat: 0,
    players: [player(0, 'Ada'), player(1, 'Bo')],
    options: { launch_stacks_to_win: 3, pacing: 'local' },
  };
}

const up = (owner: number, card: string, pending: PileView['pending'] = null): PileView => ({
  owner,
  card,
  pending,
  gone: false,
});
const down = (owner: number): PileView => ({ owner, card: null, pending: null, gone: false });
const screen = (phase: string, tooltip: string, choices: Choice<Action>[]) =>
  moment(
    {
      phase,
      tooltip,
      turns_completed: 0,
      sides: [side({ character: null, deck: 0 }), side({ character: null, deck: 0, kind: 'house' })],
    },
    prompt(phase, tooltip, choices),
  );
const entry = (number: number, game: unknown, text?: Entry['text']): Entry => ({
  number,
  at: number,
  event: { game },
  text,
});

const WAR_PILE = [
  up(0, 'firewall-open-01', 'open_what_you_want'),
  up(1, 'ls-rocket-company-01', 'launch_stack'),
  up(1, 'move-takeover-01'),
  down(0),
  down(0),
  down(0),
];
const TANTRUM_PILE = [
  up(0, 'move-tantrum-01', 'temper_tantrum'),
  up(1, 'firewall-smacker-01'),
  down(0),
  down(0),
  down(0),
  down(1),
  down(1),
  down(1),
  up(0, 'common-2-03'),
  up(1, 'ls-newspaper-01', 'launch_stack'),
  up(1, 'common-5-02'),
];
const named = (card: string, text: string) => [{ text, card }, ': what it does'];
const slot = (at: number) => ({ slot: { pile: { name: 'pile' }, at } });

export const MOMENTS = {
  welcome: screen('welcome', 'Welcome to Data War!', [
    event('START_GAME', 'Choose who flies'),
    event('SKIP_TO_GAME', 'Deal the cards'),
  ]),
  characters: screen(
    'select_billionaire',
    'Whose little face is going to space?',
    PEOPLE.map(({ id, name }) => ({
      label: [name],
      pieces: [{ part: id }],
      action: { select_billionaire: { billionaire: id } },
    })),
  ),
  places: screen(
    'select_background',
    'Which one do you want to play on?',
    PLACES.map(({ id, name }) => ({
      label: [name],
      pieces: [{ part: id }],
      action: { select_background: { background: id } },
    })),
  ),
  intro: screen('intro', 'How do I play?', [
    event('SHOW_GUIDE', 'Show me how to play'),
    event('SKIP_INSTRUCTIONS', 'Skip the instructions and deal'),
  ]),
  guide: screen('quick_start_guide', 'Quick Launch Guide', [
    event('SHOW_MISSION', 'On to the mission'),
    event('SKIP_GUIDE', 'Skip the guide'),
  ]),
  mission: screen('your_mission', 'Your mission: (should you choose to accept it)', [
    event('START_PLAYING', 'Accept the mission and deal'),
  ]),
  versus: moment({ phase: 'vs_animation', tooltip: 'Get ready for battle!', turns_completed: 0 }),
  ready: moment({}, prompt('ready', 'Tap stack to start!', [tap('Turn a card over')])),
  revealed: moment(
    {
      phase: 'comparing',
      tooltip: '',
      pile: [
        up(0, 'blocker-2-01', 'blocker'),
        up(1, 'tracker-3-01', 'tracker'),
        up(0, 'common-2-01'),
        up(1, 'common-4-06'),
      ],
      sides: [
        side({ tally: { base: 2, penalty: 0 }, value: 2, stacks: ['ls-energy-grid-01', 'ls-newspaper-01'] }),
        side({ character: 'misty', deck: 27, tally: { base: 7, penalty: 2 }, value: 5, opens: 1 }),
      ],
      owed: [0],
      smackers: [0],
    },
    null,
    [
      entry(1, { card_revealed: { seat: 1 } }, [
        { text: 'Bo', seat: 1 },
        ' turns over ',
        { text: 'Email Trail (4)', card: 'common-4-06' },
      ]),
    ],
  ),
  war: moment({ phase: 'data_war.animating', tooltip: 'DATA WAR!', war: 'tie', depth: 1, pile: WAR_PILE.slice(0, 3) }),
  war_face_down: moment(
    {
      phase: 'data_war.reveal_face_down',
      tooltip: 'Tap to reveal 3 cards face down',
      war: { takeover: { attacked: 0 } },
      depth: 1,
      takeover: 1,
      pile: WAR_PILE.slice(0, 3),
    },
    prompt('war_face_down', 'Tap to reveal 3 cards face down', [tap('Lay three cards face down')]),
  ),
  war_face_up: moment(
    {
      phase: 'data_war.reveal_face_up.tapping',
      tooltip: 'Tap to reveal final card',
      war: 'tie',
      depth: 1,
      pile: WAR_PILE,
      sides: [
        side({ sequence_from: 3, deck: 27 }),
        side({ character: 'misty', value: 6, tally: { base: 6, penalty: 0 }, sequence_from: 2 }),
      ],
    },
    prompt('war_face_up', 'Tap to reveal final card', [tap('Turn the last card over')]),
  ),
  special_effect: moment(
    {
      phase: 'special_effect.showing',
      tooltip: 'Special card effect!',
      pile: [...WAR_PILE, up(0, 'tracker-2-02', 'tracker'), up(0, 'data-grab-03', 'data_grab')],
      depth: 1,
    },
    prompt('special_effect', 'Special card effect!', [{ label: ['Continue'], action: 'dismiss' }]),
  ),
  owyw_tap: moment(
    {
      phase: 'pre_reveal.awaiting_interaction',
      tooltip: 'Tap to see top 3 cards',
      sides: [side({ opens: 1 }), side({ character: 'misty' })],
    },
    prompt('owyw_tap', 'Tap to see top 3 cards', [tap('See your top cards')]),
  ),
  open: moment(
    {
      phase: 'pre_reveal.selecting',
      tooltip: '',
      sides: [
        side({ opens: 1, offered: 3, offer: ['firewall-recall-01', 'common-5-04', 'common-3-05'] }),
        side({ character: 'misty' }),
      ],
    },
    prompt('open', 'Which of your top cards do you play?', [
      { label: named('firewall-recall-01', 'Mandatory Recall (6)'), action: { pick_open: { slot: 0 } } },
      { label: named('common-5-04', 'Cookie Crumbs (5)'), action: { pick_open: { slot: 1 } } },
      { label: named('common-3-05', 'Cafe Pirates (3)'), action: { pick_open: { slot: 2 } } },
    ]),
  ),
  tantrum: moment(
    { phase: 'resolving', tooltip: 'Choose what you take with you', tantrum: 0, winner: 1, pile: TANTRUM_PILE },
    prompt(
      'tantrum_pick',
      'Which cards do you take from the winner?',
      [],
      [
        {
          label: 'Take two cards',
          kind: 'select',
          pieces: [
            { piece: { card: 'firewall-smacker-01' }, label: named('firewall-smacker-01', 'Tracker Smacker (6)') },
            ...[5, 6, 7].map((at) => ({ piece: slot(at), label: ['a face-down card'] })),
            { piece: { card: 'ls-newspaper-01' }, label: named('ls-newspaper-01', 'Silenced Newspaper (0)') },
            { piece: { card: 'common-5-02' }, label: named('common-5-02', 'Cookie Crumbs (5)') },
          ],
          groups: [{ label: '', pieces: [0, 1, 2, 3, 4, 5], min: 2, max: 2, ordered: false }],
          suggestions: [{ label: ['Tracker Smacker (6) and Silenced Newspaper (0)'], groups: [[0, 4]] }],
        },
      ],
    ),
  ),
  tantrum_one: moment(
    {
      phase: 'resolving',
      tooltip: 'Choose what you take with you',
      tantrum: 0,
      winner: 1,
      pile: TANTRUM_PILE.slice(0, 2),
    },
    prompt('tantrum_pick', 'Which cards do you take from the winner?', [
      {
        label: named('firewall-smacker-01', 'Tracker Smacker (6)'),
        pieces: [{ card: 'firewall-smacker-01' }],
        action: { pick_tantrum: { slots: [0] } },
      },
    ]),
  ),
  grab_takeover: moment({ phase: 'data_grab.takeover', tooltip: 'Get your hands ready', pile: TANTRUM_PILE }),
  grab_playing: moment(
    {
      phase: 'data_grab.playing',
      tooltip: 'Take what you can!',
      pile: TANTRUM_PILE,
      falls: TANTRUM_PILE.map((_, at) => ({ fall: 2500 + at * 60, gap: 320 })),
      taken: [{ seat: 1, slot: 1 }],
    },
    prompt('grab_playing', 'Grab what you can before it is gone!', [
      { label: named('move-tantrum-01', 'Temper Tantrum (6)'), pieces: [slot(0)], action: { grab: { slot: 0 } } },
      { label: ['a face-down card'], pieces: [slot(2)], action: { grab: { slot: 2 } } },
    ]),
  ),
  grab_results: moment(
    { phase: 'data_grab.results', tooltip: 'This is what everybody got' },
    prompt('grab_results', 'This is what everybody got', [event('DATA_GRAB_RESULTS_VIEWED', 'Continue')]),
    [
      entry(1, { grab_opened: {} }),
      ...TANTRUM_PILE.map((it, at) =>
        entry(at + 2, { card_grabbed: { seat: at % 2, slot: at, card: it.card, missed: at > 7 } }),
      ),
    ],
  ),
  won: moment({ phase: 'pre_reveal.processing', tooltip: '' }, null, [
    entry(1, { turn_won: { seat: 0, values: [5, 3] } }, [
      { text: 'You', tone: 'mine', seat: 0 },
      ' win the turn, 5 to 3',
    ]),
    entry(2, { cards_collected: { seat: 0, cards: [] } }, [{ text: 'You', tone: 'mine', seat: 0 }, ' collect 2 cards']),
  ]),
  over: moment({
    phase: 'game_over',
    tooltip: 'The game is decided',
    sides: [
      side({ stacks: ['ls-energy-grid-01', 'ls-newspaper-01', 'ls-rocket-company-01'] }),
      side({ character: 'misty' }),
    ],
    ending: {
      winner: 0,
      condition: 'launch_stacks',
      detail: null,
      turns_completed: 17,
      decks: [31, 29],
      stacks: [3, 1],
    },
  }),
} satisfies Record<string, Moment>;

export type MomentName = keyof typeof MOMENTS;
