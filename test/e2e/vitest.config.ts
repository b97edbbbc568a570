import { defineConfig } from 'vitest/config'
import { join } from 'node:path'
import { displaysWanted } from './harness/display'

const launch = 'test/shells/launch.test.ts'

export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    globalSetup: ['test/e2e/harness/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As patient as everything else that waits here: by itself it gives up after a second.
    expect: { poll: { timeout: 20_000 } },
    // Each file opens windows and a fleet of its own, and waits for them more than it works.
    maxWorkers: displaysWanted(),
    projects: [
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/shells/**/*.test.ts'],
          exclude: [launch],
          sequence: { groupOrder: 0 },
        },
      },
      // It builds the app: nothing else may run meanwhile.
      { extends: true, test: { name: 'launch', include: [launch], sequence: { groupOrder: 1 } } },
    ],
  },
})
