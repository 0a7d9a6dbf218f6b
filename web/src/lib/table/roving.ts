/**
 * Roving tabindex: one tab stop for a zone, arrow keys within. The zone's buttons (and links) come and go with every push; when the
 * focused one disappears, the same card at its new place or the one that replaced it gets the focus, so that a hand can
 * be played without losing one's place.
 */
import type { Attachment } from 'svelte/attachments';

const STOPS = ':is(button:not([disabled]), a[href]):not([data-skip])';
const nameOf = (stop: HTMLElement | undefined) => stop?.dataset['piece'] ?? stop?.dataset['card'];

/** With `end`, the tab stop of an unfocused zone is its last button, such as the newest line of a log. */
export function roving(end = false): Attachment<HTMLElement> {
  return (zone) => {
    let last = 0;
    let piece: string | undefined;
    let inside = false;
    zone.dataset['zone'] = '';
    // A nested zone has its own tab stop.
    const stops = () =>
      [...zone.querySelectorAll<HTMLElement>(STOPS)].filter((it) => it.closest('[data-zone]') === zone);
    const tidy = () => {
      const all = stops();
      const held = all.indexOf(document.activeElement as HTMLElement);
      if (held >= 0) last = held;
      else if (end && !inside) last = all.length - 1;
      else if (inside && piece !== undefined) {
        const again = all.findIndex((it) => nameOf(it) === piece);
        if (again >= 0) last = again;
      }
      last = Math.max(0, Math.min(last, all.length - 1));
      all.forEach((stop, at) => {
        const index = at === last ? 0 : -1;
        if (stop.tabIndex !== index) stop.tabIndex = index;
      });
      if (inside && held < 0 && (!document.activeElement || document.activeElement === document.body))
        all[last]?.focus();
    };
    const enter = () => {
      inside = true;
      tidy();
      piece = nameOf(document.activeElement as HTMLElement);
    };
    const leave = (event: FocusEvent) => {
      // Without a related target, the focused button was removed or the window lost the focus: the zone keeps it.
      if (event.relatedTarget) inside = zone.contains(event.relatedTarget as Node);
    };
    const press = () => (inside = false);
    const key = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
      const all = stops();
      const at = all.indexOf(document.activeElement as HTMLElement);
      if (at < 0) return;
      const to =
        { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[
          event.key
        ] ?? -2;
      if (to === -2) return;
      event.preventDefault();
      const next = all[(to + all.length) % all.length];
      next?.focus();
      next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    const watch = new MutationObserver(tidy);
    watch.observe(zone, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-skip'],
    });
    zone.addEventListener('focusin', enter);
    zone.addEventListener('focusout', leave);
    zone.addEventListener('keydown', key);
    document.addEventListener('pointerdown', press);
    tidy();
    return () => {
      watch.disconnect();
      zone.removeEventListener('focusin', enter);
      zone.removeEventListener('focusout', leave);
      zone.removeEventListener('keydown', key);
      document.removeEventListener('pointerdown', press);
    };
  };
}
