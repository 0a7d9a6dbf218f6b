/** The user's preferences. They are kept in local storage and reflected on the page's root element. */
import { PACE, type Speed } from './motion';

export type Theme = 'auto' | 'day' | 'night';
export type Suits = 'two' | 'four';
export type CardSize = 'small' | 'normal' | 'large';

export interface Preferences {
  theme: Theme;
  suits: Suits;
  cards: CardSize;
  motion: Speed;
  sound: boolean;
  /** 0 to 100. */
  volume: number;
  notifications: boolean;
  /** Shows tables as text instead of boards: every game can be played this way. */
  words: boolean;
  nickname: string;
}

export const DEFAULTS: Readonly<Preferences> = {
  theme: 'auto',
  suits: 'two',
  cards: 'normal',
  motion: 'normal',
  sound: true,
  volume: 60,
  notifications: false,
  words: false,
  nickname: '',
};

const ALLOWED: { [K in keyof Preferences]: (value: unknown) => boolean } = {
  theme: (it) => it === 'auto' || it === 'day' || it === 'night',
  suits: (it) => it === 'two' || it === 'four',
  cards: (it) => it === 'small' || it === 'normal' || it === 'large',
  motion: (it) => it === 'slow' || it === 'normal' || it === 'fast' || it === 'off',
  sound: (it) => typeof it === 'boolean',
  volume: (it) => typeof it === 'number' && it >= 0 && it <= 100,
  notifications: (it) => typeof it === 'boolean',
  words: (it) => typeof it === 'boolean',
  nickname: (it) => typeof it === 'string',
};

const KEY = 'croupier.settings';
const SCALE: Record<CardSize, number> = { small: 0.85, normal: 1, large: 1.15 };

/** Storage may be forbidden or full; the settings then last as long as the tab. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

/** Takes the valid parts of what was stored, and defaults for the rest. */
export function readPreferences(stored: string | null): Preferences {
  const found: Preferences = { ...DEFAULTS };
  let data: unknown;
  try {
    data = JSON.parse(stored ?? '{}');
  } catch {
    return found;
  }
  if (typeof data !== 'object' || data === null) return found;
  for (const [key, value] of Object.entries(data))
    if (key in ALLOWED && ALLOWED[key as keyof Preferences](value)) Object.assign(found, { [key]: value });
  return found;
}

class Settings {
  #all = $state<Preferences>(readPreferences(readStored(KEY)));
  #dark = $state(true);
  #reduced = $state(false);

  constructor() {
    if (typeof matchMedia !== 'function') return;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const reduced = matchMedia('(prefers-reduced-motion: reduce)');
    this.#dark = !matchMedia('(prefers-color-scheme: light)').matches;
    this.#reduced = reduced.matches;
    dark.addEventListener('change', (it) => ((this.#dark = it.matches), this.show()));
    reduced.addEventListener('change', (it) => ((this.#reduced = it.matches), this.show()));
    this.show();
  }

  get all(): Readonly<Preferences> {
    return this.#all;
  }
  /** The theme in effect. */
  get light(): 'day' | 'night' {
    if (this.#all.theme !== 'auto') return this.#all.theme;
    return this.#dark ? 'night' : 'day';
  }
  /** The speed of animations. The system's preference for reduced motion takes precedence. */
  get motion(): Speed {
    return this.#reduced ? 'off' : this.#all.motion;
  }
  /** The factor for the widths of cards. */
  get cardScale(): number {
    return SCALE[this.#all.cards];
  }
  /** The factor for durations; 0 means no motion at all. */
  get pace(): number {
    return PACE[this.motion];
  }

  set<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
    this.#all[key] = value;
    writeStored(KEY, JSON.stringify(this.#all));
    this.show();
  }

  /** Applies the settings where style sheets can use them. */
  show(): void {
    const root = document.documentElement;
    root.dataset['theme'] = this.light;
    root.dataset['suits'] = this.#all.suits;
    root.dataset['motion'] = this.motion;
    root.style.setProperty('--card-scale', String(this.cardScale));
    root.style.setProperty('--pace', String(this.pace));
  }
}

export const settings = new Settings();
