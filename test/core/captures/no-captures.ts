import type { Captures } from '../../../src-main/core/captures/captures'

const refuse = () => Promise.reject(new Error('no captures'))

/** Keeps nothing, for tests of the rest. */
export const noCaptures: Captures = {
  folder: {
    isForThisRun: false,
    of: () => '',
    all: () => [],
    create: refuse,
    save: refuse,
    saveNamed: refuse,
  },
  kept: {
    add: () => undefined,
    list: () => Promise.resolve({ captures: [], isPart: false }),
    find: () => undefined,
    forget: () => undefined,
  },
  pictures: { thumbnail: () => Promise.resolve(null), whole: () => Promise.resolve(null) },
  screenshots: () => Promise.resolve({ saved: [], failed: [], costing: [] }),
  sheet: () => Promise.resolve({ path: '', failed: [] }),
  describe: () => ({ isForThisRun: false, example: '', videos: '' }),
}
