import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { compress } from './build/compress.ts';
import { checkEmbedded } from './build/embedded.ts';
import { preloadFonts } from './build/preload.ts';

/** Where `npm run dev` finds a running `croupier serve`. */
const server = process.env['CROUPIER_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), preloadFonts(), checkEmbedded(), compress()],
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
  // The page is served under `default-src 'self'`: nothing is written into it as a `data:` address.
  build: { assetsInlineLimit: 0, target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: { proxy: { '/api': { target: server, ws: true }, '/licences.txt': server } },
});
