import {
  asksForTile,
  leavesTile,
  packFrames,
  unpackCredits,
  type Credit,
  type Frame,
} from '../../../src-shared/bridge/frame-packet'
import type { Port } from '../../../src-shared/bridge/port'
import type { Clock } from '../time/clock'
import { createGather } from '../time/gather'
import { createFrameSlot, type FrameCounts, type FrameSlot, type StreamFrame } from './frame-slot'
import { PacketPool } from './packet-pool'

// Four frames in one message cost half of four messages (docs/performance.md), and a thumbnail can be these ms late.
const gatherMs = 8
// How long a frame takes to the page, to its next paint, and its credit back.
const onTheWayMs = 70
// What the page's decoders work on, and what starts a wall that begins to move.
const alwaysOnTheWay = 16
const lookBackMs = 1000

/**
 * Sends each phone's newest frame to one port of a page, as fast as the worker behind it paints. The rest waits here, where
 * newer frames replace older ones, and goes to the phones in turn.
 */
export interface FrameSender {
  /** Takes a phone's newest frame; the one that it has already is not sent again. */
  offer(tile: number, frame: StreamFrame): void
  /** Forgets a phone that is gone, with its last frame. */
  drop(tile: number): void
  /** Sets the tiles whose frames leave at once, whatever else is on its way. */
  prefer(tiles: readonly number[]): void
  /** Sets the tiles in sight. The page keeps frames of others unpainted, so those do not count against it. */
  see(tiles: readonly number[]): void
  /** Stops everything; the newest frames wait. */
  pause(paused: boolean): void
  /** Stops all but preferred tiles and those without a picture; the newest frames wait. */
  rest(resting: boolean): void
  /** Counts a phone's frames so far; null before its first one, while the page is paused, and for others' tiles. */
  counts(tile: number): FrameCounts | null
  /**
   * Connects a page in place of the last one.
   * @param isOnly whether it is the page's only port, which gets all tiles; another gets those that it asks for
   */
  attach(port: Port<ArrayBuffer>, isOnly?: boolean): void
  /** Whether there is a page. */
  readonly attached: boolean
  close(): void
}

/** @param onPaint called for each frame that the page has painted */
export function createFrameSender(clock: Clock, onPaint: () => void = () => undefined): FrameSender {
  const slots = new Map<number, FrameSlot>()
  let packets = new PacketPool()
  let port: Port<ArrayBuffer> | null = null
  let preferred: readonly number[] = []
  let inSight: ReadonlySet<number> = new Set()
  /** The tiles that the port asked for; null for all. */
  let asked: Set<number> | null = null
  let paints: number[] = []
  let paused = false
  let resting = false

  /** How many frames may be on their way: enough that the page never waits, few enough that none is old. */
  const mostOnTheWay = () => {
    const since = clock.monotonic() - lookBackMs
    paints = paints.filter((at) => at > since)
    return alwaysOnTheWay + Math.floor((paints.length * onTheWayMs) / lookBackMs)
  }
  const isAsked = (tile: number) => asked === null || asked.has(tile)
  const rests = (tile: number, { wasSent }: FrameSlot) => resting && wasSent && !preferred.includes(tile)
  const takesRoom = (tile: number) => inSight.has(tile) && !preferred.includes(tile)

  const { now: flush, soon: flushSoon } = createGather(clock, gatherMs, () => {
    if (!port || paused) return
    const frames: Frame[] = []
    let room = mostOnTheWay()
    for (const tile of inSight) if (takesRoom(tile) && slots.get(tile)?.isUnderWay) room -= 1
    for (const [tile, slot] of slots) {
      if (!isAsked(tile) || (room <= 0 && takesRoom(tile)) || rests(tile, slot)) continue
      const frame = slot.take()
      if (!frame) continue
      if (takesRoom(tile)) room -= 1
      frames.push(frame)
      // Moves to the end, so that those that waited longer come next.
      slots.delete(tile)
      slots.set(tile, slot)
    }
    if (frames.length === 0) return
    const pool = packets
    const packet = packFrames(frames, (bytes) => pool.take(bytes))
    port.send(packet, () => pool.free(packet))
  })
  const wake = (tile: number) => (preferred.includes(tile) ? flush() : flushSoon())

  const take = ({ tile, number }: Credit) => {
    if (number === asksForTile) asked?.add(tile)
    // What is on its way is not painted there any more.
    else if (number === leavesTile && asked?.delete(tile)) slots.get(tile)?.renew()
    else if (slots.get(tile)?.credit(number)) {
      onPaint()
      paints.push(clock.monotonic())
    }
    wake(tile)
  }

  return {
    offer(tile, frame) {
      let slot = slots.get(tile)
      if (!slot) slots.set(tile, (slot = createFrameSlot(tile)))
      const isWanted = isAsked(tile)
      if (slot.offer(frame, isWanted && !rests(tile, slot)) && isWanted) wake(tile)
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
    counts: (tile) => (port && !paused && isAsked(tile) ? (slots.get(tile)?.counts ?? null) : null),
    get attached() {
      return port !== null
    },
    attach(next, isOnly = true) {
      port?.close()
      port = next
      packets = new PacketPool()
      asked = isOnly ? null : new Set()
      resting = false
      for (const slot of slots.values()) slot.renew()
      next.onMessage((message) => {
        if (port === next) unpackCredits(message).forEach(take)
      })
      next.onClose(() => {
        if (port === next) port = null
      })
      flush()
    },
    close: () => port?.close(),
  }
}
