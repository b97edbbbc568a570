import type { Captures } from '../../../src-main/core/captures/captures'

const refuse = () => Promise.reject(new Error('no captures'))

/** Keeps nothing, for tests of the rest. */
export const noCaptures: Captures = {
  folder: {
    isForThisRun: false,
    of: () => '',
    create: refuse,
    save: refuse,
    saveNamed: refuse,
  },
  screenshots: () => Promise.resolve({ saved: [], failed: [], costing: [] }),
  sheet: () => Promise.resolve({ path: '', failed: [] }),
  describe: () => ({ isForThisRun: false, example: '', videos: '' }),
}
