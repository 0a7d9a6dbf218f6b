import { defineConfig } from 'vitest/config';

// One browser at a time: the machines that run this have two cores.
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A browser on a busy machine is late at times; what fails twice is broken.
    retry: 1,
  },
});
