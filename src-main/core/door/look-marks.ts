import type { Unsubscribe } from '../../../src-shared/bridge/port'
import type { ProgramHold } from '../../../src-shared/features/programs-state'
import type { CancelTimer, Clock } from '../time/clock'

// A program that thinks between two looks keeps its mark.
const lastsMs = 4000

interface Mark {
  name: string
  /** How many calls look now. */
  looks: number
  cancelEnd: CancelTimer
}

/** The phones that programs look at, or did a few seconds ago; one program each, the latest. */
export interface LookMarks {
  /** @param name the program's @returns ends this look */
  mark(publicId: string, name: string): () => void
  readonly all: readonly ProgramHold[]
  /** Listens for other marks. */
  onChange(listener: () => void): Unsubscribe
  close(): void
}

export function createLookMarks(clock: Pick<Clock, 'after'>): LookMarks {
  const marks = new Map<string, Mark>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((each) => each())

  return {
    mark(publicId, name) {
      const known = marks.get(publicId)
      const mark = known ?? { name, looks: 0, cancelEnd: () => undefined }
      mark.cancelEnd()
      mark.looks += 1
      if (!known || mark.name !== name) {
        mark.name = name
        marks.set(publicId, mark)
        tell()
      }
      return () => {
        mark.looks -= 1
        if (mark.looks > 0) return
        mark.cancelEnd = clock.after(lastsMs, () => {
          marks.delete(publicId)
          tell()
        })
      }
    },
    get all() {
      return [...marks].map(([publicId, { name }]) => ({ publicId, name }))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      for (const { cancelEnd } of marks.values()) cancelEnd()
      marks.clear()
    },
  }
}
