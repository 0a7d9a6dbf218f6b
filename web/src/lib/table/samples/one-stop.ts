/** For tests: the buttons of a zone are one tab stop, and arrow keys lead from each to the next and around. */
import { expect } from 'vitest';

export async function oneStop(
  user: { keyboard(keys: string): Promise<unknown> },
  buttons: readonly HTMLElement[],
): Promise<void> {
  expect(buttons.length).toBeGreaterThan(1);
  const stops = () => buttons.flatMap((it, at) => (it.tabIndex === 0 ? [at] : []));
  const places = [...buttons.keys()];
  expect(stops()).toEqual([0]);
  buttons[0]!.focus();
  for (const next of [...places.slice(1), 0]) {
    await user.keyboard('{ArrowRight}');
    expect(buttons.indexOf(document.activeElement as HTMLElement)).toBe(next);
    expect(stops()).toEqual([next]);
  }
}
