/** For tests: whatever the list of keys says of a board must be so. */
import { cleanup } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect } from 'vitest';
import { listedKeys } from '$lib/table/keys.svelte';

export const settled = async (): Promise<void> => {
  await tick();
  await new Promise((done) => setTimeout(done));
  await tick();
};

/**
 * Opens a board for each key that it lists, and for Escape, which every page lists; each check presses its key and
 * expects what the list says. A key without a check fails, and so does a check without a key.
 */
export async function everyKey<Opened>(
  open: (key: string) => Opened | Promise<Opened>,
  checks: Record<string, (opened: Opened) => Promise<void>>,
): Promise<void> {
  for (const [name, check] of Object.entries(checks)) {
    const opened = await open(name);
    await settled();
    expect([...listedKeys().map((it) => it.name), 'Escape'].toSorted()).toEqual(Object.keys(checks).toSorted());
    await check(opened);
    cleanup();
  }
  expect(listedKeys()).toEqual([]);
}
