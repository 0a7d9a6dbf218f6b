import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FormPlan } from '$lib/table/form-plan.svelte';
import FormTray from '$lib/table/FormTray.svelte';
import type { Table } from '$lib/table/table';
import type { Form } from '$lib/wire';

const pieces = ['7H', '8H', '9S', 'QD'].map((card) => ({ piece: { card }, label: [{ card }] }));
const group = (label: string, min: number, max: number, ordered = false, which = [0, 1, 2, 3]) => ({
  label,
  pieces: which,
  min,
  max,
  ordered,
});
const select: Form = { label: 'Choose', kind: 'select', pieces, groups: [group('chosen', 1, 2, true)] };
const order: Form = { label: 'Order', kind: 'order', pieces, groups: [group('order', 4, 4, true)] };
const arrange: Form = {
  label: 'Lay down',
  kind: 'arrange',
  pieces,
  groups: [group('set 1', 2, 2, false, [0, 1, 2]), group('set 2', 1, 1)],
  suggestions: [{ label: ['This'], groups: [[0, 1], [3]] }],
};

describe('a form', () => {
  it('takes pieces up to its bounds', () => {
    const plan = new FormPlan(select);
    expect(plan.complete).toBe(false);
    plan.toggle(2);
    plan.toggle(0);
    plan.toggle(3);
    expect(plan.groups).toEqual([[2, 0]]);
    expect(plan.complete).toBe(true);
    plan.toggle(2);
    expect(plan.groups).toEqual([[0]]);
    expect(plan.filled(1)).toEqual({ form: 1, groups: [[0]] });
  });
  it('begins an order with everything, and moves pieces in it', () => {
    const plan = new FormPlan(order);
    expect(plan.complete).toBe(true);
    plan.shift(3, -2);
    expect(plan.groups).toEqual([[0, 3, 1, 2]]);
    plan.put(0, 0, 3);
    expect(plan.groups).toEqual([[3, 1, 2, 0]]);
    plan.shift(3, -1);
    expect(plan.groups).toEqual([[3, 1, 2, 0]]);
    plan.take(1);
    expect(plan.loose).toEqual([]);
  });
  it('goes on to the next group that has room and wants the piece', () => {
    const plan = new FormPlan(arrange);
    plan.toggle(3);
    expect(plan.groups).toEqual([[], [3]]);
    plan.active = 0;
    plan.toggle(0);
    plan.toggle(1);
    plan.toggle(2);
    expect(plan.groups).toEqual([[0, 1], [3]]);
    expect(plan.put(2, 0)).toBe(false);
    expect(plan.loose).toEqual([2]);
    plan.clear();
    plan.suggest(0);
    expect(plan.complete).toBe(true);
  });
});

function table(more: Partial<Table> = {}): Table {
  return {
    game: 'x',
    view: {},
    seat: 0,
    players: [],
    options: {},
    prompt: null,
    offers: [],
    waiting: [],
    entries: [],
    began: 0,
    paused: false,
    now: () => 0,
    busy: false,
    refusal: null,
    readonly: false,
    choose: vi.fn(async () => true),
    fill: vi.fn(async () => true),
    dryRun: vi.fn(async () => ({ label: ['Plays them'], action: 'x' })),
    showCard: vi.fn(),
    ...more,
  };
}

describe('the tray', () => {
  it('is filled by mouse and sent', async () => {
    const user = userEvent.setup();
    const given = table();
    render(FormTray, { table: given, form: select, index: 0 });
    const send = screen.getByRole('button', { name: 'Done' });
    expect(send.hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: /9 of spades/ }));
    await user.click(send);
    expect(given.fill).toHaveBeenCalledWith({ form: 0, groups: [[2]] });
  });

  it('is filled by keyboard alone', async () => {
    const user = userEvent.setup();
    const given = table();
    render(FormTray, { table: given, form: order, index: 2 });
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^7 of hearts, 1 of 4/);
    await user.keyboard('{ArrowRight}{Alt>}{ArrowLeft}{/Alt}');
    screen.getByRole('button', { name: 'Done' }).focus();
    await user.keyboard('{Enter}');
    expect(given.fill).toHaveBeenCalledWith({ form: 2, groups: [[1, 0, 2, 3]] });
  });

  it('says what the server thinks of it', async () => {
    const user = userEvent.setup();
    const given = table({ dryRun: vi.fn(async () => ({ code: 'no_set', sentence: 'this is not a set' })) });
    render(FormTray, { table: given, form: arrange, index: 0 });
    await user.click(screen.getByRole('button', { name: 'This' }));
    expect(await screen.findByText('this is not a set')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Done' }).hasAttribute('disabled')).toBe(true);
  });
});
