import { beforeEach, describe, expect, it } from 'vitest'
import { packCredits, unpackFrames } from '../../src-shared/bridge/frame-packet'
import type { Port } from '../../src-shared/bridge/port'
import { createFrameSender, type FrameSender } from '../../src-main/core/frame-sender'
import { createFakeClock, type FakeClock } from './fake-clock'

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
})
