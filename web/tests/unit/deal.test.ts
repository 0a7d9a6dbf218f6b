import { expect, it } from 'vitest';
import { dealAtOnce } from '$lib/games';
import { MOMENTS } from '$lib/games/data-war/fixtures';

it('“Play now” leads past the screens before the deal, only with an answer that the room offers', () => {
  expect(dealAtOnce('data-war', MOMENTS.welcome.prompt)?.action).toEqual({ event: 'SKIP_TO_GAME' });
  expect(MOMENTS.welcome.prompt?.choices).toContain(dealAtOnce('data-war', MOMENTS.welcome.prompt));
  expect(dealAtOnce('data-war', MOMENTS.ready.prompt)).toBeUndefined();
  expect(dealAtOnce('rush', MOMENTS.welcome.prompt)).toBeUndefined();
  expect(dealAtOnce('data-war', null)).toBeUndefined();
});
