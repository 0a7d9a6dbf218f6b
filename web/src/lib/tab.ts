/** The key of the random id by which the server distinguishes a guest's tabs. */
const CLIENT = 'croupier.client';
const word = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (it) => it.toString(36).padStart(2, '0')).join('');
};

/**
 * The id of this tab. A duplicated tab also copies the storage; a lock shows that the id is in use, and the duplicate
 * then gets a new one.
 */
export async function tabWord(): Promise<string> {
  let known: string | null = null;
  try {
    known = sessionStorage.getItem(CLIENT);
  } catch {
    // Without storage, every load of the page counts as a new tab.
  }
  const mine = known ?? word();
  const chosen = known !== null && !(await hold(mine)) ? word() : mine;
  if (chosen !== known) {
    void hold(chosen);
    try {
      sessionStorage.setItem(CLIENT, chosen);
    } catch {
      // See above.
    }
  }
  return chosen;
}

const held = new Set<string>();
/** Holds the lock of an id for as long as the page lives. Without support for locks, every id counts as free. */
function hold(name: string): Promise<boolean> {
  if (held.has(name) || typeof navigator === 'undefined' || !navigator.locks) return Promise.resolve(true);
  return new Promise((told) => {
    void navigator.locks
      .request(`croupier.${name}`, { ifAvailable: true }, (lock) => {
        told(lock !== null);
        if (lock === null) return;
        held.add(name);
        return new Promise<void>(() => undefined);
      })
      .catch(() => told(true));
  });
}
