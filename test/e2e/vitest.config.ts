import { defineConfig } from 'vitest/config'
import { join } from 'node:path'

export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    name: 'e2e',
    include: ['test/e2e/**/*.test.ts', 'test/shells/**/*.test.ts'],
    globalSetup: ['test/e2e/harness/global-setup.ts'],
    // Each file opens windows and a fleet of its own: side by side they would only wait for each other.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
