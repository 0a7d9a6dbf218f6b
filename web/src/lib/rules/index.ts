/** The rules of all games, each loaded on demand. */
import type { Book } from './book';

const BOOKS: Readonly<Record<string, () => Promise<{ book: Book }>>> = {
  'data-war': () => import('./data-war'),
  rush: () => import('./rush'),
  'min-or-max': () => import('./min-or-max'),
  'may-i': () => import('./may-i'),
  innovation: () => import('./innovation'),
};

export const GAMES: readonly { id: string; name: string }[] = [
  { id: 'data-war', name: 'Data War' },
  { id: 'rush', name: 'Rush' },
  { id: 'min-or-max', name: 'Min or Max' },
  { id: 'may-i', name: 'May I?' },
  { id: 'innovation', name: 'Innovation' },
];

export const bookOf = (game: string): (() => Promise<{ book: Book }>) | undefined => BOOKS[game];
export type { Book, Part, Section } from './book';
