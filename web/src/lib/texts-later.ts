/**
 * The texts that are not needed before the first card: of lobbies, results, settings and dialogs. They belong to the
 * same catalogue as `texts.ts`, and are loaded with the components that use them.
 */
import { count, names, noun, number, spaced } from './texts';

const UNITS: Record<string, [string, string]> = {
  seconds: ['second', 'seconds'],
  cards: ['card', 'cards'],
  players: ['player', 'players'],
  points: ['point', 'points'],
  turns: ['turn', 'turns'],
  degrees: ['degree', 'degrees'],
  per_mille: ['per mille', 'per mille'],
};

/** The number of an option, with its unit. */
export function amount(value: number, unit: string | undefined): string {
  if (unit === 'milliseconds') {
    if (value % 60_000 === 0 && value > 0) return count(value / 60_000, 'minute', 'minutes');
    return value >= 1000 ? count(value / 1000, 'second', 'seconds') : `${number.format(value)} ms`;
  }
  const words = unit === undefined ? undefined : UNITS[unit];
  return words ? count(value, ...words) : number.format(value);
}

/** The unit of a number that stands beside it in a field. */
export function unitWord(value: number, unit: string): string {
  const words = UNITS[unit === 'milliseconds' ? 'seconds' : unit];
  return words ? noun(value, ...words) : spaced(unit);
}

export const laterTexts = {
  /** A description of each level. */
  levelsAbout: {
    random: 'Plays any legal move at random.',
    greedy: 'Takes what looks best at once.',
    easy: 'Thinks a little. Good to learn with.',
    medium: 'Thinks ahead. A fair opponent.',
    hard: 'Thinks long, and forgives little.',
    house: 'Plays by the rules of the house.',
  } as Record<string, string>,
  newTable: {
    title: (game: string) => `New table of ${game}`,
    preset: 'Rules',
    bots: 'Bots',
    noBots: 'None',
    listed: 'Show it among the open tables',
    listedAbout: 'Otherwise people need the code to find it.',
    watch: 'Who may watch',
    watchers: { nobody: 'Nobody', link: 'Anyone with the link', anyone: 'Anyone' },
    undo: 'Moves can be taken back',
    hints: 'Hints from a bot',
    make: 'Open the table',
  },
  lobby: {
    chairs: 'Chairs',
    empty: 'Empty chair',
    invite: 'Waiting for somebody with the code',
    addBot: 'Seat a bot',
    level: 'Level',
    ready: 'Ready',
    notReady: 'Not ready',
    iAmReady: 'I am ready',
    iAmNot: 'Not ready after all',
    start: 'Start the match',
    wait: 'Everybody is ready. The host starts the match.',
    waitReady: (who: readonly string[]) => `Waiting for ${names(who)} to be ready.`,
    waitSeats: (n: number) => `${count(n, 'more player is', 'more players are')} needed.`,
    host: 'host',
    remove: (name: string) => `Remove ${name}`,
    kick: (name: string) => `Ban ${name} from this table`,
    kickSure: (name: string) => `Ban ${name}?`,
    kickAbout: 'They cannot come back to this table, neither to play nor to watch.',
    kickDo: 'Ban',
    handOver: (name: string) => `Make ${name} the host`,
    lock: 'Lock the door',
    unlock: 'Open the door',
    locked: 'Nobody else can come in.',
    leave: 'Leave the table',
    rules: 'Rules of this table',
    preset: 'Preset',
    changed: 'changed',
    share: 'Invite friends',
    code: 'Code',
    copyLink: 'Copy the link',
    copied: 'Link copied.',
    copyFailed: 'The browser did not let us copy. Here is the link:',
    qr: 'QR code of the link to this table',
    watching: (n: number) => `${count(n, 'person is', 'people are')} watching`,
    fair: 'Fair deal',
    fairAbout: 'The server has committed to this deal in advance. After the match the secret is revealed.',
    optionsHost: 'Only the host changes these.',
    no: 'no',
    yes: 'yes',
    from: (label: string) => `${label}, from`,
    to: (label: string) => `${label}, to`,
    off: (label: string) => label,
  },
  join: {
    title: (game: string) => `A table of ${game}`,
    nickname: 'Your name at the table',
    sitDown: 'Sit down',
    watch: 'Only watch',
    about: (host: string | null, people: number, seats: number) =>
      `${host === null ? 'There is no host' : `${host} is the host`}. ${count(people, 'person is', 'people are')} here, and there ${count(seats, 'chair', 'chairs')}.`,
    shut: 'The table is full, or its door is locked.',
    running: 'The match is running.',
    canWatch: 'You can watch.',
    noWatching: 'Watching is not allowed here.',
  },
  results: {
    won: 'You win',
    lost: (who: readonly string[]) => `${names(who)} ${who.length === 1 ? 'wins' : 'win'}`,
    draw: 'Nobody wins',
    place: 'Place',
    player: 'Player',
    record: 'Wins',
    winner: 'winner',
    again: 'Play again',
    voteAgain: 'Play again',
    toLobby: 'To the lobby',
    voted: 'You voted. Waiting for the others.',
    votes: { again: 'wants to play again', lobby: 'wants the lobby', none: 'has not voted' },
    vote: 'Play again? Everyone votes.',
    countdown: 'The next match begins in a moment.',
    board: 'See the table',
    replay: 'Watch the replay',
    share: 'Copy the replay link',
    inspect: 'Inspect the match',
    home: 'Home',
    proof: 'Was the deal fair?',
    proofAbout:
      'Before the match the server committed to a secret number. Here it is revealed: anyone can check that the cards were dealt from it and from what everyone added.',
    commitment: 'Commitment',
    secret: 'Secret',
    contributions: 'Added by the seats',
    checks: 'The secret matches the commitment.',
    checkFails: 'The secret does not match the commitment!',
    noCheck: 'This browser cannot check it here.',
    samePromise: 'It is the commitment that this page was shown before the deal.',
    otherPromise: 'It is not the commitment that this page was shown before the deal!',
  },
  settings: {
    title: 'Settings',
    nickname: 'Nickname',
    nicknameAbout: 'One to twenty characters. Others see it at the table.',
    save: 'Save',
    saved: 'Saved.',
    theme: 'Theme',
    themes: { auto: 'System', day: 'Light', night: 'Dark' },
    suits: 'Suits',
    suitsAll: { two: 'Two colours', four: 'Four colours' },
    cards: 'Cards',
    sizes: { small: 'Small', normal: 'Normal', large: 'Large' },
    motion: 'Motion',
    speeds: { slow: 'Slow', normal: 'Normal', fast: 'Fast', off: 'Off' },
    motionReduced: 'Your system asks for less motion, so nothing moves.',
    sound: 'Sound',
    volume: 'Volume',
    notifications: 'Notify me when it is my turn',
    notificationsAbout: 'Only while the page is in the background.',
    notificationsDenied: 'The browser does not allow it; change that in its settings for this page.',
    words: 'Text-only tables',
    wordsAbout: 'Lines of text instead of drawn boards; every game can be played this way.',
    sample: 'How it looks',
  },
  keys: {
    title: 'Keys',
    /** What the browser and all parts of a page do. */
    everywhere: [
      { name: 'Tab', does: 'To the next part of the table' },
      { name: 'Arrow keys', does: 'Within a part: cards of a hand, piles, choices; in a large card, to the next one' },
    ],
  },
  rules: {
    title: 'Rules',
    titleOf: (game: string) => `How to play ${game}`,
    options: 'Tables may play with other options; the lobby says which.',
    chart: 'How the game runs, as a chart',
    others: 'Other games',
    missing: 'There is no such game',
    players: 'Players',
    time: 'Time',
    sections: 'Sections',
  },
  licences: {
    title: 'Licences',
    about: 'Croupier is free software under the MIT or the Apache 2.0 licence. This is what it is made with:',
    failed: 'The list could not be loaded.',
  },
} as const;
