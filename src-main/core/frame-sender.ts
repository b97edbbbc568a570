import { packFrames, unpackCredits, type Frame } from '../../src-shared/bridge/frame-packet'
import type { Port } from '../../src-shared/bridge/port'
import type { CancelTimer, Clock } from './clock'
import { createFrameSlot, type FrameCounts, type FrameSlot } from './frame-slot'

// Four frames in one message cost half of four messages (docs/performance.md); no one sees these ms on a thumbnail.
const gatherMs = 8

/** Sends every phone's newest frame to the page, as fast as the page paints and no faster. */
export interface FrameSender {
  offer(tile: number, jpeg: Buffer, receivedAt: number): void
  /** The phone is gone: its last frame too. */
  drop(tile: number): void
  /** The tile whose frames leave at once. */
  prefer(tile: number | null): void
  /** Nothing leaves while nobody looks; the newest frames wait. */
  pause(paused: boolean): void
  /** What has come for a phone and been painted so far; null while it has shown nothing, and while nobody looks. */
  counts(tile: number): FrameCounts | null
  /** The port of the page that shows the wall now. */
  attach(port: Port<ArrayBuffer>): void
}

export function createFrameSender(clock: Clock): FrameSender {
  const slots = new Map<number, FrameSlot>()
  let port: Port<ArrayBuffer> | null = null
  let preferred: number | null = null
  let paused = false
  let cancelFlush: CancelTimer | null = null

  const flush = () => {
    cancelFlush?.()
    cancelFlush = null
    if (!port || paused) return
    const frames: Frame[] = []
    for (const slot of slots.values()) {
      const frame = slot.take()
      if (frame) frames.push(frame)
    }
    if (frames.length > 0) port.send(packFrames(frames))
  }
  const flushSoon = () => {
    cancelFlush ??= clock.after(gatherMs, flush)
  }
  const wake = (tile: number) => (tile === preferred ? flush() : flushSoon())

  return {
    offer(tile, jpeg, receivedAt) {
      let slot = slots.get(tile)
      if (!slot) slots.set(tile, (slot = createFrameSlot(tile)))
      if (slot.offer(jpeg, receivedAt)) wake(tile)
    },
    drop: (tile) => void slots.delete(tile),
    prefer(tile) {
      preferred = tile
    },
    pause(pausing) {
      paused = pausing
      if (!paused) flush()
    },
    counts: (tile) => (port && !paused ? (slots.get(tile)?.counts ?? null) : null),
    attach(next) {
      port?.close()
      port = next
      for (const slot of slots.values()) slot.renew()
      next.onMessage((message) => {
        for (const { tile, number } of unpackCredits(message)) {
          slots.get(tile)?.credit(number)
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
