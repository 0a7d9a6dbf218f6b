/** The six tycoons and the nine backgrounds (rules DW-171 and DW-172). All of them are fictional. */
import type { BackgroundId, CharacterId } from './types';

export interface Person {
  id: CharacterId;
  name: string;
  line: string;
  /** The hue of the portrait's background and of the jacket. */
  hue: number;
}

export const PEOPLE: readonly Person[] = [
  { id: 'brock', name: 'Brock Vantage', line: 'inherited, camera-ready, orbit-bound', hue: 28 },
  { id: 'lotte', name: 'Lotte von Klick', line: 'buys newsrooms, loses readers', hue: 345 },
  { id: 'misty', name: 'Misty Orr', line: 'mines asteroids for applause', hue: 265 },
  { id: 'alden', name: 'Alden P. Crest', line: 'keeps his money where the sun is', hue: 195 },
  { id: 'rafe', name: 'Rafe Holloway', line: 'counts votes until they fit', hue: 225 },
  { id: 'ida', name: 'Dame Ida Penhallow', line: 'sells heritage by the token', hue: 140 },
];

const NOBODY: Person = { id: 'brock', name: 'Nobody yet', line: '', hue: 200 };

export const personOf = (id: CharacterId | null): Person => PEOPLE.find((it) => it.id === id) ?? NOBODY;

export interface Place {
  id: BackgroundId;
  name: string;
  hue: number;
  /** How colourful it is, from 0 to 1. */
  chroma: number;
}

export const PLACES: readonly Place[] = [
  { id: 'vault', name: 'Vault', hue: 75, chroma: 0.6 },
  { id: 'studio', name: 'Studio', hue: 15, chroma: 0.7 },
  { id: 'asteroid', name: 'Asteroid', hue: 285, chroma: 0.6 },
  { id: 'gallery', name: 'Gallery', hue: 95, chroma: 0.55 },
  { id: 'campaign', name: 'Campaign', hue: 260, chroma: 0.8 },
  { id: 'manor', name: 'Manor', hue: 145, chroma: 0.6 },
  { id: 'nebula', name: 'Nebula', hue: 325, chroma: 0.9 },
  { id: 'night-sky', name: 'Night sky', hue: 240, chroma: 0.75 },
  { id: 'felt', name: 'Felt', hue: 165, chroma: 0.5 },
];

export const DEFAULT_PLACE: BackgroundId = 'asteroid';
export const placeOf = (id: BackgroundId): Place => PLACES.find((it) => it.id === id) ?? PLACES[2]!;

const KEY = 'croupier.data-war.place';

/** The background this browser chose last. Every client has its own (rule DW-39). */
export function rememberedPlace(): BackgroundId | null {
  try {
    const id = localStorage.getItem(KEY);
    return PLACES.find((it) => it.id === id)?.id ?? null;
  } catch {
    return null;
  }
}

export function rememberPlace(id: BackgroundId): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
