/** What this browser adds to the seed of a deal: nobody else can foresee it. */
export function chance(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('');
}
