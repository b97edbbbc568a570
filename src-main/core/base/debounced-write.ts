import type { CancelTimer, Clock } from './clock'
import { replaceJsonFileNow } from './json-file'

// A slider or a window that is dragged is one write.
const gatherMs = 500

/** Writes a file of ours a moment after its content has changed: many changes are one write. */
export interface DebouncedWrite {
  soon(): void
  /** Writes what is not written yet. */
  close(): void
}

export interface DebouncedWriteOptions {
  clock: Pick<Clock, 'after'>
  /** Absolute. */
  path: string
  content: () => unknown
  /** Not to be remembered is no reason to end. */
  onFailed: (error: unknown) => void
}

export function createDebouncedWrite({
  clock,
  path,
  content,
  onFailed,
}: DebouncedWriteOptions): DebouncedWrite {
  let cancel: CancelTimer | null = null

  const write = () => {
    cancel = null
    try {
      replaceJsonFileNow(path, content())
    } catch (error) {
      onFailed(error)
    }
  }
  return {
    soon() {
      cancel ??= clock.after(gatherMs, write)
    },
    close() {
      if (!cancel) return
      cancel()
      write()
    },
  }
}
