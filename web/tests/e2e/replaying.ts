/** Steps through the replay of a match that has just ended. */
import type { Page } from 'playwright-core';

/** Opens the replay from the results, and looks at both of its ends as each of these viewers. */
export async function seeReplay(page: Page, eyes: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Watch the replay' }).click();
  const drawn = (frame: number) => page.locator(`[data-replay="${frame}"]:not(:has(.wait))`).waitFor();
  await drawn(0);
  const slider = page.locator('.controls input[type="range"]');
  const last = Number(await slider.getAttribute('max'));
  for (const who of eyes) {
    await page.getByLabel('Seen by').selectOption({ label: who });
    await slider.focus();
    const steps: [string, number][] = [
      ['Home', 0],
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['End', last],
      ['ArrowLeft', last - 1],
    ];
    for (const [key, frame] of steps) {
      await page.keyboard.press(key);
      await drawn(frame);
    }
  }
}
