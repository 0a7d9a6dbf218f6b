import { defineConfig } from 'vitest/config';

// Not a test: it makes the pictures of the README, with the tools of the browser tests.
export default defineConfig({
  test: {
    include: ['tests/shots/**/*.shots.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
