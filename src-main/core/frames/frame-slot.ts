import type { Frame } from '../../../src-shared/bridge/frame-packet'

/** A frame from a phone's stream. One that equals the frame before is the same object, which `tile-session` sees to. */
export interface StreamFrame extends Pick<Frame, 'size' | 'receivedAt'> {
  jpeg: Buffer
}

/** Counts frames of one phone: those that differed from the one before, and those that the page painted. */
export interface FrameCounts {
  offered: number
  painted: number
}

/**
 * Holds one phone's newest frame. One is on its way to the page at a time; the next leaves when the page returns the
 * credit, and a newer frame replaces one that waits.
 */
export interface FrameSlot {
  readonly counts: FrameCounts
  /** Whether the page has a picture. */
  readonly wasSent: boolean
  /** Whether the page owes the credit of a frame. */
  readonly isUnderWay: boolean
  /**
   * Puts the newest frame in.
   * @param isCounted whether the page can show it now
   * @returns false when it is there already
   */
  offer(frame: StreamFrame, isCounted: boolean): boolean
  /** Takes the frame to send now; null without one, or without credit. */
  take(): Frame | null
  /** Notes that the page painted or dropped this frame. @returns false when it is not the one on its way */
  credit(number: number): boolean
  /** Starts over for another page, which has nothing and owes nothing. */
  renew(): void
}

export function createFrameSlot(tile: number): FrameSlot {
  let newest: StreamFrame | null = null
  let waits = false
  let number = 0
  let wasSent = false
  let isUnderWay = false
  const counts: FrameCounts = { offered: 0, painted: 0 }

  return {
    counts,
    get wasSent() {
      return wasSent
    },
    get isUnderWay() {
      return isUnderWay
    },
    offer(frame, isCounted) {
      if (newest === frame) return false
      newest = frame
      waits = true
      if (isCounted) counts.offered += 1
      return true
    },
    take() {
      if (!waits || isUnderWay || !newest) return null
      waits = false
      isUnderWay = true
      wasSent = true
      number += 1
      return { tile, number, ...newest }
    },
    credit(painted) {
      if (!isUnderWay || painted !== number) return false
      isUnderWay = false
      counts.painted += 1
      return true
    },
    renew() {
      isUnderWay = false
      wasSent = false
      waits = newest !== null
    },
  }
}
