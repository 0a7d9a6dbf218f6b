/** This browser's contribution to the seed of a deal, which nobody else can foresee. */
export function chance(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, '0')).join('');
}
