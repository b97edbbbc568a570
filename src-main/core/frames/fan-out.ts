import { onlyPort, type PortPlace } from '../../../src-shared/bridge/frame-packet'
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
  /** Connects a port of the page that shows the wall, or the one of this phone's, in place of its last one. */
  attach(pageId: PageId, port: Port<ArrayBuffer>, place?: PortPlace): void
  /** Sets which tile each phone of the fleet has, by public id. */
  name(tiles: ReadonlyMap<string, number>): void
}

/** @param onFirstPaint called once, when the wall's page has painted its first frame */
export function createFanOut(clock: Clock, onFirstPaint: () => void = () => undefined): FanOut {
  /** One for each port of the wall's page; the last one's counts stand for a tile that several ask for. */
  const wall: FrameSender[] = []
  const own = new Map<string, FrameSender>()
  const newest = new Map<number, StreamFrame>()
  let tileOf: ReadonlyMap<string, number> = new Map()
  let inSight: readonly string[] = []
  let preferred: readonly number[] = []
  let isPaused = false
  let hasPainted = false

  const tilesInSight = () => inSight.flatMap((publicId) => tileOf.get(publicId) ?? [])
  const painted = () => {
    if (!hasPainted) onFirstPaint()
    hasPainted = true
  }
  const addSender = () => {
    const sender = createFrameSender(clock, painted)
    sender.prefer(preferred)
    sender.see(tilesInSight())
    sender.pause(isPaused)
    for (const [tile, frame] of newest) sender.offer(tile, frame)
    wall.push(sender)
  }
  const seeOnWall = () => {
    for (const sender of wall) sender.see(tilesInSight())
  }

  const show = (publicId: string, sender: FrameSender) => {
    const tile = tileOf.get(publicId)
    if (tile === undefined) return
    const frame = newest.get(tile)
    sender.prefer([tile])
    if (frame) sender.offer(tile, frame)
  }
  const sendersOf = (pageId: PageId) => (pageId === null ? wall : [own.get(pageId)])

  addSender()
  return {
    offer(tile, frame) {
      for (const sender of wall) sender.offer(tile, frame)
      newest.set(tile, frame)
      for (const [publicId, sender] of own) {
        if (tileOf.get(publicId) === tile) sender.offer(tile, frame)
      }
    },
    drop(tile) {
      newest.delete(tile)
      for (const sender of [...wall, ...own.values()]) sender.drop(tile)
    },
    prefer(tiles) {
      preferred = tiles
      for (const sender of wall) sender.prefer(tiles)
    },
    see(publicIds) {
      inSight = [...new Set(publicIds)]
      seeOnWall()
    },
    get inSight() {
      return tilesInSight()
    },
    counts: (tile) => wall.map((sender) => sender.counts(tile)).findLast((counts) => counts) ?? null,
    pause(pageId, paused) {
      if (pageId === null) isPaused = paused
      for (const sender of sendersOf(pageId)) sender?.pause(paused)
    },
    rest(pageId, resting) {
      for (const sender of sendersOf(pageId)) sender?.rest(resting)
    },
    attach(pageId, port, { at, of } = onlyPort) {
      if (pageId === null) {
        while (wall.length < of) addSender()
        for (const superfluous of wall.splice(of)) superfluous.close()
        wall[at]?.attach(port, of === 1)
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
      seeOnWall()
      for (const [publicId, sender] of own) show(publicId, sender)
    },
  }
}
