import {
  openFlowHistory,
  type FlowHistoryOptions,
} from '../../../../src-main/core/flows/history/flow-history'
import { systemClock } from '../../../../src-main/core/time/clock'

/** Opens a history that keeps runs for 30 days, and takes no failure. */
export const historyIn = (folder: string, more: Partial<FlowHistoryOptions> = {}) =>
  openFlowHistory({
    clock: { now: systemClock.now, after: () => () => undefined },
    folder,
    results: `${folder}/results`,
    days: () => 30,
    onChange: () => undefined,
    onFailed(error) {
      throw error
    },
    ...more,
  })
