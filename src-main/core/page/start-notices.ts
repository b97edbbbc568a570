import type { Fault } from '../../../src-shared/protocol/fault'

/** Faults that concern the whole app. Those from before the wall's first page wait for it. */
export interface StartNotices {
  add(fault: Fault): void
  /** The page can show notices from now on. */
  open(show: (fault: Fault) => void): void
}

export function createStartNotices(): StartNotices {
  const waiting: Fault[] = []
  let show: ((fault: Fault) => void) | null = null
  return {
    add(fault) {
      if (show) show(fault)
      else waiting.push(fault)
    },
    open(next) {
      show = next
      for (const fault of waiting.splice(0)) next(fault)
    },
  }
}
