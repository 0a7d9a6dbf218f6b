/** Innovation's six icons in a 24 by 24 box, and its five colours. Shapes are distinct even without colour. */
import type { Colour, Icon } from './types';

export const ICON: Record<Icon, { fill: string; ink: string; path: string; cut?: string }> = {
  castle: { fill: '#59616e', ink: '#fff', path: 'M4.5 20V5h3v3h3V5h3v3h3V5h3v15h-5.5v-4a2 2 0 0 0-4 0v4z' },
  crown: {
    fill: '#8a5f00',
    ink: '#ffe7a8',
    path: 'M3.5 17L4.3 7L8.7 11.5L12 4.5L15.3 11.5L19.7 7L20.5 17zM4 18.3h16v2H4z',
  },
  leaf: {
    fill: '#1f6b3d',
    ink: '#d5f7dc',
    path: 'M4.5 19.8C2.5 10.5 8.5 4 20.3 3.7C21 15 15 21 6.8 18.8L5.3 20.6z',
    cut: 'M5.5 19.5C8.5 14.5 11.5 11.5 15.8 8.7',
  },
  bulb: {
    fill: '#70347f',
    ink: '#ffe4ff',
    path: 'M12 3a6.6 6.6 0 0 0-3.7 12.1V17h7.4v-1.9A6.6 6.6 0 0 0 12 3zM8.6 18.1h6.8v1.5H8.6zM10 20.5h4v1.2h-4z',
  },
  factory: { fill: '#96302a', ink: '#ffdfd6', path: 'M3.5 20V11.5l4.6 2.8v-2.8l4.6 2.8v-2.8l3.3 2V5h4.5v15z' },
  clock: {
    fill: '#1c5c8c',
    ink: '#dcf0ff',
    path: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
    cut: 'M12 7.3V12l3.3 2.2',
  },
};

/**
 * `deep` carries white text, `soft` is the card's background by day and night, `mark` is a texture for colour-blind
 * players.
 */
export const COLOUR: Record<Colour, { deep: string; soft: string; letter: string; mark: string }> = {
  blue: { deep: '#20558f', soft: '#dbe8f6', letter: 'B', mark: 'M0 6q3 -4 6 0t6 0' },
  green: { deep: '#20653f', soft: '#d9eddf', letter: 'G', mark: 'M0 9L6 3L12 9' },
  purple: { deep: '#5f3a8a', soft: '#e7dff2', letter: 'P', mark: 'M6 3.5a2.5 2.5 0 1 0 .01 0' },
  red: { deep: '#9c2f2a', soft: '#f6dedb', letter: 'R', mark: 'M0 12L12 0' },
  yellow: { deep: '#7d5a00', soft: '#f7ebc8', letter: 'Y', mark: 'M6 0V12M0 6H12' },
};

/** The five colours in the order of the rules. */
export const COLOURS: readonly Colour[] = ['blue', 'green', 'purple', 'red', 'yellow'];
/** The six icons in the order of the rules. */
export const ICONS: readonly Icon[] = ['castle', 'crown', 'leaf', 'bulb', 'factory', 'clock'];
