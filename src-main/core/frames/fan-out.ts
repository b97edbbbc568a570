import type { Port } from '../../../src-shared/bridge/port'
import type { PageId } from '../base/page-id'
import type { Clock } from '../time/clock'
import { createFrameSender, type FrameSender } from './frame-sender'
import type { StreamFrame } from './frame-slot'

/**
 * Gives every phone's newest frame to the wall's page, and to the page of a phone with a window of its own. Each page
 * gets them as fast as it paints, and none waits for another.
 */
export interface FanOut extends Pick<FrameSender, 'offer' | 'drop' | 'prefer'> {
  /** The frames of the wall's page. */
  counts: FrameSender['counts']
  /** Sets the phones in sight on the wall's page. */
  see(publicIds: readonly string[]): void
  /** The tiles of the phones in sight. */
  readonly inSight: readonly number[]
  /** Stops all frames to a hidden page. */
  pause(pageId: PageId, paused: boolean): void
  /** Stops pictures of a page that scrolls, which frees the processor for scrolling. */
  rest(pageId: PageId, resting: boolean): void
  /** Connects the page that shows the wall, or this phone, in place of its last one. */
  attach(pageId: PageId, port: Port<ArrayBuffer>): void
  /** Sets which tile each phone of the fleet has, by public id. */
  name(tiles: ReadonlyMap<string, number>): void
}

/** @param onFirstPaint called once, when the wall's page has painted its first frame */
export function createFanOut(clock: Clock, onFirstPaint: () => void = () => undefined): FanOut {
  const wall = createFrameSender(clock, onFirstPaint)
  const own = new Map<string, FrameSender>()
  const newest = new Map<number, StreamFrame>()
  let tileOf: ReadonlyMap<string, number> = new Map()
  let inSight: readonly string[] = []

  const tilesInSight = () => inSight.flatMap((publicId) => tileOf.get(publicId) ?? [])

  const show = (publicId: string, sender: FrameSender) => {
    const tile = tileOf.get(publicId)
    if (tile === undefined) return
    const frame = newest.get(tile)
    sender.prefer([tile])
    if (frame) sender.offer(tile, frame)
  }
  const senderOf = (pageId: PageId) => (pageId === null ? wall : own.get(pageId))

  return {
    offer(tile, frame) {
      wall.offer(tile, frame)
      newest.set(tile, frame)
      for (const [publicId, sender] of own) {
        if (tileOf.get(publicId) === tile) sender.offer(tile, frame)
      }
    },
    drop(tile) {
      newest.delete(tile)
      for (const sender of [wall, ...own.values()]) sender.drop(tile)
    },
    prefer: wall.prefer,
    see(publicIds) {
      inSight = [...new Set(publicIds)]
      wall.see(tilesInSight())
    },
    get inSight() {
      return tilesInSight()
    },
    counts: wall.counts,
    pause: (pageId, paused) => senderOf(pageId)?.pause(paused),
    rest: (pageId, resting) => senderOf(pageId)?.rest(resting),
    attach(pageId, port) {
      if (pageId === null) {
        wall.attach(port)
        return
      }
      const known = own.get(pageId)
      const sender = known ?? createFrameSender(clock)
      if (!known) show(pageId, sender)
      sender.attach(port)
      // Attaching closes the last page's port, which removes the sender.
      own.set(pageId, sender)
      port.onClose(() => {
        if (own.get(pageId) === sender && !sender.attached) own.delete(pageId)
      })
    },
    name(tiles) {
      tileOf = tiles
      wall.see(tilesInSight())
      for (const [publicId, sender] of own) show(publicId, sender)
    },
  }
}
