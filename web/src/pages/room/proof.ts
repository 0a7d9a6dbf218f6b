/** Whether a secret matches its commitment, which is its SHA-256. Null if the browser cannot compute it. */
export async function fits(secret: string, commitment: string): Promise<boolean | null> {
  if (typeof crypto === 'undefined' || !crypto.subtle) return null;
  const bytes = /^(?:[0-9a-f]{2})+$/i.test(secret)
    ? Uint8Array.from(secret.match(/../g) ?? [], (it) => parseInt(it, 16))
    : new TextEncoder().encode(secret);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, (it) => it.toString(16).padStart(2, '0')).join('');
  return hex === commitment.toLowerCase();
}
