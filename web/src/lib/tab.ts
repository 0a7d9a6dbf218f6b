/** The word by which the server tells the tabs of a guest apart. */
const CLIENT = 'croupier.client';
const word = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (it) => it.toString(36).padStart(2, '0')).join('');
};

/**
 * The word of this tab. A tab that was made as a copy of another has its storage too; the lock shows that the word is
 * in use, and the copy takes one of its own.
 */
export async function tabWord(): Promise<string> {
  let known: string | null = null;
  try {
    known = sessionStorage.getItem(CLIENT);
  } catch {
    // Without storage every load of the page is a tab of its own.
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
/** Takes the lock of a word for as long as the page lives. Where there are no locks nobody is in the way. */
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
