/** A folder of screenshots. A new one does not replace an existing one that looks the same. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** Clocks and bots differ slightly between runs: this share of a picture may change without a new file. */
const SAME = 0.04;

export class Album {
  readonly #folder: string;
  readonly #bench: Promise<Page>;
  readonly lines: string[] = [];

  constructor(browser: Browser, folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#bench = browser.newPage();
  }

  async take(page: Page, name: string): Promise<void> {
    await page.evaluate(() => document.fonts.ready);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
    await session.detach();
    const path = join(this.#folder, `${name}.webp`);
    const differs = existsSync(path) ? await this.#difference(readFileSync(path).toString('base64'), data) : 1;
    if (differs > SAME) writeFileSync(path, Buffer.from(data, 'base64'));
    const size = Math.ceil(statSync(path).size / 1024);
    this.lines.push(`${name}.webp: ${size} KiB, ${differs > SAME ? 'new' : 'as it was'}`);
  }

  /** The share of pixels that visibly differ. */
  async #difference(one: string, other: string): Promise<number> {
    const bench = await this.#bench;
    return bench.evaluate(
      async (both) => {
        const [a, b] = await Promise.all(
          both.map(async (data) => {
            const image = new Image();
            image.src = `data:image/webp;base64,${data}`;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d')!;
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, image.width, image.height);
          }),
        );
        if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
        let different = 0;
        for (let at = 0; at < a.data.length; at += 4)
          if ([0, 1, 2].some((part) => Math.abs(a.data[at + part]! - b.data[at + part]!) > 24)) different += 1;
        return different / (a.width * a.height);
      },
      [one, other],
    );
  }
}
