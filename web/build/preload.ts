import type { Plugin } from 'vite';

const WANTED = /(?:figtree|fraunces)-latin-wght-normal.*\.woff2$/;

/** Asks for the two Latin fonts together with the page; without this they are found only after the style sheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'croupier-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((name) => WANTED.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}
