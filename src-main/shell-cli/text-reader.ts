import { StepFailure } from '../core/flows/on-phone/step-failure'
import type { ReadText } from '../core/flows/look/read-text'

/** Reads the texts of frames. It starts when the first frame is read. */
export interface TextReader {
  read: ReadText
  close(): Promise<void>
}

export function openReader(): TextReader {
  return {
    read: () =>
      Promise.reject(
        new StepFailure('Fleetwall can’t read the texts of screens yet: use a point or an image.'),
      ),
    close: () => Promise.resolve(),
  }
}
