/** For tests: the buttons of a zone are one tab stop, and arrow keys lead from each to the next and around. */
import { expect } from 'vitest';

export async function oneStop(
  user: { keyboard(keys: string): Promise<unknown> },
  buttons: readonly HTMLElement[],
): Promise<void> {
  expect(buttons.length).toBeGreaterThan(1);
  const stop = () => buttons.filter((it) => it.tabIndex === 0);
  expect(stop()).toEqual([buttons[0]]);
  buttons[0]!.focus();
  for (const next of [...buttons.slice(1), buttons[0]!]) {
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(next);
    expect(stop()).toEqual([next]);
  }
}
