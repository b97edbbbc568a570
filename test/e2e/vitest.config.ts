import { defineConfig } from 'vitest/config'
import { join } from 'node:path'
import { displaysWanted } from './harness/display'

const inBoth = ['test/{e2e,shells,soak}/**/*.test.ts']
// What the page alone decides, which its own tests prove too; what takes long; and what rarely breaks.
const notInShortRun = [
  ...[
    'access',
    'arrange',
    'compare',
    'contact-sheet',
    'convert-recording',
    'crash',
    'csv',
    'drawing',
    'files-under-way',
    'find-text',
    'focus-view',
    'gallery',
    'group',
    'hand',
    'insert-check',
    'inspector',
    'labels',
    'languages',
    'ledgers',
    'own-window',
    'palette',
    'patrol',
    'programs-page',
    'quit-steps',
    'rail',
    'restart',
    'screenshot',
    'settings',
    'shortcuts',
    'strip',
    'turned-window',
    'unreadable-frames',
    'wall-windows',
    'watch',
    'workers',
  ].map((name) => `test/e2e/${name}.test.ts`),
  ...['about', 'arguments', 'journal', 'key-memory', 'secrets'].map((name) => `test/shells/${name}.test.ts`),
  'test/soak/soak.test.ts',
]
const isShortRun = process.env['FLEETWALL_SHORT_RUN'] !== undefined
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
    // The harness keeps no state, so files may share it, and load Playwright once.
    isolate: false,
    include: isPackaged ? [...inBoth, 'test/packaged/**/*.test.ts'] : inBoth,
    exclude: isShortRun ? notInShortRun : [],
    name: 'e2e',
  },
})
