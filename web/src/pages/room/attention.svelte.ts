/**
 * Signals the viewer's turn in the title of the page, in its icon, by a sound and, if allowed, by a notification. Call
 * it once in the script of a page.
 */
import type { RoomSession } from '$lib/session.svelte';
import { settings } from '$lib/settings.svelte';
import { play } from '$lib/sound';
import { plain } from '$lib/table/text';
import { texts } from '$lib/texts';

/** Prompts within this time after the last answer belong to the same turn. */
const SAME_TURN_MS = 1500;

export function attend(room: () => RoomSession | null, game: () => string): void {
  let lastAsked = 0;
  let lastEntry = -1;
  let lastResult: unknown = null;
  let lastRefusal: unknown = null;

  $effect(() => {
    const session = room();
    const asked = session !== null && session.prompt !== null && session.phase === 'playing' && !session.readonly;
    document.title = asked ? texts.table.titleTurn(game()) : `${game()} · ${texts.name}`;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = asked ? '/icon-turn.svg' : '/icon.svg';
    if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
    return () => {
      icon?.setAttribute('href', '/icon.svg');
    };
  });

  $effect(() => {
    const session = room();
    const prompt = session?.prompt;
    if (!session || !prompt || session.phase !== 'playing') return;
    const now = performance.now();
    const fresh = now - lastAsked > SAME_TURN_MS;
    lastAsked = now;
    if (!fresh) return;
    play('turn');
    if (!document.hidden || !settings.all.notifications) return;
    notify(texts.table.notification(game()), plain(prompt.sentence), session.code);
  });

  // Moves are audible: one sound for everything that happened at once.
  $effect(() => {
    const entries = room()?.entries ?? [];
    const fresh = lastEntry < 0 ? [] : entries.filter((it) => it.number > lastEntry);
    lastEntry = entries.at(-1)?.number ?? lastEntry;
    const moved = fresh.flatMap((it) => it.moves ?? []).reduce((sum, it) => sum + it.count, 0);
    if (moved > 6) play('shuffle');
    else if (moved > 0) play('card');
  });

  $effect(() => {
    const session = room();
    const result = session?.state?.result ?? null;
    const first = lastResult === null;
    lastResult = result;
    if (!session || !result || !first || session.seat === null) return;
    play(result.winners.includes(session.seat) ? 'win' : 'lose');
  });

  $effect(() => {
    const refusal = room()?.refusal ?? null;
    if (refusal && refusal !== lastRefusal) play('refused');
    lastRefusal = refusal;
  });
}

/** Shows a notification if that is allowed. A later one with the same tag replaces it. */
export function notify(title: string, body: string, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const shown = new Notification(title, { body, icon: '/icon.svg', tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Mobile browsers allow notifications but have no constructor: there, title and sound must do.
  }
}
