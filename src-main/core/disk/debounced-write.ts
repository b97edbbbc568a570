import type { Clock } from '../time/clock'
import { createGather } from '../time/gather'
import type { JsonFile } from './json-file'

// Dragging a slider or a window makes one write.
const gatherMs = 500

/** Writes a JSON file 500 ms after its content changes; changes in between share the write. */
export interface DebouncedWrite {
  soon(): void
  /** Writes pending changes at once. */
  flush(): void
  /** Writes pending changes, and nothing afterwards. */
  close(): void
}

export interface DebouncedWriteOptions {
  clock: Pick<Clock, 'after'>
  file: Pick<JsonFile<unknown>, 'write'>
  content: () => object
  /** Called instead of throwing. */
  onFailed: (error: unknown) => void
}

export function createDebouncedWrite({
  clock,
  file,
  content,
  onFailed,
}: DebouncedWriteOptions): DebouncedWrite {
  const writes = createGather(clock, gatherMs, () => {
    try {
      file.write(content())
    } catch (error) {
      onFailed(error)
    }
  })
  return {
    soon: writes.soon,
    flush: writes.flush,
    close() {
      writes.flush()
      writes.close()
    },
  }
}
