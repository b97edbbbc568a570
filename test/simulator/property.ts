import fc from 'fast-check'

/** Shrinking ends in time for the seed to be printed. */
const TIME_LIMIT_MS = 9000
/** Enough runs even on a busy machine. */
const LEAST_SHARE = 0.1

/** Checks a property with up to `numRuns` inputs. @throws when time allows too few */
export function assertHolds<T>(property: fc.IAsyncPropertyWithHooks<T>, numRuns: number): Promise<void> {
  return fc.assert(property, {
    numRuns,
    interruptAfterTimeLimit: TIME_LIMIT_MS,
    async asyncReporter(run) {
      if (run.failed) throw new Error(await fc.asyncDefaultReportMessage(run))
      if (run.numRuns < numRuns * LEAST_SHARE) throw new Error(`only ${run.numRuns} runs of ${numRuns}`)
    },
  })
}
