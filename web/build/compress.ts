import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;

/**
 * Writes `.br` and `.gz` beside every file of text, so that the server compresses nothing at run time. A copy that is
 * not smaller is left out: the server sends the file itself then.
 */
export function compress(): Plugin {
  return {
    name: 'croupier-compress',
    apply: 'build',
    writeBundle({ dir }) {
      if (!dir) return;
      for (const found of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        if (!found.isFile() || !TEXT.test(found.name)) continue;
        const path = join(found.parentPath, found.name);
        const text = readFileSync(path);
        const copies = {
          br: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          gz: gzipSync(text, { level: 9 }),
        };
        for (const [ending, copy] of Object.entries(copies))
          if (copy.length < text.length) writeFileSync(`${path}.${ending}`, copy);
      }
    },
  };
}
