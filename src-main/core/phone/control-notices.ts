import type { Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../time/clock'

const spanMs = 1000
const mostInSpan = 5
// A text message has at most so many characters (spec 4.11).
const mostSkipped = 4096

type ServiceNotice = Extract<Fault, { kind: 'control-error' | 'not-typed' }>

/** Passes on what the service reports on a control channel. */
export interface ControlNotices {
  add(notice: ServiceNotice): void
  /** Drops what has not been passed on. */
  close(): void
}

/**
 * Passes on at most 5 notices a second, so that a flood of them leaves the page usable. At the second's end it tells of the
 * rest: the characters, and the number of errors.
 */
export function createControlNotices(
  clock: Pick<Clock, 'after'>,
  onNotice: (fault: Fault) => void,
): ControlNotices {
  let passed = 0
  let skipped: string[] = []
  let errors = 0
  let cancel: CancelTimer = () => undefined

  const endSpan = () => {
    const [characters, n] = [skipped, errors]
    passed = 0
    skipped = []
    errors = 0
    if (characters.length > 0) onNotice({ kind: 'not-typed', skipped: characters })
    if (n > 0) onNotice({ kind: 'more-errors', n })
  }

  return {
    add(notice) {
      if (passed === 0) cancel = clock.after(spanMs, endSpan)
      if (passed < mostInSpan) {
        passed += 1
        onNotice(notice)
      } else if (notice.kind === 'control-error') errors += 1
      else skipped = [...skipped, ...notice.skipped].slice(-mostSkipped)
    },
    close: () => cancel(),
  }
}
