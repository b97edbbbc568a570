import { hasEnded, noUploadsSum, type Upload, type UploadsSum } from '../../../src-shared/bridge/upload-state'

type Counted = Pick<Upload, 'state' | 'bytes' | 'sentBytes'>

/** How many there are, and how many bytes they have. */
export type UploadsTotal = Omit<UploadsSum, 'endsInMs' | 'rest'>

/**
 * What transfers come to together, kept up with each change of one: nobody has to go through all. Bytes count from when the first
 * began after a time without any: what had ended by then says nothing of how far the others are.
 */
export interface UploadTally {
  readonly sum: UploadsTotal
  /** Of those that have not ended. */
  readonly open: { files: number; bytes: number }
  /** It is new, or has changed. */
  put(upload: Counted & Pick<Upload, 'place'>): void
  remove(place: number): void
}

// Such fractions add up exactly, however many there are.
const sentShare = ({ bytes, sentBytes }: Counted) => Math.floor((sentBytes / bytes) * 1024) / 1024

export function createUploadTally(): UploadTally {
  const counted = new Map<number, Counted & { round: number }>()
  const sum: UploadsTotal = {
    counts: { ...noUploadsSum.counts },
    bytes: 0,
    sentBytes: 0,
    files: 0,
    sentFiles: 0,
  }
  const open = { files: 0, bytes: 0 }
  // Goes up each time that transfers begin while none is under way.
  let round = 0

  const add = (one: Counted & { round: number }, sign: 1 | -1) => {
    const { state, bytes, sentBytes } = one
    sum.counts[state] += sign
    if (one.round === round && state !== 'failed' && state !== 'cancelled') {
      sum.bytes += sign * bytes
      sum.sentBytes += sign * sentBytes
      sum.files += sign
      sum.sentFiles += sign * sentShare(one)
    }
    if (hasEnded(one)) return
    open.files += sign
    open.bytes += sign * (bytes - sentBytes)
  }
  const remove = (place: number) => {
    const before = counted.get(place)
    if (before) add(before, -1)
    counted.delete(place)
  }

  return {
    get sum() {
      return { ...sum, counts: { ...sum.counts } }
    },
    get open() {
      return { ...open }
    },
    put({ place, state, bytes, sentBytes }) {
      const begins = open.files === 0 && !hasEnded({ state })
      remove(place)
      if (begins) {
        round += 1
        sum.bytes = 0
        sum.sentBytes = 0
        sum.files = 0
        sum.sentFiles = 0
      }
      const now = { state, bytes, sentBytes, round }
      counted.set(place, now)
      add(now, 1)
    },
    remove,
  }
}
