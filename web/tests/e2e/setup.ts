/** After every file: reports the faults of every attempt of its tests, so that a retry does not hide them. */
import { afterAll } from 'vitest';
import { unforgiven } from './browser';

afterAll(() => {
  const found = unforgiven.splice(0);
  if (found.length > 0) throw new Error(`seen in some try of these tests:\n${found.join('\n')}`);
});
