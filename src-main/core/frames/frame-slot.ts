import type { Frame } from '../../../src-shared/bridge/frame-packet'

/** Frames of one phone since its slot began: those that differed from the one before, and those the page has painted. */
export interface FrameCounts {
  offered: number
  painted: number
}

/**
 * Room for one frame of one phone: the newest. One is under way to the page at a time, and the next leaves only when
 * the page has given its credit back; what comes meanwhile replaces what waits.
 */
export interface FrameSlot {
  readonly counts: FrameCounts
  /** Whether the page has been sent one. */
  readonly wasSent: boolean
  /** Whether the page owes the credit of a frame. */
  readonly isUnderWay: boolean
  /**
   * Puts the newest frame in; false when it equals the last one, which the service re-sends on a still screen.
   * @param isCounted whether it is to be painted if it can be
   */
  offer(jpeg: Buffer, receivedAt: number, isCounted: boolean): boolean
  /** The frame to send now, if there is one and credit for it. */
  take(): Frame | null
  /** The page has painted or dropped this frame number. @returns false when it is not the one under way */
  credit(number: number): boolean
  /** Another page is there: it has nothing yet and owes nothing. */
  renew(): void
}

export function createFrameSlot(tile: number): FrameSlot {
  let newest: { jpeg: Buffer; receivedAt: number } | null = null
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
    offer(jpeg, receivedAt, isCounted) {
      if (newest?.jpeg.equals(jpeg)) return false
      newest = { jpeg, receivedAt }
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
      return { tile, number, receivedAt: newest.receivedAt, jpeg: newest.jpeg }
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
