import { svelteTesting } from '@testing-library/svelte/vite';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

export default mergeConfig(
  vite,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: 'happy-dom',
      exclude: [...configDefaults.exclude, 'tests/e2e/**'],
      // Boards have thousands of shapes, which take their time where builds run beside the tests.
      testTimeout: 20_000,
    },
  }),
);
