/** One Chromium for all test files of a worker; each person is a separate browser context. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';

const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;
export type Device = keyof typeof SIZES;
export type Theme = 'day' | 'night';

/**
 * A test that times out is retried once; console errors, accessibility violations and overflow are not timing problems.
 * They are recorded when seen, and `setup.ts` fails the file, whatever the retry resulted in.
 */
export const unforgiven: string[] = [];
export const forgiveNothing = (fault: string): void => void unforgiven.push(fault);

let running: Promise<Browser> | null = null;

/** The browser. It is closed when the test process ends. */
export function launch(): Promise<Browser> {
  // The headless shell does the same with a third less work.
  const path = process.env['CHROME_PATH'] ?? PATHS.find(existsSync) ?? '';
  if (!existsSync(path))
    throw new Error(`there is no Chromium at ${path || PATHS.join(' or ')}: install Debian's or set CHROME_PATH`);
  return (running ??= chromium.launch({ executablePath: path, args: ARGS }));
}

export interface Person {
  page: Page;
  context: BrowserContext;
  /** Errors of the console and of scripts so far. */
  errors: string[];
}

export interface Visit {
  device?: Device;
  theme?: Theme;
  nickname?: string;
  /** Whether animations are on. */
  motion?: boolean;
  /** The device pixel ratio. */
  density?: number;
}

/** A person with their own browser context. */
export async function person(
  browser: Browser,
  base: string,
  { device = 'desktop', theme = 'night', nickname = 'Ada', motion = false, density = 1 }: Visit = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: SIZES[device],
    deviceScaleFactor: density,
    hasTouch: device === 'phone',
    reducedMotion: motion ? 'no-preference' : 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors: string[] = [];
  const note = (error: string): void => {
    errors.push(error);
    forgiveNothing(`console: ${error}`);
  };
  page.on('console', (line) => {
    if (line.type() !== 'error') return;
    // The browser itself logs requests that the server refuses; pages show the refusal in words.
    if (/Failed to load resource/.test(line.text())) return;
    // A server that is restarted on purpose is reported by the browser, too.
    if (/WebSocket connection to .* failed/.test(line.text())) return;
    note(line.text());
  });
  page.on('pageerror', (error) => note(String(error.stack ?? error)));
  await page.addInitScript(
    (stored) => {
      // The browser's own error page has no storage.
      if (!location.protocol.startsWith('http')) return;
      if (!localStorage.getItem('croupier.settings')) localStorage.setItem('croupier.settings', stored);
    },
    JSON.stringify({ theme, nickname, sound: false }),
  );
  return { page, context, errors };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything wrong with the current page: violations of WCAG A and AA, and anything wider than the screen. */
export async function faults(page: Page): Promise<string[]> {
  // Playwright evaluates through the debugger, to which the page's policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: unknown, options: unknown): Promise<unknown> } };
    const results = (await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // Voice control users say what is written on a button.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })) as AxeResults;
    // axe also reads letters in drawings (the rank on a card), which are hidden from the accessibility tree and not
    // labels.
    const bare = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const isNamed = (selector: string): boolean => {
      const element = document.querySelector(selector)?.cloneNode(true) as HTMLElement | undefined;
      for (const hidden of element?.querySelectorAll('[aria-hidden="true"], .sr') ?? []) hidden.remove();
      const texts: string[] = [];
      const walk = element && document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walk?.nextNode()) texts.push(walk.currentNode.textContent ?? '');
      return bare(element?.getAttribute('aria-label') ?? '').includes(bare(texts.join(' ')));
    };
    for (const it of results.violations)
      if (it.id === 'label-content-name-mismatch')
        it.nodes = it.nodes.filter((node) => !isNamed(String(node.target[0])));
    return { violations: results.violations.filter((it) => it.nodes.length > 0) };
  });
  const bad = found.violations.map(
    (it) =>
      `${it.id} (${it.impact}): ${it.nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join(' | ')}`,
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const all = wide > 0 ? [...bad, `the page is ${wide} px wider than the screen`] : bad;
  for (const it of all) forgiveNothing(`${new URL(page.url()).pathname}: ${it}`);
  return all;
}

/**
 * What can be pressed on the current page and is smaller than a finger. The area of an `::after` that is laid over an
 * element counts with the size it really has. The strips of a hand may be narrow, and cards within a sentence small.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const FINGER = 44;
    const STRIP = 24;
    const within = document.querySelector('dialog[open]') ?? document.body;
    const all = [...within.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input, select, textarea')];
    return all
      .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.closest('[aria-hidden]'))
      .filter((it) => !it.matches('.mini') || it.matches('.held > *'))
      .flatMap((it) => {
        // A label presses its field.
        const parts = [it, ...((it as HTMLInputElement).labels ?? [])].map((part) => part.getBoundingClientRect());
        const over = getComputedStyle(it, '::after');
        if (over.position === 'absolute')
          parts.push(new DOMRect(0, 0, parseFloat(over.width), parseFloat(over.height)));
        const width = Math.max(...parts.map((part) => part.width || 0));
        const height = Math.max(...parts.map((part) => part.height || 0));
        // Half a pixel may be lost to rounding.
        const least = it.matches('.hand :is([data-card], [data-piece])') ? STRIP : FINGER;
        if (width > least - 0.5 && height > FINGER - 0.5) return [];
        return [`${width.toFixed(0)} x ${height.toFixed(0)}: ${it.outerHTML.slice(0, 120)}`];
      });
  });

/** A screenshot for people to look at; nothing is asserted about it. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['CROUPIER_SHOTS'] ?? join(process.cwd(), 'shots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

export const code = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? '';
