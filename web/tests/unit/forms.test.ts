import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { FormPlan } from '$lib/table/form-plan.svelte';
import FormTray from '$lib/table/FormTray.svelte';
import type { Table } from '$lib/table/table';
import { settled } from '$lib/table/samples/every-key';
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

/** The pieces of a group by their place in the form; -1 for those in none. */
const inGroup = (at: number): number[] =>
  [...document.querySelectorAll<HTMLElement>(`[data-group="${at}"] [data-form-piece]`)].map((it) =>
    Number(it.dataset['formPiece']),
  );
const pieceAt = (piece: number): HTMLElement => document.querySelector<HTMLElement>(`[data-form-piece="${piece}"]`)!;
const focused = (): string | undefined => (document.activeElement as HTMLElement).dataset['formPiece'];
const stopsIn = (zone: string): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>(`${zone} button`)]
    .filter((it) => it.tabIndex === 0)
    .map((it) => it.dataset['formPiece']);

/** Drags a piece to where the given elements lie below the pointer, the uppermost first. */
async function drag(piece: number, ...below: Element[]): Promise<void> {
  const lifted = pieceAt(piece);
  document.elementsFromPoint = () => [lifted, ...below];
  const at = (x: number): PointerEventInit => ({ bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: 0 });
  lifted.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  lifted.dispatchEvent(new PointerEvent('pointermove', at(40)));
  lifted.dispatchEvent(new PointerEvent('pointerup', at(40)));
  // A browser reports a click after a drag, too. It is not a tap.
  lifted.click();
  await settled();
}
const groupAt = (at: number): Element => document.querySelector(`[data-group="${at}"]`)!;

describe('what keeps the focus in a tray', () => {
  it('the groups and the unused pieces are one tab stop each, and arrow keys lead through them', async () => {
    const user = userEvent.setup();
    render(FormTray, { table: table(), form: select, index: 0 });
    expect(stopsIn('.groups')).toEqual([]);
    expect(stopsIn('.loose')).toEqual(['0']);
    await user.tab();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('2');
    await settled();
    expect(stopsIn('.loose')).toEqual(['2']);
  });

  it('a piece that is used gives the focus to the next one, and the last one keeps it', async () => {
    const user = userEvent.setup();
    const both: Form = { ...select, pieces: pieces.slice(0, 2), groups: [group('chosen', 1, 2, true, [0, 1])] };
    render(FormTray, { table: table(), form: both, index: 0 });
    await user.tab();
    await user.keyboard('{Enter}');
    await settled();
    expect([inGroup(0), focused()]).toEqual([[0], '1']);
    await user.keyboard('{Enter}');
    await settled();
    expect([inGroup(0), focused()]).toEqual([[0, 1], '1']);
    expect(stopsIn('.groups')).toEqual(['1']);
  });
});

describe('an order', () => {
  it('is made by taps: a piece, then its place', async () => {
    const user = userEvent.setup();
    const given = table();
    render(FormTray, { table: given, form: order, index: 0 });
    await user.click(pieceAt(3));
    await user.click(pieceAt(0));
    expect(inGroup(0)).toEqual([3, 0, 1, 2]);
    await user.click(pieceAt(0));
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(given.fill).toHaveBeenCalledExactlyOnceWith({ form: 0, groups: [[3, 1, 0, 2]] });
  });
  it('is made by dragging', async () => {
    render(FormTray, { table: table(), form: order, index: 0 });
    await drag(0, pieceAt(2), groupAt(0));
    expect(inGroup(0)).toEqual([1, 2, 0, 3]);
    await drag(3, pieceAt(1), groupAt(0));
    expect(inGroup(0)).toEqual([3, 1, 2, 0]);
    await drag(3, document.body);
    expect(inGroup(0)).toEqual([3, 1, 2, 0]);
    expect(document.querySelector('[aria-pressed="true"]')).toBe(null);
  });
  it('is made by keys: a picked piece goes with the arrow keys, and keeps the focus', async () => {
    const user = userEvent.setup();
    render(FormTray, { table: table(), form: order, index: 0 });
    await user.tab();
    await user.keyboard('{Enter}{ArrowRight}{ArrowRight}');
    await settled();
    expect([inGroup(0), focused()]).toEqual([[1, 2, 0, 3], '0']);
    // Put down again, the arrow keys lead on.
    await user.keyboard('{Enter}{ArrowRight}');
    expect([inGroup(0), focused()]).toEqual([[1, 2, 0, 3], '3']);
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await settled();
    expect([inGroup(0), focused()]).toEqual([[1, 2, 3, 0], '3']);
  });
});

describe('an arrangement', () => {
  it('is made by taps: into the chosen group, and out of it', async () => {
    const user = userEvent.setup();
    const given = table();
    render(FormTray, { table: given, form: arrange, index: 0 });
    await user.click(screen.getByRole('button', { name: 'set 2' }));
    await user.click(pieceAt(0));
    expect([inGroup(0), inGroup(1)]).toEqual([[], [0]]);
    await user.click(pieceAt(0));
    await user.click(pieceAt(3));
    await user.click(screen.getByRole('button', { name: 'set 1' }));
    await user.click(pieceAt(1));
    await user.click(pieceAt(2));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(given.fill).toHaveBeenCalledExactlyOnceWith({ form: 0, groups: [[1, 2], [3]] });
  });
  it('is made by dragging, into groups that take the piece', async () => {
    render(FormTray, { table: table(), form: arrange, index: 0 });
    // The first set does not take the queen.
    await drag(3, groupAt(0));
    expect([inGroup(0), inGroup(1)]).toEqual([[], []]);
    await drag(3, groupAt(1));
    await drag(1, groupAt(0));
    await drag(0, pieceAt(1), groupAt(0));
    expect([inGroup(0), inGroup(1), inGroup(-1)]).toEqual([[0, 1], [3], [2]]);
    await drag(0, groupAt(-1));
    expect([inGroup(0), inGroup(-1)]).toEqual([[1], [0, 2]]);
  });
  it('is made by keys: the name of a group, then the pieces', async () => {
    const user = userEvent.setup();
    render(FormTray, { table: table(), form: arrange, index: 0 });
    // From the names of the groups to the unused pieces.
    await user.tab();
    await user.keyboard('{ArrowRight}{Enter}');
    await user.tab();
    await user.keyboard('{ArrowLeft}{Enter}');
    await settled();
    expect([inGroup(0), inGroup(1)]).toEqual([[], [3]]);
    await user.tab({ shift: true });
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('3');
    await user.keyboard('{Enter}');
    await settled();
    expect(inGroup(-1)).toEqual([0, 1, 2, 3]);
  });
});
