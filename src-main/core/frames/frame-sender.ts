import { packFrames, unpackCredits, type Frame } from '../../../src-shared/bridge/frame-packet'
import type { Port } from '../../../src-shared/bridge/port'
import type { CancelTimer, Clock } from '../base/clock'
import { createFrameSlot, type FrameCounts, type FrameSlot } from './frame-slot'
import { createFrameWindow } from './frame-window'

// Four frames in one message cost half of four messages (docs/performance.md); no one sees these ms on a thumbnail.
const gatherMs = 8

/**
 * Sends each phone's newest frame to one page, as fast as the page paints and no faster. Where it cannot paint all that
 * come, frames wait here, where newer ones take their place, and go to the phones in turn.
 */
export interface FrameSender {
  /** False for a frame that equals the phone's last one, and so goes nowhere. */
  offer(tile: number, jpeg: Buffer, receivedAt: number): boolean
  /** The phone is gone: its last frame too. */
  drop(tile: number): void
  /** The tiles whose frames leave at once, whatever else is under way. */
  prefer(tiles: readonly number[]): void
  /** The tiles in sight. The page keeps a frame of another until it is seen: that says nothing of how fast it paints. */
  see(tiles: readonly number[]): void
  /** Nothing leaves while nobody looks; the newest frames wait. */
  pause(paused: boolean): void
  /** Pictures stand still, but for preferred tiles and for those of which the page has none yet; the newest frames wait. */
  rest(resting: boolean): void
  /** What has come for a phone and been painted so far; null while it has shown nothing, and while nobody looks. */
  counts(tile: number): FrameCounts | null
  /** The port of the page now. */
  attach(port: Port<ArrayBuffer>): void
  /** Whether there is a page. */
  readonly attached: boolean
}

export function createFrameSender(clock: Clock): FrameSender {
  const slots = new Map<number, FrameSlot>()
  let port: Port<ArrayBuffer> | null = null
  let preferred: readonly number[] = []
  let inSight: ReadonlySet<number> = new Set()
  const window = createFrameWindow(clock)
  let paused = false
  let resting = false
  let cancelFlush: CancelTimer | null = null

  const rests = (tile: number, { wasSent }: FrameSlot) => resting && wasSent && !preferred.includes(tile)
  const takesRoom = (tile: number) => inSight.has(tile) && !preferred.includes(tile)

  const flush = () => {
    cancelFlush?.()
    cancelFlush = null
    if (!port || paused) return
    const frames: Frame[] = []
    let room = window.size
    for (const tile of inSight) if (takesRoom(tile) && slots.get(tile)?.isUnderWay) room -= 1
    for (const [tile, slot] of slots) {
      if ((room <= 0 && takesRoom(tile)) || rests(tile, slot)) continue
      const frame = slot.take()
      if (!frame) continue
      if (takesRoom(tile)) room -= 1
      frames.push(frame)
      // The next are those that have waited for longer.
      slots.delete(tile)
      slots.set(tile, slot)
    }
    if (frames.length > 0) port.send(packFrames(frames))
  }
  const flushSoon = () => {
    cancelFlush ??= clock.after(gatherMs, flush)
  }
  const wake = (tile: number) => (preferred.includes(tile) ? flush() : flushSoon())

  return {
    offer(tile, jpeg, receivedAt) {
      let slot = slots.get(tile)
      if (!slot) slots.set(tile, (slot = createFrameSlot(tile)))
      const isNew = slot.offer(jpeg, receivedAt, !rests(tile, slot))
      if (isNew) wake(tile)
      return isNew
    },
    drop: (tile) => void slots.delete(tile),
    prefer(tiles) {
      preferred = tiles
    },
    see(tiles) {
      inSight = new Set(tiles)
      flushSoon()
    },
    pause(pausing) {
      paused = pausing
      if (!paused) flush()
    },
    rest(isResting) {
      resting = isResting
      if (!resting) flushSoon()
    },
    counts: (tile) => (port && !paused ? (slots.get(tile)?.counts ?? null) : null),
    get attached() {
      return port !== null
    },
    attach(next) {
      port?.close()
      port = next
      resting = false
      for (const slot of slots.values()) slot.renew()
      next.onMessage((message) => {
        for (const { tile, number } of unpackCredits(message)) {
          if (slots.get(tile)?.credit(number)) window.painted()
          wake(tile)
        }
      })
      next.onClose(() => {
        if (port === next) port = null
      })
      flush()
    },
  }
}
