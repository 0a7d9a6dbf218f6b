import { describe, expect, it } from 'vitest';
import { parseCard } from '$lib/cards/codes';
import { DATA_WAR_CARDS } from '$lib/cards/tables/data-war-cards';
import { INNOVATION_CARDS } from '$lib/cards/tables/innovation-cards';
import { GAMES, bookOf } from './index';

describe('the rules for players', () => {
  it.each(GAMES)('$name has a page with cards that exist', async ({ id, name }) => {
    const { book } = await bookOf(id)!();
    expect(book.name).toBe(name);
    expect(book.sections.length).toBeGreaterThan(3);
    for (const part of book.sections.flatMap((section) => section.parts)) {
      if (typeof part === 'string' || !('cards' in part)) continue;
      for (const code of part.cards) {
        const card = parseCard(code);
        if (card.kind === 'data-war')
          expect(
            DATA_WAR_CARDS.some((it) => it.type_id === card.type),
            code,
          ).toBe(true);
        if (card.kind === 'innovation')
          expect(
            INNOVATION_CARDS.some((it) => it.name === card.name),
            code,
          ).toBe(true);
      }
    }
  });
});
