import type { Captures } from '../../../src-main/core/captures/captures'

/** Keeps nothing, for tests of the rest. */
export const noCaptures: Captures = {
  screenshot: () => Promise.resolve({ kind: 'costs' }),
  sheet: () => Promise.resolve({ path: '' }),
  describe: () => ({ isForThisRun: false, example: '', videos: '' }),
}
