/** Card codes and their meaning: `7H`, `10S#2`, `JK1`, `common-3-07`, `The Wheel`. */
import { SUIT_NAME, type Suit } from './suits';

export type Rank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | 'J' | 'Q' | 'K';

export type CardCode =
  | { kind: 'french'; rank: Rank; suit: Suit; pack: number }
  | { kind: 'joker'; number: number }
  | { kind: 'data-war'; type: string; copy: number }
  | { kind: 'innovation'; name: string };

const FRENCH = /^(10|[2-9AJQK])([SHDC])(?:#([2-9]))?$/;
const JOKER = /^JK([1-9]\d?)$/;
const DATA_WAR = /^([a-z]+(?:-[a-z0-9]+)*)-(\d\d)$/;

/** Parses a code. Anything that does not look like a card of the other games is the title of an Innovation card. */
export function parseCard(code: string): CardCode {
  const french = FRENCH.exec(code);
  if (french) {
    const [, rank, suit, pack] = french;
    return { kind: 'french', rank: rank as Rank, suit: suit as Suit, pack: Number(pack ?? 1) };
  }
  const joker = JOKER.exec(code);
  if (joker) return { kind: 'joker', number: Number(joker[1]) };
  const dataWar = DATA_WAR.exec(code);
  if (dataWar) return { kind: 'data-war', type: dataWar[1]!, copy: Number(dataWar[2]) };
  return { kind: 'innovation', name: code };
}

const RANK_NAME: Partial<Record<Rank, string>> = { A: 'Ace', J: 'Jack', Q: 'Queen', K: 'King' };

/** A rank in words: `Ace`, `7`. */
export const rankName = (rank: Rank): string => RANK_NAME[rank] ?? rank;

/** `common-3` as `Common 3`, until the table of cards is loaded. */
const readable = (type: string): string => {
  const words = type.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * How a card is read aloud. `nameOf` looks up the names of Data War's card types. The pack a card belongs to is not
 * mentioned, because no rule depends on it.
 */
export function spokenCard(code: string, nameOf: (type: string) => string | undefined = () => undefined): string {
  const card = parseCard(code);
  switch (card.kind) {
    case 'french':
      return `${rankName(card.rank)} of ${SUIT_NAME[card.suit]}`;
    case 'joker':
      return 'Joker';
    case 'data-war':
      return nameOf(card.type) ?? readable(card.type);
    case 'innovation':
      return card.name;
    default:
      return card satisfies never;
  }
}

/** Whether a joker is the coloured one. Each pack has one of each. */
export const isRedJoker = (number: number): boolean => number % 2 === 1;
