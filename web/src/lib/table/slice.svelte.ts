/** A part of what the server has sent, for what is drawn of it alone. */
export interface Slice<T> {
  readonly now: T;
}

/**
 * Every push brings a new view. A slice of it stays the object that it was until something in it differs, so that only
 * those are told whose part has changed.
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
