import type { Fault } from '../../../src-shared/protocol/fault'
import type { FileSource } from './file-source'

/** Watches files whose bytes may be lost; many of them may be lost at once. @param onLost told once of each signal */
export function createLossWatch(
  onLost: (lost: AbortSignal) => void,
): (sources: readonly FileSource[]) => void {
  const watched = new WeakSet<AbortSignal>()

  return (sources) => {
    for (const { lost } of sources) {
      if (!lost || watched.has(lost)) continue
      watched.add(lost)
      if (lost.aborted) onLost(lost)
      else lost.addEventListener('abort', () => onLost(lost), { once: true })
    }
  }
}

/** What to tell of a file whose bytes are lost. */
export const lostFault = ({ name }: FileSource): Fault => ({ kind: 'file', reason: 'page-gone', name })
