import type { Clock } from '../time/clock'
import type { NewFile } from '../disk/save-file'
import { createDiskFile } from './disk-file'
import type { FrameSink } from '../frames/live-frames'
import { startRecording } from './recording'

/**
 * Begins to record into an empty file, for a flow. Its `end` finishes the file, and throws an Error when it is not whole.
 * @param title for players
 */
export function startFilm(clock: Clock, file: NewFile, title: string): FrameSink & { end(): Promise<void> } {
  let failure: Error | null = null
  const recording = startRecording({
    clock,
    opening: Promise.resolve(createDiskFile(file)),
    title,
    onFailed: (error) => (failure = error),
  })
  return {
    push: recording.push,
    async end() {
      const recorded = await recording.end()
      if (failure) throw failure
      if (!recorded) throw new Error('no frame came')
    },
  }
}
