import { onlyPort, type PortPlace } from '../../../src-shared/bridge/frame-packet'
import { phoneOf, type PageId } from '../../../src-shared/bridge/page-id'
import type { Port } from '../../../src-shared/bridge/port'
import type { Clock } from '../time/clock'
import { createFrameSender, type FrameSender } from './frame-sender'
import type { FrameCounts, StreamFrame } from './frame-slot'

/**
 * Gives phones' newest frames to pages: to a wall those of all phones, to the page of one phone its own. Each page gets
 * them as fast as it paints, and none waits for another.
 */
export interface FanOut extends Pick<FrameSender, 'offer' | 'drop' | 'prefer'> {
  /** The frames that each wall counts of the phones in its sight, by tile; a hidden wall counts none. */
  readonly counts: readonly ReadonlyMap<number, Readonly<FrameCounts>>[]
  /** Sets the phones in sight on a page. */
  see(pageId: PageId, publicIds: readonly string[]): void
  /** Stops all frames to a hidden page. */
  pause(pageId: PageId, paused: boolean): void
  /** Stops pictures of a page that scrolls, which frees the processor for scrolling. */
  rest(pageId: PageId, resting: boolean): void
  /** Connects a port of a page in place of the last one. */
  attach(pageId: PageId, port: Port<ArrayBuffer>, place?: PortPlace): void
  /** Forgets a page that is gone. The ports of the next one may have come already. */
  leave(pageId: PageId): void
  /** Sets which tile each phone of the fleet has, by public id. */
  name(tiles: ReadonlyMap<string, number>): void
}

interface PageFrames {
  /** The only phone that it shows; null for a wall, which shows all. */
  phone: string | null
  /** One for each port; the last one's counts stand for a tile that several ask for. */
  senders: FrameSender[]
  inSight: readonly string[]
  isPaused: boolean
}

/** @param onFirstPaint called once, when a wall has painted its first frame */
export function createFanOut(clock: Clock, onFirstPaint: () => void = () => undefined): FanOut {
  const pages = new Map<PageId, PageFrames>()
  const newest = new Map<number, StreamFrame>()
  let tileOf: ReadonlyMap<string, number> = new Map()
  let preferred: readonly number[] = []
  let hasPainted = false

  const painted = () => {
    if (!hasPainted) onFirstPaint()
    hasPainted = true
  }
  const page = (pageId: PageId): PageFrames => {
    const known = pages.get(pageId)
    const found = known ?? { phone: phoneOf(pageId), senders: [], inSight: [], isPaused: false }
    if (!known) pages.set(pageId, found)
    return found
  }
  const tilesOf = (publicIds: readonly string[]) =>
    publicIds.flatMap((publicId) => tileOf.get(publicId) ?? [])
  const takes = ({ phone }: PageFrames, tile: number) => phone === null || tileOf.get(phone) === tile

  /** Tells senders what their page has in sight. What only other walls show hurries none of a wall's frames. */
  const see = ({ phone, inSight }: PageFrames, senders: readonly FrameSender[]) => {
    const seen = tilesOf(inSight)
    const hurried = phone === null ? preferred.filter((tile) => seen.includes(tile)) : tilesOf([phone])
    for (const sender of senders) {
      sender.prefer(hurried)
      sender.see(seen)
    }
  }
  /** Tells a sender what its page shows. */
  const show = (own: PageFrames, sender: FrameSender) => {
    see(own, [sender])
    for (const [tile, frame] of newest) if (takes(own, tile)) sender.offer(tile, frame)
  }
  const addSender = (own: PageFrames) => {
    const sender = own.phone === null ? createFrameSender(clock, painted) : createFrameSender(clock)
    sender.pause(own.isPaused)
    show(own, sender)
    own.senders.push(sender)
  }
  const leave = (pageId: PageId) => {
    if (!pages.get(pageId)?.senders.some(({ attached }) => attached)) pages.delete(pageId)
  }

  return {
    offer(tile, frame) {
      newest.set(tile, frame)
      for (const own of pages.values())
        if (takes(own, tile)) for (const sender of own.senders) sender.offer(tile, frame)
    },
    drop(tile) {
      newest.delete(tile)
      for (const { senders } of pages.values()) for (const sender of senders) sender.drop(tile)
    },
    prefer(tiles) {
      preferred = tiles
      for (const own of pages.values()) if (own.phone === null) see(own, own.senders)
    },
    get counts() {
      return [...pages.values()].flatMap(({ phone, senders, inSight }) => {
        if (phone !== null) return []
        const ofTile = (tile: number) => senders.map((sender) => sender.counts(tile)).findLast(Boolean)
        const counted = tilesOf(inSight).map((tile) => [tile, ofTile(tile)] as const)
        return [new Map(counted.flatMap(([tile, counts]) => (counts ? [[tile, counts] as const] : [])))]
      })
    },
    see(pageId, publicIds) {
      const seen = page(pageId)
      seen.inSight = [...new Set(publicIds)]
      see(seen, seen.senders)
    },
    pause(pageId, paused) {
      const own = page(pageId)
      own.isPaused = paused
      for (const sender of own.senders) sender.pause(paused)
    },
    rest(pageId, resting) {
      for (const sender of page(pageId).senders) sender.rest(resting)
    },
    attach(pageId, port, { at, of } = onlyPort) {
      const own = page(pageId)
      while (own.senders.length < of) addSender(own)
      for (const superfluous of own.senders.splice(of)) superfluous.close()
      own.senders[at]?.attach(port, of === 1)
      // Attaching closes the last page's port, which forgets the page.
      pages.set(pageId, own)
      port.onClose(() => {
        if (pages.get(pageId) === own) leave(pageId)
      })
    },
    leave,
    name(tiles) {
      tileOf = tiles
      for (const own of pages.values()) for (const sender of own.senders) show(own, sender)
    },
  }
}
