import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Packages whose file already contains another one. */
const INSIDE: Record<string, string[]> = { '@dagrejs/dagre': ['@dagrejs/graphlib'] };

/** Of which npm package a module or a file is: `svelte`, `@dagrejs/dagre`; null for what is ours. */
function packageOf(id: string): string | null {
  // The tools add a few lines of their own under names like these.
  const own = /^\0(vite|rolldown)\//.exec(id);
  if (own) return own[1] ?? null;
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? null;
}

/**
 * Holds `embedded.json`, from which the notices are made, against the packages of which something is really in the
 * build: the build fails where they differ.
 */
export function checkEmbedded(list = 'embedded.json'): Plugin {
  return {
    name: 'croupier-embedded',
    apply: 'build',
    generateBundle(_options, bundle) {
      const found = new Set<string>();
      for (const it of Object.values(bundle)) {
        const parts =
          it.type === 'chunk'
            ? Object.entries(it.modules).flatMap(([id, part]) => (part.renderedLength > 0 ? [id] : []))
            : it.originalFileNames;
        for (const part of parts) {
          const name = packageOf(part);
          if (name) [name, ...(INSIDE[name] ?? [])].forEach((one) => found.add(one));
        }
      }
      const listed = JSON.parse(readFileSync(list, 'utf8')) as string[];
      const there = [...found].sort();
      if (JSON.stringify(there) !== JSON.stringify(listed))
        this.error(
          `${list} names ${listed.join(', ')}; in the build are ${there.join(', ')}. Change it and run \`cargo xtask licences\``,
        );
    },
  };
}
