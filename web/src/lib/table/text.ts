import { spokenCard } from '$lib/cards/codes';
import type { TextLine } from '$lib/wire';

/** A line as plain text, for labels, titles and live regions. */
export function plain(line: TextLine | undefined): string {
  return (line ?? [])
    .map((span) =>
      typeof span === 'string' ? span : (span.text ?? (span.card === undefined ? '' : spokenCard(span.card))),
    )
    .join('')
    .trim();
}
