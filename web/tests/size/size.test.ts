// @vitest-environment node
/**
 * The compressed size of what a visitor downloads. Counted from the built files: what the page links to (including the
 * two fonts), the start page, the table page and one board, each with everything that is loaded with it.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const KIB = 1024;
const dist = join(process.cwd(), 'dist');
const assets = join(dist, 'assets');

/** The size as sent: of the compressed copy if there is one. */
function weight(name: string): number {
  const path = join(assets, name);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

/** What the built client loads together with each lazily imported chunk: scripts and style sheets. */
function loads(files: readonly string[]): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const name of files.filter((it) => it.endsWith('.js'))) {
    const text = readFileSync(join(assets, name), 'utf8');
    const list = /m\.f=\[([^\]]*)\]/.exec(text)?.[1] ?? '';
    const known = [...list.matchAll(/assets\/([\w.-]+)/g)].map((it) => it[1]!);
    const imports = /import\([`"']\.\/([\w.-]+\.js)[`"']\)(?:\.then\([^)]*\))?,__vite__mapDeps\(\[([\d,]+)\]\)/g;
    for (const [, chunk, places] of text.matchAll(imports))
      all.set(
        chunk!,
        places!.split(',').map((at) => known[Number(at)]!),
      );
  }
  return all;
}

// `npm test` alone does not need a build; the full run builds first.
describe.skipIf(!existsSync(assets))('the built client', () => {
  const files = existsSync(assets) ? readdirSync(assets).filter((it) => !/\.(?:br|gz)$/.test(it)) : [];
  const page = existsSync(dist) ? readFileSync(join(dist, 'index.html'), 'utf8') : '';
  const linked = [...page.matchAll(/\/assets\/([\w.-]+)/g)].map((it) => it[1]!);
  const starting = (word: string) => files.filter((it) => it.startsWith(`${word}-`));
  const boards = starting('Board');

  it('has the two fonts among what the page asks for at once', () => {
    expect(linked.filter((it) => it.endsWith('.woff2'))).toHaveLength(2);
  });

  it.each(boards.filter((it) => it.endsWith('.js')))('home and %s with fonts are under 150 KiB', (board) => {
    const later = loads(files);
    const chunks = [...starting('Home'), ...starting('TablePage'), board].filter((it) => it.endsWith('.js'));
    for (const it of chunks) expect(later.get(it), it).toBeDefined();
    const wanted = new Set([...linked, ...chunks.flatMap((it) => later.get(it) ?? [])]);
    const total = [...wanted].reduce((sum, it) => sum + weight(it), 0);
    console.log(`home, table and ${board}: ${(total / KIB).toFixed(1)} KiB`);
    expect(total).toBeLessThan(150 * KIB);
  });

  it('has no chunk of more than 40 KiB', () => {
    const heavy = files.filter((it) => /\.(?:js|css)$/.test(it) && weight(it) > 40 * KIB);
    expect(heavy).toEqual([]);
  });

  it('has compressed copies of all text and no address in the page that the policy forbids', () => {
    for (const it of files.filter((one) => /\.(?:js|css)$/.test(one))) {
      const text = readFileSync(join(assets, it), 'utf8');
      expect(text, it).not.toMatch(/url\(["']?data:|["'(]data:[a-z]+\//);
      if (text.length > 400) expect(existsSync(join(assets, `${it}.br`)), it).toBe(true);
    }
    expect(page).not.toMatch(/<style|<script>|\sstyle=|data:/);
  });
});
