import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { slice } from '$lib/table/slice.svelte';
import { MOMENTS } from './fixtures';
import { pendingOf, rowOf } from './scene';
import type { View } from './types';

describe('slices of a view', () => {
  it('DW-177: tell only those whose part differs, compared field by field', () => {
    let view = $state.raw<View>(structuredClone(MOMENTS.revealed.view));
    const read = { side: () => view.sides[0], row: () => rowOf(view, 0), pending: () => pendingOf(view) };
    const told = { side: 0, row: 0, pending: 0 };
    const end = $effect.root(() => {
      for (const name of ['side', 'row', 'pending'] as const) {
        const part = slice<unknown>(read[name]);
        $effect(() => {
          void part.now;
          told[name] += 1;
        });
      }
    });
    const change = (by: (view: View) => void) => {
      const next = structuredClone(view);
      by(next);
      view = next;
      flushSync();
      return { ...told };
    };
    expect(change(() => undefined)).toEqual({ side: 1, row: 1, pending: 1 });
    expect(change((next) => (next.tooltip = 'Something else'))).toEqual({ side: 1, row: 1, pending: 1 });
    expect(change((next) => (next.sides[0].deck += 1))).toEqual({ side: 2, row: 1, pending: 1 });
    expect(change((next) => (next.pile[0]!.gone = true))).toEqual({ side: 2, row: 2, pending: 2 });
    end();
  });
});
