import { beforeEach, expect, it } from 'vitest';
import { OwnOrder } from '$lib/table/own-order.svelte';

beforeEach(() => localStorage.clear());

it('the order of a hand outlives the page, for its match alone', () => {
  const hand = ['7H', '8H', '9H'];
  new OwnOrder(() => 'ABCD/1').move(hand, '7H', null);
  expect(new OwnOrder(() => 'ABCD/1').arranged(hand)).toEqual(['8H', '9H', '7H']);
  expect(new OwnOrder(() => 'ABCD/2').arranged(hand)).toEqual(hand);
  expect(new OwnOrder().arranged(hand)).toEqual(hand);
});

it('what is stored may be anything', () => {
  localStorage.setItem('croupier.hands', '{"no":1}');
  expect(new OwnOrder(() => 'ABCD/1').arranged(['7H'])).toEqual(['7H']);
});
