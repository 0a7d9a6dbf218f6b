/** Three ways to press something: with the mouse, with a finger, and with the keyboard alone. */
import type { Locator, Page } from 'playwright-core';

export type Way = 'mouse' | 'touch' | 'keys';

/** Where the focus is, relative to an element that it should reach. */
interface Place {
  at: 'there' | 'gone' | 'zone' | 'nowhere' | 'away';
  /** How often to press Tab; backwards if negative. */
  tabs: number;
}

/** The number of tab stops between the focus and the element or, if arrow keys lead to it, the stop of its zone. */
function placeOf(element: Element): Place {
  if (!element.isConnected || (element as HTMLButtonElement).disabled) return { at: 'gone', tabs: 0 };
  const active = document.activeElement;
  if (active === element) return { at: 'there', tabs: 0 };
  const stops = [
    ...(document.querySelector('dialog[open]') ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex]',
    ),
  ].filter((it) => it.tabIndex >= 0 && !(it as HTMLButtonElement).disabled && it.checkVisibility());
  let stop: Element | undefined = element;
  if ((element as HTMLElement).tabIndex < 0) {
    // The zone is marked; otherwise it is the closest ancestor of the element that contains a tab stop.
    const named = element.closest('[data-zone]');
    let zone = named ?? element.parentElement;
    const has = (it: Element | null) => zone !== null && it !== zone && zone.contains(it);
    // A nested zone has its own stop and arrow keys.
    const own = (it: Element | null) => has(it) && (named === null || it?.closest('[data-zone]') === named);
    while (named === null && zone && !stops.some(has)) zone = zone.parentElement;
    if (own(active)) return { at: 'zone', tabs: 0 };
    stop = stops.find(own);
  }
  const from = stops.indexOf(active as HTMLElement);
  const to = stops.indexOf(stop as HTMLElement);
  return from < 0 || to < 0 ? { at: 'nowhere', tabs: 1 } : { at: 'away', tabs: to - from };
}

/** Reaches an element's zone with Tab and the element with arrow keys; then presses Enter. */
async function byKeys(page: Page, target: Locator): Promise<boolean> {
  const element = await target.elementHandle({ timeout: 300 }).catch(() => null);
  if (!element) return false;
  for (let steps = 0; steps < 60; steps++) {
    const place = await element.evaluate(placeOf);
    if (place.at === 'gone') return false;
    if (place.at === 'there') {
      await page.keyboard.press('Enter');
      return true;
    }
    if (place.at === 'zone') await page.keyboard.press('ArrowRight');
    else
      for (let tab = Math.abs(place.tabs); tab > 0; tab--)
        await page.keyboard.press(place.tabs > 0 ? 'Tab' : 'Shift+Tab');
  }
  throw new Error(`the keyboard does not reach ${target.toString()}`);
}

/** A point at which an element is visible: cards of a hand overlap and are tilted. */
function seenAt(element: Element): { x: number; y: number } | null {
  if ((element as HTMLButtonElement).disabled) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = element.getBoundingClientRect();
  for (const down of [0.5, 0.3, 0.7, 0.15, 0.85]) {
    const y = box.top + box.height * down;
    const seen = Array.from({ length: 24 }, (_, at) => box.left + (box.width * (at + 0.5)) / 24).filter((x) =>
      element.contains(document.elementFromPoint(x, y)),
    );
    const middle = seen[Math.floor(seen.length / 2)];
    if (middle !== undefined) return { x: middle, y };
  }
  return null;
}

/**
 * Presses what can be pressed now, and returns whether it could. What has disappeared or is covered is left alone: a
 * match goes on by itself, and the next look at the page decides what to do.
 */
export async function tryPress(page: Page, target: Locator, way: Way): Promise<boolean> {
  const first = target.first();
  if (way === 'keys') return byKeys(page, first);
  const at = await first.evaluate(seenAt, undefined, { timeout: 300 }).catch(() => null);
  if (!at) return false;
  if (way === 'mouse') await page.mouse.click(at.x, at.y);
  else await page.touchscreen.tap(at.x, at.y);
  return true;
}

/** The position of an element once it has stopped moving: dealt cards take a while. */
export async function standing(target: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let before = '';
  for (const until = Date.now() + 5000; Date.now() < until;) {
    const box = await target.boundingBox();
    const now = JSON.stringify(box);
    if (box && now === before) return box;
    before = now;
    await target.page().waitForTimeout(60);
  }
  throw new Error(`it does not come to rest: ${target.toString()}`);
}

/** Presses something that must appear within a moment. */
export async function press(page: Page, target: Locator, way: Way): Promise<void> {
  for (const until = Date.now() + 5000; Date.now() < until;) {
    if (await tryPress(page, target, way)) return;
    await page.waitForTimeout(20);
  }
  throw new Error(`it cannot be pressed: ${target.toString()}`);
}
