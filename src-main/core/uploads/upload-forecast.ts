import type { UploadPace } from './upload-pace'

// Files are of a kind with those before them up to this many times their size.
const sameKind = 2

/** What uploads are to come, and what holds them up. Times in ms. */
export interface UploadsToCome {
  /** Those that wait. */
  waiting: number
  underWay: number
  /** Of all of them, not sent yet. */
  bytes: number
  atOnce: number
  pace: UploadPace
  /** In how long each of the places of the rate window is free, in order. */
  freeInMs: readonly number[]
  /** How long a place is taken after its upload. */
  spanMs: number
  /** How long no more are to begin. */
  restMs: number
}

/**
 * How long it takes until all of them are through, as they went lately, in ms: as if each took as long as the others.
 * @returns null while there is no telling
 */
export function forecastUploadsMs(come: UploadsToCome): number | null {
  const { waiting, underWay } = come
  const files = waiting + underWay
  if (files === 0) return 0
  const work = workMs(come)
  const endsIn = lastEndsMs(come, (work ?? 0) / files)
  // How often they may begin holds up so many that it decides.
  return work === null && endsIn === 0 ? null : endsIn
}

/** How long they would take one after another. */
function workMs({ waiting, underWay, bytes, pace }: UploadsToCome): number | null {
  const { bytesPerMs, besidesMs, meanBytes } = pace
  const files = waiting + underWay
  const besides = files * (besidesMs ?? 0)
  if (bytesPerMs !== null) return besides + bytes / bytesPerMs
  // Such small files take no time by their bytes.
  return besidesMs !== null && bytes <= files * meanBytes * sameKind ? besides : null
}

/** When the last one ends, where each takes so long. */
function lastEndsMs(come: UploadsToCome, oneMs: number): number {
  const { waiting, underWay, atOnce, freeInMs, spanMs, restMs } = come
  const ends = Array.from({ length: underWay }, () => oneMs)
  for (let file = 0; file < waiting; file += 1) {
    const handFree = ends[ends.length - atOnce] ?? 0
    const placeFree = freeInMs[file] ?? (ends[underWay + file - freeInMs.length] ?? 0) + spanMs
    ends.push(Math.max(handFree, placeFree, restMs) + oneMs)
  }
  return ends.at(-1) ?? 0
}
