import { beforeEach, describe, expect, it } from 'vitest'
import { asksForTile, leavesTile, packCredits, unpackFrames } from '../../../src-shared/bridge/frame-packet'
import type { Port } from '../../../src-shared/bridge/port'
import { createFrameSender, type FrameSender } from '../../../src-main/core/frames/frame-sender'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

/** Makes a page that keeps packets and returns credits when a test asks. */
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

/** Makes a page that keeps packets as they are, and what says that they are sent. */
function createCarefulPage() {
  const packets: { packet: ArrayBuffer; onSent: () => void }[] = []
  const port: Port<ArrayBuffer> = {
    send: (packet, onSent = () => undefined) => void packets.push({ packet, onSent }),
    onMessage: () => () => undefined,
    onClose: () => () => undefined,
    close: () => undefined,
  }
  return { port, packets }
}

describe('the frame sender', () => {
  let clock: FakeClock
  let sender: FrameSender
  let page: ReturnType<typeof createPage>
  const size = { width: 1, height: 1 }
  const offer = (tile: number, content: number) =>
    sender.offer(tile, { jpeg: Buffer.of(content), size, receivedAt: clock.now() })

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

  it('sends a preferred phone’s frame at once', () => {
    sender.prefer([2])
    offer(2, 7)
    expect(page.packets).toEqual([[{ tile: 2, number: 1, content: 7 }]])
  })

  it('fills a packet again when the port says that it is sent, and not before', () => {
    const { port, packets } = createCarefulPage()
    sender.attach(port)
    sender.prefer([1, 2, 3])
    offer(1, 7)
    offer(2, 8)
    packets[0]?.onSent()
    offer(3, 9)
    expect(packets.map(({ packet }) => packets.findIndex((one) => one.packet === packet))).toEqual([0, 1, 0])
    expect(packets.map(({ packet }) => unpackFrames(packet).map(({ jpeg }) => jpeg[0]))).toEqual([
      [9],
      [8],
      [9],
    ])
  })

  it('sends a page nothing of another page’s packets', () => {
    sender.prefer([1, 2])
    const last = createCarefulPage()
    sender.attach(last.port)
    sender.offer(1, { jpeg: Buffer.alloc(200, 7), size, receivedAt: clock.now() })
    last.packets[0]?.onSent()
    sender.drop(1)
    const { port, packets } = createCarefulPage()
    sender.attach(port)
    offer(2, 8)
    expect(packets.flatMap(({ packet }) => [...new Uint8Array(packet)])).not.toContain(7)
  })

  it('sends nothing while paused, and the newest frame afterwards', () => {
    sender.prefer([1])
    sender.pause(true)
    for (const content of [1, 2, 3]) offer(1, content)
    clock.advance(1000)
    expect(page.packets).toEqual([])
    sender.pause(false)
    expect(page.packets).toEqual([[{ tile: 1, number: 1, content: 3 }]])
  })

  it('sends only first pictures and preferred phones while resting', () => {
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

  it('does not count frames that a resting page cannot paint', () => {
    offer(1, 1)
    clock.advance(8)
    page.credit(1, 1)
    sender.rest(true)
    for (const content of [2, 3, 4]) offer(1, content)
    expect(sender.counts(1)).toEqual({ offered: 1, painted: 1 })
  })

  it('ends the rest with the page that asked for it', () => {
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

  it('gives a new page the last frame of every phone, and closes the old port', () => {
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
    // The first page's credits no longer count.
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

  it('counts offered and painted frames, but not while paused or without a page', () => {
    expect(sender.counts(1)).toBeNull()
    for (const content of [1, 2]) offer(1, content)
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

  it('sends gathered frames along with a preferred one', () => {
    sender.prefer([2])
    offer(1, 1)
    offer(2, 2)
    expect(page.packets.map((packet) => packet.map(({ tile }) => tile))).toEqual([[1, 2]])
    expect(clock.pending).toBe(0)
  })

  it('sends one port of several the tiles that it asks for, and counts only those', () => {
    const [first, second] = [page, createPage()]
    sender.attach(second.port, false)
    const contents = () => second.packets.flat().map(({ tile, content }) => [tile, content])
    for (const tile of [1, 2]) offer(tile, 1)
    clock.advance(8)
    expect([contents(), sender.counts(2)]).toEqual([[], null])
    second.credit(2, asksForTile)
    first.credit(1, asksForTile)
    clock.advance(8)
    expect([contents(), sender.counts(1)]).toEqual([[[2, 1]], null])
    // The port asks again before it has painted, as after the tile was with another.
    second.credit(2, leavesTile)
    offer(2, 2)
    clock.advance(8)
    second.credit(2, asksForTile)
    clock.advance(8)
    expect(contents()).toEqual([
      [2, 1],
      [2, 2],
    ])
  })

  it('forgets the frame of a phone that is gone', () => {
    offer(1, 1)
    sender.drop(1)
    clock.advance(8)
    expect(page.packets).toEqual([])
  })

  describe('with a page that cannot paint every frame', () => {
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

    it('sends 16 frames and more as they are painted, to all phones in turn', () => {
      for (const tile of many) offer(tile, 1)
      clock.advance(8)
      expect(sentTiles()).toEqual([many.slice(0, 16)])
      for (const tile of many) offer(tile, 2)
      clock.advance(1000)
      expect(sentTiles()).toHaveLength(1)
      paintLast()
      paintLast()
      paintLast()
      // Painted frames make room for more.
      expect(sentTiles().slice(1)).toEqual([
        many.slice(16, 33),
        [...many.slice(33), ...many.slice(0, 11)],
        many.slice(11, 16),
      ])
      // Newer frames replaced those that waited.
      expect(page.packets[1]?.every(({ content }) => content === 2)).toBe(true)
    })

    it('sends 16 frames and as many as the page painted in 70 ms of the last second', () => {
      const offerAll = (content: number) => {
        for (const tile of many) offer(tile, content)
        clock.advance(8)
      }
      const paintAll = () => {
        while (page.packets.length > 0) {
          const packet = page.packets.shift() ?? []
          for (const { tile, number } of packet) page.credit(tile, number)
          clock.advance(8)
        }
      }
      for (const content of [1, 2, 3]) {
        offerAll(content)
        paintAll()
      }
      offerAll(4)
      expect(page.packets.flat()).toHaveLength(16 + Math.floor(120 * 0.07))
      clock.advance(1000)
      page.packets.length = 0
      sender.attach(page.port)
      expect(page.packets.flat()).toHaveLength(16)
    })

    it('sends a preferred phone’s frame at once', () => {
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

    it('does not wait for phones out of sight', () => {
      for (const tile of many.slice(0, 16)) offer(tile, 1)
      clock.advance(8)
      for (const tile of many.slice(16)) offer(tile, 1)
      clock.advance(100)
      expect(sentTiles()).toHaveLength(1)
      sender.see(many.slice(16))
      clock.advance(8)
      expect(sentTiles().slice(1)).toEqual([many.slice(16, 32)])
    })

    it('sends all frames of phones out of sight', () => {
      sender.see([])
      for (const tile of many) offer(tile, 1)
      clock.advance(8)
      expect(sentTiles()).toEqual([many])
    })
  })
})
