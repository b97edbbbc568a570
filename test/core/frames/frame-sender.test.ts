import { beforeEach, describe, expect, it } from 'vitest'
import { packCredits, unpackFrames } from '../../../src-shared/bridge/frame-packet'
import type { Port } from '../../../src-shared/bridge/port'
import { createFrameSender, type FrameSender } from '../../../src-main/core/frames/frame-sender'
import { createFakeClock, type FakeClock } from '../base/fake-clock'

/** A page that sees packets and gives credits back when it is told to. */
function createPage() {
  const packets: { tile: number; number: number; content: number }[][] = []
  let hear: (message: ArrayBuffer) => void = () => undefined
  let closeListener: () => void = () => undefined
  let closes = 0
  const port: Port<ArrayBuffer> = {
    send(message) {
      packets.push(
        unpackFrames(message).map(({ tile, number, jpeg }) => ({ tile, number, content: jpeg[0] ?? -1 })),
      )
    },
    onMessage(listener) {
      hear = listener
      return () => undefined
    },
    onClose(listener) {
      closeListener = listener
      return () => undefined
    },
    close() {
      closes += 1
      closeListener()
    },
  }
  return {
    port,
    packets,
    credit: (tile: number, number: number) => hear(packCredits([{ tile, number }])),
    get closes() {
      return closes
    },
  }
}

describe('the frame sender', () => {
  let clock: FakeClock
  let sender: FrameSender
  let page: ReturnType<typeof createPage>
  const offer = (tile: number, content: number) => sender.offer(tile, Buffer.of(content), clock.now())

  beforeEach(() => {
    clock = createFakeClock()
    sender = createFrameSender(clock)
    page = createPage()
    sender.attach(page.port)
  })

  it('gathers the frames of several phones into one message', () => {
    for (const tile of [1, 2, 3, 4]) offer(tile, 7)
    expect(page.packets).toEqual([])
    clock.advance(8)
    expect(page.packets.map((packet) => packet.map(({ tile }) => tile))).toEqual([[1, 2, 3, 4]])
  })

  it('sends the preferred phone’s frame at once', () => {
    sender.prefer([2])
    offer(2, 7)
    expect(page.packets).toEqual([[{ tile: 2, number: 1, content: 7 }]])
  })

  it('sends no second frame before the credit for the first, and then only the newest', () => {
    offer(1, 1)
    clock.advance(8)
    for (const content of [2, 3, 4]) offer(1, content)
    clock.advance(1000)
    expect(page.packets).toHaveLength(1)
    page.credit(1, 1)
    clock.advance(8)
    expect(page.packets.at(-1)).toEqual([{ tile: 1, number: 2, content: 4 }])
  })

  it('does not wait for one phone’s credit with another’s frame', () => {
    offer(1, 1)
    clock.advance(8)
    offer(1, 2)
    offer(2, 5)
    clock.advance(8)
    expect(page.packets.at(-1)).toEqual([{ tile: 2, number: 1, content: 5 }])
  })

  it('takes no credit that it did not give', () => {
    offer(1, 1)
    clock.advance(8)
    offer(1, 2)
    page.credit(1, 2)
    page.credit(9, 1)
    clock.advance(100)
    expect(page.packets).toHaveLength(1)
  })

  it('sends nothing while it is paused, and the newest afterwards', () => {
    sender.prefer([1])
    sender.pause(true)
    for (const content of [1, 2, 3]) offer(1, content)
    clock.advance(1000)
    expect(page.packets).toEqual([])
    sender.pause(false)
    expect(page.packets).toEqual([[{ tile: 1, number: 1, content: 3 }]])
  })

  it('sends only first pictures and preferred phones’ while it rests, and the newest of all afterwards', () => {
    for (const tile of [1, 2]) offer(tile, 1)
    clock.advance(8)
    for (const tile of [1, 2]) page.credit(tile, 1)
    sender.prefer([2])
    sender.rest(true)
    for (const content of [2, 3]) offer(1, content)
    for (const tile of [2, 3]) offer(tile, 2)
    clock.advance(1000)
    const sent = page.packets.slice(1).flat()
    expect(sent).toEqual([
      { tile: 2, number: 2, content: 2 },
      { tile: 3, number: 1, content: 2 },
    ])
    sender.rest(false)
    clock.advance(8)
    expect(page.packets.at(-1)).toEqual([{ tile: 1, number: 2, content: 3 }])
  })

  it('does not take a page that rests for one that falls behind', () => {
    offer(1, 1)
    clock.advance(8)
    page.credit(1, 1)
    sender.rest(true)
    for (const content of [2, 3, 4]) offer(1, content)
    expect(sender.counts(1)).toEqual({ offered: 1, painted: 1 })
  })

  it('rests for no page but the one that asked for it', () => {
    offer(1, 1)
    clock.advance(8)
    sender.rest(true)
    const next = createPage()
    sender.attach(next.port)
    next.credit(1, 2)
    offer(1, 2)
    clock.advance(8)
    expect(next.packets.flat().map(({ content }) => content)).toEqual([1, 2])
  })

  it('gives another page the last frame of every phone at once, and closes the first one’s port', () => {
    offer(1, 1)
    offer(2, 2)
    clock.advance(8)
    const next = createPage()
    sender.attach(next.port)
    expect(page.closes).toBe(1)
    expect(next.packets).toEqual([
      [
        { tile: 1, number: 2, content: 1 },
        { tile: 2, number: 2, content: 2 },
      ],
    ])
    // What the first page still owes counts no longer.
    offer(1, 3)
    page.credit(1, 1)
    clock.advance(8)
    expect(next.packets).toHaveLength(1)
  })

  it('keeps the newest frame while there is no page', () => {
    page.port.close()
    offer(1, 5)
    clock.advance(100)
    const next = createPage()
    sender.attach(next.port)
    expect(next.packets).toEqual([[{ tile: 1, number: 1, content: 5 }]])
  })

  it('counts what came for a phone and what of it was painted, while somebody looks on', () => {
    expect(sender.counts(1)).toBeNull()
    for (const content of [1, 1, 2]) offer(1, content)
    clock.advance(8)
    page.credit(1, 1)
    expect(sender.counts(1)).toEqual({ offered: 2, painted: 1 })
    sender.pause(true)
    expect(sender.counts(1)).toBeNull()
    sender.pause(false)
    expect(sender.counts(1)).toEqual({ offered: 2, painted: 1 })
    page.port.close()
    expect(sender.counts(1)).toBeNull()
  })

  it('lets what was gathered leave with a preferred frame, and does not come back for it', () => {
    sender.prefer([2])
    offer(1, 1)
    offer(2, 2)
    expect(page.packets.map((packet) => packet.map(({ tile }) => tile))).toEqual([[1, 2]])
    expect(clock.pending).toBe(0)
  })

  it('forgets the frame of a phone that is gone', () => {
    offer(1, 1)
    sender.drop(1)
    clock.advance(8)
    expect(page.packets).toEqual([])
  })

  describe('where a page cannot paint all that come', () => {
    const many = Array.from({ length: 40 }, (_, index) => index + 1)
    const sentTiles = () => page.packets.map((packet) => packet.map(({ tile }) => tile))
    const paintLast = () => {
      for (const { tile, number } of page.packets.at(-1) ?? []) page.credit(tile, number)
      clock.advance(8)
    }

    beforeEach(() => {
      sender.see(many)
      clock.advance(8)
    })

    it('has no more under way than it paints in a moment, and sends to all phones in turn', () => {
      for (const tile of many) offer(tile, 1)
      clock.advance(8)
      expect(sentTiles()).toEqual([many.slice(0, 16)])
      for (const tile of many) offer(tile, 2)
      clock.advance(1000)
      expect(sentTiles()).toHaveLength(1)
      paintLast()
      paintLast()
      paintLast()
      // One more each time, for it paints.
      expect(sentTiles().slice(1)).toEqual([
        many.slice(16, 33),
        [...many.slice(33), ...many.slice(0, 11)],
        many.slice(11, 16),
      ])
      // Newer ones took the places of those that waited here.
      expect(page.packets[1]?.every(({ content }) => content === 2)).toBe(true)
    })

    it('has more under way the more the page paints', () => {
      let content = 0
      const paintRound = () => {
        content += 1
        for (const tile of many) offer(tile, content)
        clock.advance(8)
        paintLast()
      }
      for (let round = 0; round < 8; round += 1) paintRound()
      for (const tile of many) offer(tile, 99)
      clock.advance(8)
      expect(sentTiles().at(-1)?.length).toBeGreaterThan(16)
    })

    it('sends a preferred phone’s frame at once all the same', () => {
      sender.prefer([40])
      for (const tile of many) offer(tile, 1)
      expect(sentTiles().flat()).toContain(40)
      clock.advance(8)
      const before = sentTiles().length
      const [preferred] = page.packets.flat().filter(({ tile }) => tile === 40)
      page.credit(40, preferred?.number ?? 0)
      offer(40, 2)
      expect(sentTiles().slice(before)).toEqual([[40]])
    })

    it('waits for no frame of a phone that is out of sight', () => {
      for (const tile of many.slice(0, 16)) offer(tile, 1)
      clock.advance(8)
      for (const tile of many.slice(16)) offer(tile, 1)
      clock.advance(100)
      expect(sentTiles()).toHaveLength(1)
      sender.see(many.slice(16))
      clock.advance(8)
      expect(sentTiles().slice(1)).toEqual([many.slice(16, 32)])
    })

    it('sends what is for no phone in sight, for the page to have it when it is', () => {
      sender.see([])
      for (const tile of many) offer(tile, 1)
      clock.advance(8)
      expect(sentTiles()).toEqual([many])
    })
  })
})
