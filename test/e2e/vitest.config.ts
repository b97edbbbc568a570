import { defineConfig } from 'vitest/config'
import { join } from 'node:path'
import { displaysWanted } from './harness/display'

const launch = 'test/shells/launch.test.ts'
const inBoth = ['test/{e2e,shells,soak}/**/*.test.ts']
const isPackaged = process.env['FLEETWALL_PACKAGED'] !== undefined

export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    globalSetup: ['test/e2e/harness/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Polls wait as long as other waits here; the default is 1 s.
    expect: { poll: { timeout: 20_000 } },
    // Each file opens its own windows and fleet, and mostly waits for them.
    maxWorkers: displaysWanted(),
    projects: [
      {
        extends: true,
        test: {
          name: 'e2e',
          include: isPackaged ? [...inBoth, 'test/packaged/**/*.test.ts'] : inBoth,
          exclude: [launch],
          sequence: { groupOrder: 0 },
        },
      },
      // It builds the app, so nothing else may run at the same time.
      { extends: true, test: { name: 'launch', include: [launch], sequence: { groupOrder: 1 } } },
    ],
  },
})
