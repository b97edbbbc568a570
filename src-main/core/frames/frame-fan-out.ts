import type { Port } from '../../../src-shared/bridge/port'
import type { Clock } from '../base/clock'
import { createFrameSender, type FrameSender } from './frame-sender'
import type { PageId } from '../base/page-id'

/**
 * Every phone's newest frame for the wall's page, and for the page of a phone with a window of its own that phone's: each
 * page as fast as it paints, so that none waits for another.
 */
export interface FrameFanOut extends Pick<FrameSender, 'drop' | 'prefer'> {
  offer(tile: number, jpeg: Buffer, receivedAt: number): void
  /** The last frame of a tile; null before its first, and once it is dropped. */
  newest(tile: number): Buffer | null
  /** What the wall's page was sent and has painted. */
  counts: FrameSender['counts']
  /** The phones in sight on the wall's page. */
  see(publicIds: readonly string[]): void
  /** The tiles of these. */
  readonly inSight: readonly number[]
  /** Nothing leaves for a page that nobody looks at. */
  pause(pageId: PageId, paused: boolean): void
  /** Pictures of a page that scrolls stand still, for the processors to be free for scrolling. */
  rest(pageId: PageId, resting: boolean): void
  /** The port of the page that shows the wall, or this phone, now. */
  attach(pageId: PageId, port: Port<ArrayBuffer>): void
  /** Which tile each phone is that has a page of its own; those that are left out are not in the fleet. */
  name(tiles: ReadonlyMap<string, number>): void
}

interface Newest {
  jpeg: Buffer
  receivedAt: number
}

export function createFrameFanOut(clock: Clock): FrameFanOut {
  const wall = createFrameSender(clock)
  const own = new Map<string, FrameSender>()
  const newest = new Map<number, Newest>()
  let tileOf: ReadonlyMap<string, number> = new Map()
  let inSight: readonly string[] = []

  const tilesInSight = () => inSight.flatMap((publicId) => tileOf.get(publicId) ?? [])

  const show = (publicId: string, sender: FrameSender) => {
    const tile = tileOf.get(publicId)
    if (tile === undefined) return
    const frame = newest.get(tile)
    sender.prefer([tile])
    if (frame) sender.offer(tile, frame.jpeg, frame.receivedAt)
  }
  const known = (pageId: PageId) => (pageId === null ? wall : own.get(pageId))
  const senderOf = (publicId: string): FrameSender => {
    const before = own.get(publicId)
    if (before) return before
    const sender = createFrameSender(clock)
    own.set(publicId, sender)
    show(publicId, sender)
    return sender
  }

  return {
    offer(tile, jpeg, receivedAt) {
      if (!wall.offer(tile, jpeg, receivedAt)) return
      newest.set(tile, { jpeg, receivedAt })
      for (const [publicId, sender] of own) {
        if (tileOf.get(publicId) === tile) sender.offer(tile, jpeg, receivedAt)
      }
    },
    drop(tile) {
      newest.delete(tile)
      for (const sender of [wall, ...own.values()]) sender.drop(tile)
    },
    prefer: (tiles) => wall.prefer(tiles),
    see(publicIds) {
      inSight = [...new Set(publicIds)]
      wall.see(tilesInSight())
    },
    get inSight() {
      return tilesInSight()
    },
    newest: (tile) => newest.get(tile)?.jpeg ?? null,
    counts: (tile) => wall.counts(tile),
    pause: (pageId, paused) => known(pageId)?.pause(paused),
    rest: (pageId, resting) => known(pageId)?.rest(resting),
    attach(pageId, port) {
      if (pageId === null) {
        wall.attach(port)
        return
      }
      const sender = senderOf(pageId)
      sender.attach(port)
      // The page before it has just gone.
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
