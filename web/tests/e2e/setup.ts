/** After every file: what was wrong in any try of its tests, so that a second try does not hide it. */
import { afterAll } from 'vitest';
import { unforgiven } from './browser';

afterAll(() => {
  const found = unforgiven.splice(0);
  if (found.length > 0) throw new Error(`seen in some try of these tests:\n${found.join('\n')}`);
});
