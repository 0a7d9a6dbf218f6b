import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import Card from './Card.svelte';
import { parseCard, spokenCard } from './codes';
import { DATA_WAR_CARDS } from './data-war-cards';
import { INNOVATION_CARDS } from './innovation-cards';
import MiniCard from './MiniCard.svelte';
import Reaction from './Reaction.svelte';
import { REACTIONS } from './reactions';
import { rosette } from './rosette';
import { PIPS } from './suits';

afterEach(cleanup);

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const PACK = ['S', 'H', 'D', 'C'].flatMap((suit) => RANKS.map((rank) => rank + suit));

describe('codes', () => {
  test.each([
    ['7H', { kind: 'french', rank: '7', suit: 'H', pack: 1 }, '7 of hearts'],
    ['10S#2', { kind: 'french', rank: '10', suit: 'S', pack: 2 }, '10 of spades'],
    ['AD', { kind: 'french', rank: 'A', suit: 'D', pack: 1 }, 'Ace of diamonds'],
    ['JK2', { kind: 'joker', number: 2 }, 'Joker'],
    ['common-3-07', { kind: 'data-war', type: 'common-3', copy: 7 }, 'Common 3'],
    ['ls-rocket-company-01', { kind: 'data-war', type: 'ls-rocket-company', copy: 1 }, 'Ls rocket company'],
    ['The Wheel', { kind: 'innovation', name: 'The Wheel' }, 'The Wheel'],
    ['A.I.', { kind: 'innovation', name: 'A.I.' }, 'A.I.'],
  ])('%s', (code, card, spoken) => {
    expect(parseCard(code)).toEqual(card);
    expect(spokenCard(code)).toBe(spoken);
  });

  test('52 French cards, 24 types and 105 titles never mix', () => {
    expect(PACK.every((code) => parseCard(code).kind === 'french')).toBe(true);
    expect(DATA_WAR_CARDS).toHaveLength(24);
    expect(DATA_WAR_CARDS.every((it) => parseCard(`${it.type_id}-01`).kind === 'data-war')).toBe(true);
    expect(INNOVATION_CARDS).toHaveLength(105);
    expect(INNOVATION_CARDS.every((it) => parseCard(it.name).kind === 'innovation')).toBe(true);
  });
});

test('a number card has as many pips as its number', () => {
  for (const rank of RANKS.slice(1, 10)) expect(PIPS[rank]).toHaveLength(Number(rank));
});

test('no two Innovation cards have the same picture', () => {
  const shapes = new Set(INNOVATION_CARDS.map((it) => JSON.stringify(rosette(it.id))));
  expect(shapes.size).toBe(105);
});

test('an Innovation card has one picture and three icons, among them its featured one', () => {
  for (const card of INNOVATION_CARDS) {
    expect(card.slots.filter((it) => it === null)).toHaveLength(1);
    expect(card.slots).toContain(card.featured);
    expect(card.text.length).toBeGreaterThan(0);
  }
});

describe('drawn', () => {
  test.each([
    ...PACK,
    'JK1',
    'JK2',
    ...DATA_WAR_CARDS.map((it) => `${it.type_id}-01`),
    ...INNOVATION_CARDS.map((it) => it.name),
  ])('%s', (code) => {
    for (const compact of [false, true]) {
      const { container } = render(Card, { code, compact });
      expect(container.querySelectorAll('svg').length).toBeGreaterThan(0);
      expect(container.querySelector('.plain')).toBeNull();
      const ids = [...container.querySelectorAll('[id]')].map((it) => it.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('the same king twice has ids of its own', () => {
    render(Card, { code: 'KS' });
    render(Card, { code: 'KS#2' });
    const ids = [...document.querySelectorAll('[id]')].map((it) => it.id);
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a name for screen readers, unless the button around it has one', () => {
    render(Card, { code: '7H', label: '' });
    expect(screen.queryByRole('img')).toBeNull();
  });

  test.each(DATA_WAR_CARDS.map((it) => [it.name, it]))('DW-179: %s says its name, value and what it does', (_, it) => {
    render(Card, { code: `${it.type_id}-01` });
    const said = screen.getByRole('img').getAttribute('aria-label')!;
    for (const part of [it.name, `worth ${it.value}`, it.short]) expect(said).toContain(part);
  });

  test('DW-179: face down tells nothing', () => {
    const { container } = render(Card, { code: '7H', faceDown: true });
    expect(container.innerHTML).not.toContain('hearts');
    expect(screen.getByRole('img', { name: 'Face-down card' })).toBeDefined();
    cleanup();
    const other = render(Card, { code: 'move-takeover-01', faceDown: true }).container;
    expect(other.innerHTML).not.toMatch(/Takeover|worth/);
    expect(screen.getByRole('img', { name: 'Face-down card' })).toBeDefined();
  });

  test('in text', () => {
    const { container } = render(MiniCard, { code: '10H' });
    expect(container.textContent).toContain('10 of hearts');
  });

  test.each(REACTIONS.map((it) => [it.name, it.value]))('reaction %s', (name, value) => {
    render(Reaction, { value });
    expect(screen.getByRole('img', { name })).toBeDefined();
  });
});
