import { cleanup, fireEvent, render, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync, tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cardAt, opensCards } from '$lib/table/open-cards';
import { everyKey } from '$lib/table/samples/every-key';
import { oneStop } from '$lib/table/samples/one-stop';
import { plain } from '$lib/table/text';
import type { Choice } from '$lib/wire';
import Board from './Board.svelte';
import { cardsOf, pilesOf } from './pieces';
import { pressByKey, SampleTable, type Sample } from '$lib/table/samples/sample-table.svelte';
import samples from './samples.json';
import type { Action, View } from './types';

const SAMPLES = Object.entries(samples as unknown as Record<string, Sample<View>>);
afterEach(cleanup);

function open(sample: Sample<View>) {
  const table = new SampleTable<View, Action>('may-i', sample);
  const user = userEvent.setup({ delay: null });
  const { container } = render(Board, { table });
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  const hand = (code: string) => all('.hand [data-piece]').find((it) => it.dataset['piece'] === code);
  const words = (it: HTMLElement) =>
    (it.getAttribute('aria-label') ?? it.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  /** A button by its label; cards in it also have spoken names, so only the words count. */
  const button = (choice: Choice) => {
    const wanted = plain(choice.label).replaceAll(/\s+/g, ' ');
    return all('button').find((it) => words(it) === wanted || it.querySelector('[data-label]')?.textContent === wanted);
  };
  return { table, user, all, hand, button, mine: sample.game.players[sample.seat ?? 0]?.hand ?? [] };
}
type Opened = ReturnType<typeof open>;

/**
 * What a player does for a choice: taps its card first, if it has one, then its place, the card again or its button.
 */
async function answer(it: Opened, choice: Choice, press: (element: HTMLElement) => unknown) {
  const card = cardsOf(choice).find((code) => it.mine.includes(code));
  if (card === undefined) {
    const found =
      it.button(choice) ?? it.all('.ask button').find((one) => one.textContent?.includes(plain(choice.label)));
    expect(found, plain(choice.label)).toBeDefined();
    return void press(found!);
  }
  const first = it.hand(card);
  expect(first, card).toBeDefined();
  press(first!);
  await tick();
  if (pilesOf(choice).length > 0) {
    const place = it.button(choice);
    expect(place, plain(choice.label)).toBeDefined();
    return void press(place!);
  }
  const button = it.all('.ask .row button').find((one) => one.textContent?.includes('Discard'));
  expect(button, 'a button for the chosen card').toBeDefined();
  return void press(button!);
}

describe.each(SAMPLES)('%s', (_, sample) => {
  it('every choice is answered by tap', async () => {
    const it = open(sample);
    for (const choice of sample.prompt?.choices ?? []) {
      it.table.sent.length = 0;
      await answer(it, choice, (element) => fireEvent.click(element));
      expect(it.table.sent).toEqual([choice.action]);
      await tick();
    }
  });

  it('is answered by keyboard alone', async () => {
    // One choice of every kind is enough: all of a kind use the same buttons.
    const kinds = new Map<string, Choice>();
    for (const choice of sample.prompt?.choices ?? []) {
      const { action } = choice;
      kinds.set(typeof action === 'string' ? action : Object.keys(action as object).join(), choice);
    }
    const it = open(sample);
    for (const choice of kinds.values()) {
      it.table.sent.length = 0;
      await answer(it, choice, (element) => pressByKey(element, '.hand, .melds, .two, .tray'));
      await tick();
      expect(it.table.sent).toEqual([choice.action]);
    }
  });
});

const formed = SAMPLES.filter(([, sample]) => (sample.prompt?.forms?.length ?? 0) > 0);
describe.each(formed)('the melds of %s', (_, sample) => {
  const form = sample.prompt!.forms![0]!;
  const code = (at: number) => (form.pieces[at]!.piece as { card: string }).card;

  it('are put together card by card, judged, and laid down', async () => {
    const it = open(sample);
    let next = 0;
    const groups = form.groups.map((group) => Array.from({ length: Math.min(2, group.min) }, () => next++));
    for (const [index, group] of groups.entries()) {
      for (const at of group) await fireEvent.click(it.hand(code(at))!);
      await fireEvent.click(it.all('.put')[index]!);
    }
    await waitFor(() => expect(it.all('.group.ok')).toHaveLength(groups.length));
    const lay = await waitFor(() => {
      const found = it.all('.tray button').find((one) => one.textContent?.trim() === 'Lay down') as HTMLButtonElement;
      expect(found.disabled).toBe(false);
      return found;
    });
    await fireEvent.click(lay);
    expect(it.table.sent).toEqual([{ form: 0, groups }]);
  });

  it('say what is wrong with a group, in the words of the server', async () => {
    const it = open(sample);
    it.table.judge = (attempt) =>
      'action' in attempt
        ? { code: 'rank_mismatch', sentence: 'meld 1: the ranks differ', details: { meld: 0 } }
        : { code: 'rank_mismatch', sentence: 'meld 1: the ranks differ' };
    for (const at of [0, 1, 2]) await fireEvent.click(it.hand(code(at))!);
    await fireEvent.click(it.all('.put')[0]!);
    await waitFor(() => expect(it.all('.group .why')[0]?.textContent).toBe('The ranks differ'));
    // A tap takes a card back.
    await fireEvent.click(it.all('.group .card')[0]!);
    expect(it.hand(code(0))).toBeDefined();
  });

  it('are put together by keyboard', async () => {
    const it = open(sample);
    it.hand(code(0))!.focus();
    await it.user.keyboard('{Enter}');
    const put = it.all('.put')[0]!;
    pressByKey(put, '.tray');
    await tick();
    expect(it.all('.group [data-piece]').map((one) => one.dataset['piece'])).toEqual([code(0)]);
  });
});

describe('the hand', () => {
  const sample = SAMPLES.find(([name]) => name.startsWith('may-i.act+form'))![1];

  it('shows how to lay down, where the server knows a way', async () => {
    const it = open(sample);
    await fireEvent.click(it.all('button').find((one) => one.textContent?.trim() === 'Show me how')!);
    const wanted = sample.prompt!.forms![0]!.suggestions![0]!.groups.map((group) => group.length);
    expect(it.all('.group').map((group) => group.querySelectorAll('[data-piece]').length)).toEqual(wanted);
  });

  it('is sorted by an offer, at once and at the server', async () => {
    const it = open(sample);
    const offer = sample.offers[1]!;
    await fireEvent.click(
      it.all('.tools button').find((one) => one.getAttribute('aria-label') === plain(offer.label))!,
    );
    expect(it.table.sent).toEqual([offer.action]);
    const order = (offer.action as { reorder_hand: { cards: string[] } }).reorder_hand.cards;
    expect(it.all('.hand [data-piece]').map((one) => one.dataset['piece'])).toEqual(order);
  });

  it('keeps the own order over pushes; Alt and an arrow moves a card', async () => {
    const it = open(sample);
    const [first, second] = it.mine;
    it.hand(first!)!.focus();
    await it.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    const order = () => it.all('.hand [data-piece]').map((one) => one.dataset['piece']);
    expect(order().slice(0, 2)).toEqual([second, first]);
    const players = sample.game.players.map((one) => (one.hand ? { ...one, hand: [...one.hand, '3C'] } : one));
    it.table.view = { ...sample.game, players };
    flushSync();
    expect(order().slice(0, 2)).toEqual([second, first]);
    expect(order().at(-1)).toBe('3C');
  });

  it('says at the card why it was refused', async () => {
    const it = open(SAMPLES.find(([name]) => name.startsWith('may-i.discard'))![1]);
    const card = it.mine[0]!;
    it.table.choose = async () => {
      it.table.refusal = { code: 'no', sentence: 'It must stay.' };
      return false;
    };
    await fireEvent.click(it.hand(card)!);
    await fireEvent.click(it.hand(card)!);
    await waitFor(() => expect(it.hand(card)!.querySelector('.why')?.textContent).toBe('It must stay.'));
    expect(it.all('[role="alert"]')).toHaveLength(1);
  });

  it('keeps the tapped pile while the same is asked again', async () => {
    const it = open(SAMPLES.find(([name]) => name.startsWith('may-i.draw'))![1]);
    await fireEvent.click(it.all('[data-pile="stock"]')[0]!);
    const armed = () => it.all('[data-pile="stock"]')[0]!.getAttribute('aria-pressed');
    expect(armed()).toBe('true');
    it.table.prompt = { ...it.table.prompt!, deadline: null };
    flushSync();
    expect(armed()).toBe('true');
    it.table.prompt = { ...it.table.prompt, id: it.table.prompt.id + 1 };
    flushSync();
    expect(armed()).toBe('false');
  });

  it('draws a card that is dragged onto the hand', async () => {
    const it = open(SAMPLES.find(([name]) => name.startsWith('may-i.draw'))![1]);
    const hand = it.all('.hand')[0]!;
    for (const pile of ['stock', 'discard']) {
      it.table.sent.length = 0;
      const from = it.all(`[data-pile="${pile}"]`)[0]!;
      from.setPointerCapture = () => undefined;
      for (const under of [[], [hand]]) {
        document.elementsFromPoint = () => under;
        const at = { button: 0, pointerId: 1, bubbles: true };
        from.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: 0, clientY: 0 }));
        window.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: 40, clientY: 40 }));
        window.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 40, clientY: 40 }));
        await tick();
        expect(it.table.sent.length, pile).toBe(under.length);
      }
      const choice = it.table.prompt!.choices.find((one) => pilesOf(one).includes(pile))!;
      expect(it.table.sent).toEqual([choice.action]);
    }
    Reflect.deleteProperty(document, 'elementsFromPoint');
  });

  it('does nothing where nothing can be answered, but opens cards', async () => {
    const it = open(sample);
    it.table.readonly = true;
    flushSync();
    await fireEvent.click(it.hand(it.mine[0]!)!);
    expect(it.table.sent).toEqual([]);
    expect(it.table.opened).toBe(it.mine[0]);
  });
});

it('every listed key does what the list says', async () => {
  const named = (name: string) => SAMPLES.find(([it]) => it.startsWith(name))![1];
  await everyKey((key) => open(named(key === '1 … 9' ? 'may-i.draw' : 'may-i.discard')), {
    'Enter or Space': async (it) => {
      it.hand(it.mine[0]!)!.focus();
      await it.user.keyboard('{Enter}');
      expect(it.table.sent).toEqual([]);
      await it.user.keyboard('{Enter}');
      expect(it.table.sent).toEqual([{ discard: { card: it.mine[0] } }]);
    },
    '1 … 9': async (it) => {
      await it.user.keyboard('2');
      expect(it.table.sent).toEqual([it.table.prompt!.choices[1]!.action]);
    },
    Escape: async (it) => {
      await fireEvent.click(it.hand(it.mine[0]!)!);
      expect(it.hand(it.mine[0]!)!.getAttribute('aria-pressed')).toBe('true');
      await it.user.keyboard('{Escape}');
      expect(it.hand(it.mine[0]!)!.getAttribute('aria-pressed')).toBe('false');
    },
    'Alt and arrow keys': async (it) => {
      const [first, second] = it.mine;
      it.hand(first!)!.focus();
      await it.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
      const order = it.all('.hand [data-piece]').map((one) => one.dataset['piece']);
      expect(order.slice(0, 2)).toEqual([second, first]);
    },
  });
});

it('Escape puts a pile away that was tapped once', async () => {
  const it = open(SAMPLES.find(([name]) => name.startsWith('may-i.draw'))![1]);
  const stock = it.all('[data-pile="stock"]')[0]!;
  await fireEvent.click(stock);
  expect(stock.getAttribute('aria-pressed')).toBe('true');
  await it.user.keyboard('{Escape}');
  expect(stock.getAttribute('aria-pressed')).toBe('false');
});

describe('a card of a meld opens large', () => {
  // The places for a selected card lie over the melds, lit or not.
  const sample = SAMPLES.find(([name]) => name.startsWith('a joker to swap'))![1];
  const lit = async (it: Opened) => {
    const choice = sample.prompt!.choices.find((one) => pilesOf(one).length > 0 && it.hand(cardsOf(one)[0]!))!;
    await fireEvent.click(it.hand(cardsOf(choice)[0]!)!);
    return it.all('.melds .on')[0]!;
  };
  const over = (it: Opened, lies: HTMLElement) => {
    const cards = [...lies.closest('.fan')!.querySelectorAll<HTMLElement>('[data-piece]')];
    const card = cards.at(-1)!;
    document.elementsFromPoint = () => [lies, card, ...cards.slice(0, -1)];
    return { first: cards[0]!.dataset['piece'], under: card.dataset['piece'], opened: [] as string[] };
  };
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(document, 'elementsFromPoint');
  });

  it.each([true, false])('by the other mouse button and by holding it, where places are lit: %s', async (isLit) => {
    const it = open(sample);
    const lies = isLit ? await lit(it) : it.all('.melds .whole')[0]!;
    const { under, opened } = over(it, lies);
    const stop = opensCards((card) => opened.push(card))(it.all('.board')[0]!);
    await fireEvent.contextMenu(lies);
    expect(opened).toEqual([under]);
    vi.useFakeTimers();
    await fireEvent.pointerDown(lies, { pointerType: 'touch' });
    vi.advanceTimersByTime(800);
    expect(opened).toEqual([under, under]);
    if (stop) stop();
  });

  it('by its key and by Enter', async () => {
    const it = open(sample);
    for (const lies of [it.all('.melds .whole')[0]!, await lit(it)]) {
      const key = new KeyboardEvent('keydown', { key: 'i' });
      lies.dispatchEvent(key);
      const cards = [...lies.closest('.fan')!.querySelectorAll<HTMLElement>('[data-piece]')];
      expect(cards.map((one) => one.dataset['piece'])).toContain(cardAt(key));
    }
    await it.user.keyboard('{Escape}');
    const whole = it.all('.melds .whole')[0]!;
    const { first } = over(it, whole);
    document.elementsFromPoint = () => [];
    whole.focus();
    await it.user.keyboard('{Enter}');
    expect(it.table.opened).toBe(first);
  });

  it('and so does the top of the discard pile, by its key', () => {
    const it = open(sample);
    const key = new KeyboardEvent('keydown', { key: 'i' });
    it.all('[data-pile="discard"]')[0]!.dispatchEvent(key);
    expect(cardAt(key)).toBe(sample.game.top);
  });
});

it('says who is away, and not only by a paler plate', () => {
  const sample = SAMPLES.find(([name]) => name.startsWith('may-i.draw'))![1];
  const seat = sample.players.findIndex((one) => one.seat !== sample.seat);
  const players = sample.players.map((one, at) => {
    return { ...one, bot: false, status: at === seat ? ('reconnecting' as const) : one.status };
  });
  const it = open({ ...sample, players });
  const plates = it.all('.others li').filter((one) => one.textContent?.includes('reconnecting'));
  expect(plates.map((one) => Number(one.dataset['seat']))).toEqual([players[seat]!.seat]);
});

it('sums a round up when it ends, and keeps the score sheet', async () => {
  const sample = SAMPLES.find(([name]) => name.startsWith('may-i.draw'))![1];
  const it = open(sample);
  const record = { round: 1, scores: [8, 0, 35, 107], winner: 1, ended_by: 'wentOut' };
  const hands = [['8C'], [], ['AS#2', 'JD#2'], ['QC#2']];
  it.table.entries = [{ number: 9, at: 0, event: { game: { round_ended: { record, hands, table: [] } } } }];
  flushSync();
  expect(it.all('.summary li')).toHaveLength(4);
  await oneStop(it.user, it.all('.summary .held button'));
  await oneStop(it.user, it.all('.summary .row button'));
  it.table.view = { ...sample.game, history: [record as View['history'][number]] };
  flushSync();
  await fireEvent.click(it.all('.summary button').find((one) => one.textContent?.trim() === 'Score sheet')!);
  expect(it.all('dialog tbody td').map((one) => one.firstChild?.textContent)).toEqual(['8', '0', '35', '107']);
});
