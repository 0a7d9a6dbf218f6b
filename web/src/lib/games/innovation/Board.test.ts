import { cleanup, fireEvent, render } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync, tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plain } from '$lib/table/text';
import type { Choice, Prompt } from '$lib/wire';
import { everyKey } from '$lib/table/samples/every-key';
import { oneStop } from '$lib/table/samples/one-stop';
import { pressByKey, SampleTable, type Sample } from '$lib/table/samples/sample-table.svelte';
import Board from './Board.svelte';
import { byEffect, reveals } from './log';
import { firstCard, pictureOf } from './pieces';
import samples from './samples.json';
import { fitting, pileSize, spot } from './splay';
import type { PileSeen, View } from './types';
import { words } from './words';

type Stored = Sample<View> | { like: string; prompt: Prompt };
const STORED = samples as unknown as Record<string, Stored>;
/** Some prompts that a short match does not reach are written by hand, on top of another one's view. */
const SAMPLES = Object.entries(STORED).map(([name, it]): [string, Sample<View>] => [
  name,
  'like' in it ? { ...(STORED[it.like] as Sample<View>), prompt: it.prompt } : it,
]);
const sampleOf = (name: string) => SAMPLES.find(([it]) => it === name)![1];
afterEach(cleanup);

function open(sample: Sample<View>) {
  const table = new SampleTable<View>('innovation', sample);
  const user = userEvent.setup({ delay: null });
  const { container } = render(Board, { table });
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  const acts = sample.prompt?.message === 'innovation.action';
  const words = (it: HTMLElement) =>
    (it.getAttribute('aria-label') ?? it.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  return { table, user, all, acts, words, view: sample.game };
}
type Opened = ReturnType<typeof open>;
const ZONES = '.ages, .piles, .cards, .picks';

/** The element that a player taps for a choice: the card or pile itself, or a button. */
function first(it: Opened, choice: Choice): HTMLElement | undefined {
  const card = firstCard(choice);
  if (it.acts && card !== null)
    return (
      it.all('.hand [data-piece]').find((one) => one.dataset['piece'] === card) ??
      it.all('.piles .top').find((one) => one.getAttribute('aria-label')?.includes(`: ${card}`))
    );
  if (pictureOf(choice.pieces, it.view))
    return it.all('.picks .pick').find((one) => it.words(one).startsWith(plain(choice.label)));
  const wanted = [plain(choice.label), plain(choice.detail)];
  return it
    .all('.question .row button, .deeds .row button')
    .find((one) => it.words(one) === wanted.filter(Boolean).join('. ') || it.words(one) === wanted[0]);
}
async function answer(it: Opened, choice: Choice, press: (element: HTMLElement) => unknown) {
  // Zones move their tab stop when buttons disappear, which a browser reports a moment later.
  await new Promise((done) => setTimeout(done));
  const found = first(it, choice);
  expect(found, plain(choice.label)).toBeDefined();
  press(found!);
  await tick();
  // The first tap selects a card and the second plays it.
  if (it.table.sent.length === 0) press(first(it, choice)!);
}
const press = (element: HTMLElement) => pressByKey(element, ZONES);

describe.each(SAMPLES)('%s', (_, sample) => {
  it('every choice is answered by tap', async () => {
    const it = open(sample);
    for (const choice of sample.prompt?.choices ?? []) {
      it.table.sent.length = 0;
      await answer(it, choice, (element) => fireEvent.click(element));
      expect(it.table.sent).toEqual([choice.action]);
    }
  });

  it('IN-118: all of the table lies there, and only what is offered is sent', async () => {
    const it = open(sample);
    const mine = it.view.players[it.table.seat ?? 0]!;
    expect(it.all('.hand [data-piece]')).toHaveLength(mine.hand.length);
    expect(it.all('.ages .deck')).toHaveLength(it.view.decks.length);
    for (const element of it.all('.hand [data-piece], .piles .top, .ages button, .picks .pick')) {
      await fireEvent.click(element);
      if (element.isConnected) await fireEvent.click(element);
    }
    const offered = (sample.prompt?.choices ?? []).map((choice) => choice.action);
    for (const action of it.table.sent) expect(offered).toContainEqual(action);
  });

  it('is answered by keyboard alone', async () => {
    const kinds = new Map<string, Choice>();
    for (const choice of sample.prompt?.choices ?? [])
      kinds.set(JSON.stringify(Object.keys(Object(choice.action) as object)), choice);
    const it = open(sample);
    for (const choice of kinds.values()) {
      it.table.sent.length = 0;
      await answer(it, choice, press);
      expect(it.table.sent).toEqual([choice.action]);
    }
  });
});

const formed = SAMPLES.filter(([, sample]) => (sample.prompt?.forms?.length ?? 0) > 0);
describe.each(formed)('the form of %s', (_, sample) => {
  const form = sample.prompt!.forms![0]!;
  const group = form.groups[0]!;
  const openForm = async () => {
    const it = open(sample);
    await vi.waitFor(() => expect(it.all('.form')).not.toHaveLength(0), 5000);
    return it;
  };
  const confirm = (it: Opened) => it.all('.form .row button').at(-1) as HTMLButtonElement;

  it.runIf(form.kind === 'select')('takes cards in the order in which they are tapped', async () => {
    const it = await openForm();
    const wanted = Array.from({ length: group.min }, (_, at) => form.pieces.length - 1 - at);
    expect(confirm(it).disabled).toBe(true);
    for (const at of wanted) await fireEvent.click(it.all('.form .pick')[at]!);
    await fireEvent.click(confirm(it));
    expect(it.table.sent).toEqual([{ form: 0, groups: [wanted] }]);
  });

  it.runIf(form.kind === 'order')('is put in order by buttons', async () => {
    const it = await openForm();
    const count = form.pieces.length;
    await fireEvent.click(it.all('.form .pick')[1]!);
    await fireEvent.click(it.all('.form .row button')[0]!);
    await fireEvent.click(confirm(it));
    expect(it.table.sent).toEqual([
      { form: 0, groups: [[1, 0, ...Array.from({ length: count - 2 }, (_, at) => at + 2)]] },
    ]);
  });

  it('is filled in by keyboard alone', async () => {
    const it = await openForm();
    if (form.kind === 'order') {
      press(it.all('.form .pick')[0]!);
      await it.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
    } else for (let at = 0; at < group.min; at++) press(it.all('.form .pick')[at]!);
    await tick();
    press(confirm(it));
    const order = form.pieces.map((_, at) => at);
    const wanted = form.kind === 'order' ? [1, 0, ...order.slice(2)] : order.slice(0, group.min);
    expect(it.table.sent).toEqual([{ form: 0, groups: [wanted] }]);
  });
});

describe('the board', () => {
  const late = sampleOf('innovation.action late in the game');

  it('says whom a dogma hits before it is activated', async () => {
    const it = open(late);
    const hits = late.game.previews.find((one) => one.victims.length > 0)!;
    await fireEvent.click(it.all('.piles .top').find((one) => one.getAttribute('aria-label')?.includes(hits.card))!);
    expect(it.all('.player .hit').length).toBeGreaterThan(0);
    expect(it.table.sent).toEqual([]);
  });

  it('shows another player’s board, and the own one again', async () => {
    const it = open(late);
    await fireEvent.click(it.all('.player .who').find((one) => it.words(one).startsWith('Chiara'))!);
    const shown = () => it.all('.piles [data-piece]').map((one) => one.dataset['piece']);
    expect(shown()).toContain('Genetics');
    await fireEvent.click(it.all('.visit button').at(-1)!);
    expect(shown()).toContain('Bicycle');
  });

  it('lists every card of a pile, and the own score pile', async () => {
    const it = open(late);
    await fireEvent.click(it.all('.pile .count')[0]!);
    await vi.waitFor(() => expect(it.all('dialog .cards button')).toHaveLength(2), 5000);
    cleanup();
    const again = open(late);
    await fireEvent.click(again.all('.deeds button').find((one) => again.words(one).startsWith('Score '))!);
    const score = late.game.players[0]!.score.length;
    await vi.waitFor(() => expect(again.all('dialog .cards button')).toHaveLength(score), 5000);
  });

  it('says at the card of the hand why it was refused', async () => {
    const it = open(late);
    it.table.choose = async () => {
      it.table.refusal = { code: 'no', sentence: 'It must stay.' };
      return false;
    };
    const card = () => it.all('.hand [data-piece]')[0]!;
    await fireEvent.click(card());
    await fireEvent.click(card());
    await vi.waitFor(() => expect(card().querySelector('.why')?.textContent).toBe('It must stay.'));
    expect(it.all('[role="alert"]')).toHaveLength(1);
  });

  it('shows revealed cards until they are dismissed, as one tab stop', async () => {
    const it = open(late);
    const revealed = (number: number, what: object) => ({ number, at: 0, event: { game: { seq: number, what } } });
    it.table.entries = [
      revealed(1, { revealed: { seat: 1, card: 'Oars' } }),
      revealed(2, { hand_revealed: { seat: 2, cards: ['Tools', 'Sailing'] } }),
    ];
    await vi.waitFor(() => expect(it.all('.reveals')).not.toHaveLength(0), 5000);
    const buttons = it.all('.reveals button');
    expect(buttons.map((one) => one.dataset['card'])).toEqual(['Oars', 'Tools', 'Sailing', undefined]);
    await oneStop(it.user, buttons);
    await fireEvent.click(buttons.at(-1)!);
    expect(it.all('.reveals')).toEqual([]);
  });

  it('tells what happened by effect where there is no room beside the board', async () => {
    const it = open(late);
    const log = it.all('.deeds .row button').find((one) => it.words(one) === words.log)!;
    await fireEvent.click(log);
    await vi.waitFor(() => expect(it.all('dialog section.log')).toHaveLength(1));
  });

  it('IN-118: marks the cards that are not offered as disabled, and still lets them be read', async () => {
    const disabled = (all: HTMLElement[]) => all.filter((one) => one.getAttribute('aria-disabled') === 'true');
    const acting = open(late);
    expect(disabled(acting.all('.hand [data-piece]'))).toEqual([]);
    // Nobody can activate another player's card.
    await fireEvent.click(acting.all('.player .who').find((one) => acting.words(one).startsWith('Chiara'))!);
    expect(disabled(acting.all('.piles .top'))).toHaveLength(acting.all('.piles .top').length);
    cleanup();

    // A form is about all four cards of this hand.
    expect(disabled(open(sampleOf('innovation.masonry.1+form')).all('.hand [data-piece]'))).toEqual([]);
    cleanup();

    const asked = open(sampleOf('innovation.education.1'));
    const hand = asked.all('.hand [data-piece]');
    expect(hand).toHaveLength(3);
    expect(disabled(hand)).toEqual(hand);
    expect(asked.all('.hand .dimmed')).toHaveLength(3);
    await fireEvent.click(hand[0]!);
    expect(asked.table.sent).toEqual([]);
    expect(
      asked
        .all('dialog[open]')
        .map((one) => one.textContent)
        .join(),
    ).toContain(hand[0]!.dataset['piece']);
  });

  it('sends nothing where nothing can be answered', async () => {
    const it = open(late);
    it.table.readonly = true;
    flushSync();
    for (const element of it.all('.hand [data-piece], .piles .top')) {
      await fireEvent.click(element);
      await fireEvent.click(element);
    }
    expect(it.table.sent).toEqual([]);
  });
});

it('every listed key does what the list says', async () => {
  const card = (it: Opened, at = 0) => it.all('.hand [data-piece]')[at]!;
  await everyKey(() => open(sampleOf('innovation.action late in the game')), {
    'Enter or Space': async (it) => {
      card(it).focus();
      await it.user.keyboard('{Enter}');
      expect(it.table.sent).toEqual([]);
      await it.user.keyboard('{Enter}');
      expect(it.table.sent).toHaveLength(1);
    },
    '1 … 9': async (it) => {
      await it.user.keyboard('1');
      expect(card(it).getAttribute('aria-pressed')).toBe('true');
      await it.user.keyboard('1');
      expect(it.table.sent).toEqual([{ meld: { card: card(it).dataset['piece'] } }]);
    },
    Escape: async (it) => {
      await fireEvent.click(card(it));
      await it.user.keyboard('{Escape}');
      expect(card(it).getAttribute('aria-pressed')).toBe('false');
    },
    'Alt and arrow keys': async (it) => {
      const [first, second] = [card(it).dataset['piece'], card(it, 1).dataset['piece']];
      card(it).focus();
      await it.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
      expect([card(it).dataset['piece'], card(it, 1).dataset['piece']]).toEqual([second, first]);
    },
  });
});

it.each(['innovation.education.1', 'made by hand: value', 'made by hand: colours', 'innovation.masonry.1+form'])(
  'digits answer %s',
  async (name) => {
    const it = open(sampleOf(name));
    await it.user.keyboard('1');
    if (it.all('.form').length > 0) {
      expect(it.all('.form .pick.on')).toHaveLength(1);
      await it.user.keyboard('{Escape}');
      expect(it.all('.form .pick.on')).toHaveLength(0);
      return;
    }
    if (it.table.sent.length === 0) await it.user.keyboard('1');
    expect(it.table.sent).toHaveLength(1);
  },
);

describe('splays', () => {
  const pile = (splay: PileSeen['splay']): PileSeen => ({ colour: 'red', cards: ['a', 'b', 'c'], splay });
  it('show what counts: 27 % sideways, 37 % upwards, the top card whole', () => {
    expect([0, 1, 2].map((at) => spot(pile('right'), 100, at))).toEqual([
      [0, 0],
      [27, 0],
      [54, 0],
    ]);
    expect([0, 1, 2].map((at) => spot(pile('left'), 100, at))).toEqual([
      [54, 0],
      [27, 0],
      [0, 0],
    ]);
    expect([0, 1, 2].map((at) => spot(pile('up'), 140, at))).toEqual([
      [0, 74],
      [0, 37],
      [0, 0],
    ]);
    expect(pileSize(pile('up'), 140)).toEqual({ width: 140, height: 174 });
  });
  it('fit their place as large as they can', () => {
    const piles = [pile('right'), pile(null)];
    const wide = fitting(piles, { width: 900, height: 300 }, 160, 80);
    expect(wide).toBe(160);
    expect(fitting(piles, { width: 300, height: 120 }, 160, 80)).toBeLessThan(wide);
  });
});

describe('the log', () => {
  const effect = { card: 'Archery', effect: 1, executor: 1, depth: 0 };
  const entry = (number: number, cause: unknown, what: object, text?: string) => ({
    number,
    at: 0,
    event: { game: { seq: number, cause, what } },
    ...(text ? { text: [text] } : {}),
  });
  const entries = [
    entry(1, 'action', { revealed: { seat: 0, card: 'Tools' } }),
    entry(2, 'action', { action_taken: {} }),
    entry(3, 'action', {}, 'Ada activates Archery'),
    entry(4, { effect }, { revealed: { seat: 1, card: 'Oars' } }, 'Bo reveals'),
    entry(5, { effect }, {}, 'Bo gives'),
    entry(6, { effect: { ...effect, executor: 2 } }, {}, 'Chiara gives'),
  ];
  it('stands by effect and by the player who executes it', () => {
    expect(byEffect(entries).map((block) => [block.effect?.executor ?? null, block.lines.length])).toEqual([
      [null, 1],
      [1, 2],
      [2, 1],
    ]);
  });
  it('knows the cards that the last action revealed', () => {
    expect(reveals(entries)).toEqual([{ number: 4, seat: 1, cards: ['Oars'] }]);
  });
});
