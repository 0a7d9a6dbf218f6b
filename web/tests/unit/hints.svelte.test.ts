/** What is sent when the hint of a bot is followed. */
import { expect, test, vi } from 'vitest';
import type { RoomSession } from '$lib/session.svelte';
import type { Choice } from '$lib/wire';
import { Hints } from '../../src/pages/room/hints.svelte';

const offer: Choice = { label: ['Sort'], action: 'sort' };
const formed: Choice = { label: ['Lay down'], action: { lay_down: [1] } };

test.each([
  ['answers the prompt, also if it fills in a form', formed, formed],
  ['is the offer itself, which names no prompt', { ...offer }, offer],
])('a hint %s', async (_, hinted, sent) => {
  const choose = vi.fn(async () => true);
  const session = { prompt: { id: 31, choices: [] }, offers: [offer], hint: async () => hinted, choose };
  let hints: Hints | undefined;
  const stop = $effect.root(() => {
    hints = new Hints(session as unknown as RoomSession);
  });
  await hints!.ask();
  await hints!.follow();
  expect(choose.mock.calls).toEqual([[sent]]);
  expect((choose.mock.calls as unknown[][])[0]?.[0]).toBe(sent);
  stop();
});
