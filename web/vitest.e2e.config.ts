import { defineConfig } from 'vitest/config';

// Two files at a time: a player waits most of the time, and the machines that run this have two cores. Each of the two
// keeps its browser for all of its files.
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    environment: 'node',
    isolate: false,
    maxWorkers: Number(process.env['CROUPIER_E2E_WORKERS'] ?? 2),
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A browser on a busy machine is late at times; what fails twice is broken. Retries are counted in the report.
    // Errors of the console, axe's violations and overflow are not forgiven by a second try: see the setup.
    retry: 1,
    setupFiles: ['tests/e2e/setup.ts'],
  },
});
