import type { Clock } from '../base/clock'

// What was measured earlier counts ever less: ms of sending, all uploads together, until it counts a third.
const memoryMs = 40_000
// With less there is no telling how fast it goes: a few bytes say more of the machine than of the line.
const leastMs = 250
const leastBytes = 16 * 1024
const mostCounted = 20

/** How uploads went lately. */
export interface UploadPace {
  /** Of one upload while its bytes are sent; null while too little was sent to tell. */
  bytesPerMs: number | null
  /** How long an upload takes beside the sending of its bytes: ticket, connection, answer; null before the first was through. */
  besidesMs: number | null
  /** How large those were that are through; 0 before the first. */
  meanBytes: number
}

/** One upload that is measured. */
export interface MeasuredUpload {
  /** So many of its bytes are sent by now; 0 when it is connected. */
  sent(bytes: number): void
  /** It is over. @param through whether the service took it */
  end(through: boolean): void
}

/** Measures uploads, so that it can be said how long others will take. */
export interface UploadMeter {
  readonly pace: UploadPace
  /** An upload of so many bytes begins with the call for its ticket. */
  begin(bytes: number): MeasuredUpload
}

interface Sending {
  since: number
  sentBytes: number
}

export function createUploadMeter(clock: Pick<Clock, 'monotonic'>): UploadMeter {
  const sending = new Set<Sending>()
  let bytes = 0
  let ms = 0
  let through = 0
  let besidesMs = 0
  let meanBytes = 0

  const count = (moreBytes: number, moreMs: number) => {
    const kept = Math.exp(-moreMs / memoryMs)
    bytes = bytes * kept + moreBytes
    ms = ms * kept + moreMs
  }

  return {
    get pace() {
      const now = clock.monotonic()
      // One that stands still is slow too.
      const silentMs = [...sending].reduce((sum, { since }) => sum + now - since, 0)
      const kept = Math.exp(-silentMs / memoryMs)
      const allMs = ms * kept + silentMs
      return {
        bytesPerMs: allMs >= leastMs && bytes >= leastBytes ? (bytes * kept) / allMs : null,
        besidesMs: through > 0 ? besidesMs : null,
        meanBytes,
      }
    },
    begin(allBytes) {
      const begunAt = clock.monotonic()
      let own: Sending | null = null
      let sendingMs = 0
      return {
        sent(sentBytes) {
          const now = clock.monotonic()
          own ??= { since: now, sentBytes: 0 }
          sending.add(own)
          sendingMs += now - own.since
          count(sentBytes - own.sentBytes, now - own.since)
          own.since = now
          own.sentBytes = sentBytes
          // From here on it is the answer that takes time.
          if (sentBytes >= allBytes) sending.delete(own)
        },
        end(wasTaken) {
          if (own) sending.delete(own)
          if (!wasTaken) return
          through += 1
          const weight = 1 / Math.min(through, mostCounted)
          besidesMs += (clock.monotonic() - begunAt - sendingMs - besidesMs) * weight
          meanBytes += ((own?.sentBytes ?? 0) - meanBytes) * weight
        },
      }
    },
  }
}
