/** A part of the server's data that changes only when its content does. */
export interface Slice<T> {
  readonly now: T;
}

/**
 * Every push brings a new view. A slice keeps its object identity until its content changes, so that only the
 * components whose part has changed are updated.
 */
export function slice<T>(read: () => T): Slice<T> {
  let kept: { value: T; written: string | undefined } | null = null;
  const now = $derived.by(() => {
    const value = read();
    const written = JSON.stringify(value);
    if (kept?.written !== written) kept = { value, written };
    return kept!.value;
  });
  return {
    get now() {
      return now;
    },
  };
}
