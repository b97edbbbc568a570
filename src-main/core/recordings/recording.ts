import type { Clock } from '../time/clock'
import { createGather } from '../time/gather'
import { createSteadyClock } from '../time/steady-clock'
import type { FrameSink, Shown } from '../frames/live-frames'
import type { DiskFile } from './disk-file'
import {
  encodeCluster,
  encodeCues,
  encodeEnd,
  encodeHead,
  mostClusterMs,
  type CuePoint,
  type Head,
  type TimedFrame,
} from './matroska'

// A killed program loses what it gathered since the last write.
const writeEveryMs = 500
const writeAtBytes = 1024 * 1024
// Players find the rest of the way from here; a day's index stays below 1 MB.
const cueEveryMs = 2000

export interface RecordingOptions {
  clock: Clock
  /** Until it is there, the frames wait. Without it nothing is recorded. */
  opening: Promise<DiskFile>
  /** The phone's name. */
  title: string
  /** Left out: the one of all recordings. */
  backlog?: Backlog
  /** Called once, when the disk takes no more or is too slow. The recording takes no more frames. */
  onFailed: (error: Error) => void
}

/** Why a recording fails when the disk is slower than the frames. */
export class DiskTooSlow extends Error {
  constructor() {
    super('the disk is too slow')
  }
}

/** A recording's length in ms and in bytes. */
export interface Recorded {
  ms: number
  bytes: number
}

/**
 * Writes the frames of one phone to a file as they come, at most half a second later. Every write appends whole clusters,
 * so the file can be played at any time. Its end adds the index and the length.
 */
export interface Recording extends FrameSink {
  /** Written, or about to be. */
  readonly bytes: number
  /** Finishes the file, and keeps what could be written. @returns null when no frame came, and there is no file */
  end(): Promise<Recorded | null>
  /** The same at once, for the end of the program. */
  endNow(): Recorded | null
}

/** Frames that a slow disk keeps waiting, of all recordings together: they must not fill the memory. */
export class Backlog {
  readonly #mostBytes: number
  readonly #recordings = new Map<object, { bytes: number; giveUp: () => void }>()

  constructor(mostBytes = 256 * 1024 * 1024) {
    this.#mostBytes = mostBytes
  }

  /** Notes what waits for one recording. Ends the one with the most while all together are too many. */
  note(recording: object, bytes: number, giveUp: () => void): void {
    if (bytes === 0) this.#recordings.delete(recording)
    else this.#recordings.set(recording, { bytes, giveUp })
    const all = [...this.#recordings.values()]
    if (all.reduce((sum, each) => sum + each.bytes, 0) <= this.#mostBytes) return
    const [largest] = all.toSorted((a, b) => b.bytes - a.bytes)
    largest?.giveUp()
  }
}

const backlogOfAll = new Backlog()

interface Write {
  chunks: Buffer[]
  at: number
  /** Where the file then ends, and the time of its last frame. */
  end: number
  last: number
}

const bytesOf = (chunks: readonly Buffer[]) => chunks.reduce((sum, each) => sum + each.byteLength, 0)

export function startRecording(options: RecordingOptions): Recording {
  const { opening, title, onFailed, backlog = backlogOfAll } = options
  // A phone is away while the computer sleeps, and its recording shows how long.
  const clock = createSteadyClock(options.clock, () => undefined)
  let file: DiskFile | null = null
  let startedAt = clock.monotonic()
  let head: Head | null = null
  let newest: Shown | null = null
  const waiting: TimedFrame[] = []
  let waitingBytes = 0
  let underWay: (Write & { done: Promise<void> }) | null = null
  /** All that is left to write, once the recording has ended. */
  let left: Write[] | null = null
  /** Where the next write goes. */
  let end = 0
  /** What is certainly written: its end, and its last frame's time. */
  let whole = { bytes: 0, ms: 0 }
  const cues: CuePoint[] = []
  let isDue = false
  let hasEnded = false
  let isClosed = false
  let failure: Error | null = null

  const stop = () => {
    hasEnded = true
    writes.close()
    clock.close()
  }
  const fail = (error: Error) => {
    if (failure) return
    failure = error
    // What fails while the file is finished is in its result.
    if (hasEnded) return
    stop()
    onFailed(error)
  }

  const waits = (bytes: number) => {
    waitingBytes = bytes
    backlog.note(waiting, bytes, () => {
      waiting.length = 0
      waits(0)
      fail(new DiskTooSlow())
    })
  }

  /** Writes the head at once: a later write of it, still under way at the end, would undo what the end adds to it. */
  const begin = (to: DiskFile, { bytes }: Head) => {
    if (end > 0) return
    to.writeNow([bytes], 0)
    end = bytes.byteLength
  }
  /** Takes frames that wait as the next cluster. */
  const take = (): Write | null => {
    const [first] = waiting
    if (!first || !head) return null
    const later = waiting.findIndex(({ at }) => at - first.at >= mostClusterMs)
    const frames = waiting.splice(0, later < 0 ? waiting.length : later)
    waits(waitingBytes - bytesOf(frames.map(({ jpeg }) => jpeg)))
    const at = end
    const chunks = encodeCluster(frames)
    const lastCue = cues.at(-1)
    if (!lastCue || first.at - lastCue.at >= cueEveryMs) cues.push({ at: first.at, place: at })
    end = at + bytesOf(chunks)
    return { chunks, at, end, last: frames.at(-1)?.at ?? first.at }
  }
  const written = ({ end: bytes, last: ms }: Write) => {
    if (bytes > whole.bytes) whole = { bytes, ms }
  }
  const writes = createGather(clock, writeEveryMs, () => {
    isDue = !file || underWay !== null
    if (!file || !head || underWay || failure) return
    try {
      begin(file, head)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
      return
    }
    const next = take()
    if (!next) return
    const done = file.write(next.chunks, next.at).then(
      () => {
        underWay = null
        written(next)
        if (isDue && !hasEnded) writes.now()
      },
      (error: unknown) => {
        underWay = null
        fail(error instanceof Error ? error : new Error(String(error)))
      },
    )
    underWay = { ...next, done }
  })
  const add = ({ jpeg, size }: Shown) => {
    const now = clock.monotonic()
    if (!head) {
      startedAt = now
      head = encodeHead(title, size, clock.now())
    }
    waiting.push({ jpeg, at: now - startedAt })
    waits(waitingBytes + jpeg.byteLength)
    if (hasEnded) return
    if (waitingBytes > writeAtBytes) writes.now()
    else writes.soon()
  }

  const ending = (from: Head, ms: number, cuesAt: number | null): Write[] =>
    encodeEnd(from, ms, cuesAt, end).map(({ at, bytes }) => ({ chunks: [bytes], at, end, last: ms }))
  /** Lists all that is left to write of a recording that ends now. */
  const rest = (from: Head, ms: number): Write[] => {
    const clusters: Write[] = underWay ? [underWay] : []
    for (let next = take(); next; next = take()) clusters.push(next)
    const index = encodeCues(cues, from)
    const at = end
    end = at + index.byteLength
    return [...clusters, { chunks: [index], at, end, last: ms }, ...ending(from, ms, at)]
  }

  /** Cuts off what a failed write left, and keeps the whole clusters. */
  const cutOff = async (to: DiskFile, from: Head): Promise<Recorded> => {
    await to.truncate(whole.bytes)
    end = whole.bytes
    for (const { chunks, at } of ending(from, whole.ms, null)) await to.write(chunks, at)
    return whole
  }
  const finish = async (to: DiskFile, from: Head, ms: number): Promise<Recorded> => {
    await underWay?.done
    // What a slow disk was given is whole, too.
    if (failure && !(failure instanceof DiskTooSlow)) return cutOff(to, from)
    try {
      begin(to, from)
      left = rest(from, ms)
      for (let next = left[0]; next && !isClosed; next = left[0]) {
        await to.write(next.chunks, next.at)
        written(next)
        left.shift()
      }
    } catch {
      return cutOff(to, from)
    }
    return { ms, bytes: end }
  }

  void opening.then(
    (opened) => {
      file = opened
      if (isDue && !hasEnded) writes.now()
    },
    () => undefined,
  )

  return {
    get bytes() {
      return end + waitingBytes
    },
    push(frame) {
      if (hasEnded || frame === newest) return
      newest = frame
      add(frame)
    },
    async end() {
      const ms = clock.monotonic() - startedAt
      stop()
      const opened = await opening.catch(() => null)
      if (!opened) {
        waits(0)
        return null
      }
      try {
        return head && (await finish(opened, head, ms))
      } catch {
        // Without the end the file can still be played.
        return whole.bytes === 0 ? null : whole
      } finally {
        waits(0)
        if (!isClosed) await opened.close().catch(() => undefined)
        if (!isClosed && whole.bytes === 0) opened.remove()
        isClosed = true
      }
    },
    endNow() {
      if (isClosed || !file) return null
      const ms = clock.monotonic() - startedAt
      stop()
      isClosed = true
      try {
        // A write that is under way may get no further, so it is written again.
        if (head && !failure) begin(file, head)
        const writes = failure || !head ? [] : (left ?? rest(head, ms))
        for (const { chunks, at } of writes) file.writeNow(chunks, at)
        if (!head) file.remove()
        // The system closes it at the latest.
        void file.close()
        if (failure) return whole.bytes === 0 ? null : whole
        return head && { ms, bytes: end }
      } catch {
        // Whole clusters can be played.
        return whole.bytes === 0 ? null : whole
      }
    },
  }
}
