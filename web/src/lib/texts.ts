/**
 * All texts of the interface that do not come from the server. The texts of a game (questions, choices, refusals, the
 * log) come from the server; these are the client's own. Numbers and lists are formatted with `Intl`. The texts of
 * lobbies, results, settings and dialogs are in `texts-later.ts`, because they are not needed before the first card.
 */
const LOCALE = 'en';
const plural = new Intl.PluralRules(LOCALE);
const list = new Intl.ListFormat(LOCALE, { style: 'long', type: 'conjunction' });
/** `1,200`. */
export const number = new Intl.NumberFormat(LOCALE);

/** `3 cards`, `1 card`. */
export const count = (n: number, one: string, other: string): string => `${number.format(n)} ${noun(n, one, other)}`;
/** Only the noun: `cards`, `card`. */
export const noun = (n: number, one: string, other: string): string => (plural.select(n) === 'one' ? one : other);
export const cardCount = (n: number): string => count(n, 'card', 'cards');
export const pointCount = (n: number): string => count(n, 'point', 'points');
export const names = (all: readonly string[]): string => list.format(all);

/** `2:05`, or only the seconds when less than ten are left. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const rest = seconds % 60;
  return seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(rest).padStart(2, '0')}`;
}

/** Converts `exceeded_threshold` to words. */
export const spaced = (code: string): string => code.replaceAll('_', ' ').replaceAll('-', ' ');
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Why somebody does not answer; empty for who is there, and for bots. */
export const presence = ({ bot, status }: { bot: boolean; status: string }): string =>
  bot || status === 'connected' ? '' : status === 'reconnecting' ? texts.table.away : texts.table.gone;

export const texts = {
  name: 'Croupier',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  menu: 'Menu',
  home: 'Home',
  loading: 'One moment…',
  tryAgain: 'Try again',
  you: 'You',
  seat: (seat: number) => `Seat ${seat + 1}`,
  bot: 'bot',
  aBot: 'a bot',
  guest: 'Guest',
  faceDown: 'Face-down card',
  reaction: 'Reaction',
  /** How the printed text of a demand begins. */
  demand: 'I demand',
  worth: (value: number) => `worth ${value}`,
  ageOf: (colour: string) => `${colour}, age `,
  levels: {
    random: 'Random',
    easy: 'Easy',
    medium: 'Medium',
    hard: 'Hard',
    house: 'The house',
  } as Record<string, string>,
  /** The line below a game's name on its tile. */
  games: {
    'min-or-max': { line: 'Spin the wheel, hit the number, never go past it.', time: '5 min' },
    'may-i': { line: 'Six contracts, two packs, and a polite question.', time: '40 min' },
    rush: { line: 'Three minutes. Get rid of everything.', time: '3 min' },
    innovation: { line: 'From the wheel to the web in a hundred and five cards.', time: '45 min' },
    'data-war': { line: 'War, with trackers, blockers and a rocket.', time: '10 min' },
  } as Record<string, { line: string; time: string }>,

  homePage: {
    title: 'Card games',
    seats: ([fewest, most]: readonly [number, number]) =>
      fewest === most ? count(fewest, 'player', 'players') : `${fewest}–${most} players`,
    playNow: 'Play now',
    playNowLabel: (game: string) => `Play now: ${game}, against bots`,
    newTable: 'New table',
    newTableLabel: (game: string) => `New table of ${game}`,
    rules: 'Rules',
    rulesLabel: (game: string) => `Rules of ${game}`,
    join: 'Join a table',
    joinAbout: 'Got a code from a friend? Enter it here.',
    code: 'Room code',
    sitDown: 'Sit down',
    noSuchTable: 'There is no table with this code.',
    open: 'Open tables',
    none: 'No table is open right now. Make one, and it appears here for others.',
    moreOpen: (n: number) => `Show ${count(n, 'more table', 'more tables')}`,
    joinRow: 'Join',
    watchRow: 'Watch',
    row: (host: string | null, people: number, seats: number, playing: boolean) =>
      `${host ?? 'No host'}, ${playing ? 'playing' : `${count(people, 'person', 'people')}, ${count(seats, 'seat', 'seats')}`}`,
    resume: 'Continue',
    resumeLabel: (game: string) => `Continue ${game}`,
    resumeLine: (phase: string, host: string | null) =>
      phase === 'lobby' ? `${host === null ? 'A' : `${host}’s`} table is waiting.` : 'The match is running.',
    more: (n: number) => `${count(n, 'more table', 'more tables')} where you have a seat`,
    licences: 'Licences',
    settings: 'Settings',
  },
  table: {
    yourTurn: 'Your turn',
    waitingFor: (who: readonly string[]) => `Waiting for ${names(who)}`,
    watchingOnly: 'You are watching',
    nobodyWaits: 'One moment',
    titleTurn: (game: string) => `Your turn · ${game}`,
    pausedTitle: 'Paused',
    paused: 'The match is paused.',
    resume: 'Continue',
    pause: 'Pause',
    undo: 'Take back',
    hint: 'Hint',
    hintWait: 'The bot would wait.',
    hintOf: 'A bot would do this:',
    doIt: 'Do it',
    react: 'React',
    log: 'What happened',
    openLog: 'What happened',
    results: 'Results',
    seeResults: 'See the results',
    inspector: 'Flow of the game',
    soundOn: 'Sound on',
    soundOff: 'Sound off',
    day: 'Light theme',
    night: 'Dark theme',
    rules: 'Rules',
    keys: 'Keys',
    settings: 'Settings',
    leave: 'Leave the table',
    leaveSure: 'Leave for good?',
    leaveAbout: 'Your chair goes to a bot or stays empty; you cannot take it back.',
    closeTab: 'To go away for a while just close the page: your chair is kept.',
    stay: 'Stay',
    sitDown: 'Sit down',
    watchers: (n: number) => `${n} watching`,
    code: 'Room code',
    voteRemove: (name: string) => `Vote to remove ${name}`,
    yourSeat: 'A bot plays for you.',
    takeBack: 'Take my seat back',
    silent: (name: string) => `${name} keeps the table waiting.`,
    since: (n: number) => `While you were away, ${count(n, 'thing', 'things')} happened:`,
    got: 'Got it',
    unsent: 'Your last move was not sent: it came too late.',
    unsentPending: 'Not sent yet',
    deadline: (seconds: number) => `${seconds} seconds left`,
    answer: 'Answer',
    choices: 'Choices',
    also: 'You may also',
    more: 'More',
    people: 'People at the table',
    away: 'reconnecting',
    gone: 'gone',
    noBoard: 'The table',
    ownSeat: 'Your seat',
    yourHand: 'Your hand',
    players: 'Players',
    toAct: 'to act',
    timeLeft: (time: string) => `${time} left`,
    pressAgain: '? Press again',
    cardBefore: 'The card before',
    cardAfter: 'The card after',
    notification: (game: string) => `${game}: it is your turn`,
  },
  /** What the keys of a page do, for its list. */
  keys: {
    i: 'See the card large; so does holding it, or the other mouse button',
    escape: 'Cancel a choice, or close a window',
    hint: 'Hint, where the table allows it',
    undo: 'Take back, where the table allows it',
    pause: 'Pause and continue, when you play alone',
    log: 'What happened',
    react: 'React',
    list: 'This list',
    arrange: 'Move a card within your hand',
    answer: 'Answer, or choose a piece of a form',
    shift: 'Move a piece of a form',
    cards: 'The card with this number',
    choices: 'The choice with this number',
    /** What keys are called in the list. */
    names: { press: 'Enter or Space', move: 'Alt and arrow keys' },
  },
  forms: {
    clear: 'Start over',
    send: 'Done',
    chosen: (n: number, min: number, max: number) =>
      min === max ? `${n} of ${max}` : `${n} chosen (${min} to ${max} needed)`,
    loose: 'Not used yet',
    add: (card: string, group: string) => `Put ${card} into ${group}`,
    takeOut: (card: string) => `Take ${card} out`,
    orderHelp: 'Tap a piece, then its new place; or hold Alt and use the arrow keys.',
    earlier: 'Earlier',
    later: 'Later',
    place: (at: number, of: number) => `${at} of ${of}`,
    fits: 'fits',
  },
  connection: {
    lost: 'Connection lost. Trying again…',
    lostIn: (seconds: number) => `Connection lost. Trying again in ${seconds} s`,
    now: 'Now',
    unsent: (n: number) => `${count(n, 'move is', 'moves are')} waiting to be sent.`,
    back: 'You are connected again.',
  },
  missing: {
    title: 'There is nothing here',
    about: 'The page you asked for does not exist. Perhaps the address has a typo.',
    room: 'There is no such table',
    roomAbout: 'It may have been closed: empty tables are closed after a while.',
  },
  gone: {
    title: 'The server does not answer',
    about: 'Perhaps it is being restarted, or your connection is down. We’ll keep trying.',
  },
  ended: {
    room_closed: ['This table is closed', 'Everybody has left, or the host closed it.'],
    kicked: ['You were removed', 'The host has removed you from this table.'],
    banned: ['You are banned from this server', 'The people who run it have shut you out.'],
    room_missing: ['There is no such table', 'It may have been closed: empty tables are closed after a while.'],
    room_damaged: ['This table is damaged', 'Only the people who run the server can do something about it.'],
    no_watchers: ['Watching is not allowed here', 'You can only come in as a player.'],
    left: ['You have left the table', 'Your chair is free for somebody else.'],
    other: ['The connection was closed', ''],
  } as Record<string, [string, string]>,
} as const;
