import { beforeEach, describe, expect, it } from 'vitest'
import { packCredits, unpackFrames } from '../../../src-shared/bridge/frame-packet'
import { createFrameFanOut, type FrameFanOut } from '../../../src-main/core/frames/frame-fan-out'
import { memoryPorts } from '../../bridge/memory-ports'
import { createFakeClock, type FakeClock } from '../base/fake-clock'

/** What a page has got of each tile: the contents, in their order. */
function createPage() {
  const { a, b } = memoryPorts<ArrayBuffer>()
  const got: [tile: number, content: number][] = []
  let last: { tile: number; number: number }[] = []
  a.onMessage((message) => {
    last = unpackFrames(message).map(({ tile, number, jpeg }) => {
      got.push([tile, jpeg[0] ?? -1])
      return { tile, number }
    })
  })
  return { port: b, got, paint: () => a.send(packCredits(last)), leave: () => a.close() }
}

describe('frames for the wall and for windows of single phones', () => {
  let clock: FakeClock
  let frames: FrameFanOut
  let wall: ReturnType<typeof createPage>
  let own: ReturnType<typeof createPage>
  const offer = (tile: number, content: number) => frames.offer(tile, Buffer.of(content), clock.now())
  const sent = async () => {
    clock.advance(8)
    await new Promise((resolve) => setImmediate(resolve))
  }

  beforeEach(() => {
    clock = createFakeClock()
    frames = createFrameFanOut(clock)
    frames.name(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    )
    wall = createPage()
    own = createPage()
    frames.attach(null, wall.port)
  })

  it('go to the wall from all phones, and to a phone’s own window from that phone', async () => {
    frames.attach('a', own.port)
    offer(1, 10)
    offer(2, 20)
    await sent()
    expect(wall.got.toSorted()).toEqual([
      [1, 10],
      [2, 20],
    ])
    expect(own.got).toEqual([[1, 10]])
  })

  it('begin in a new window with the last one, though the phone is still', async () => {
    offer(1, 10)
    offer(1, 10)
    await sent()
    frames.attach('a', own.port)
    await sent()
    expect(own.got).toEqual([[1, 10]])
  })

  it.each(['wall', 'own'] as const)('wait for no other page: only the %s paints', async (painting) => {
    frames.attach('a', own.port)
    const pages = { wall, own }
    for (const content of [1, 2, 3]) {
      offer(1, content)
      await sent()
      pages[painting].paint()
      await sent()
    }
    const other = painting === 'wall' ? own : wall
    expect(pages[painting].got.map(([, content]) => content)).toEqual([1, 2, 3])
    expect(other.got).toEqual([[1, 1]])
    other.paint()
    await sent()
    await sent()
    expect(other.got.at(-1)).toEqual([1, 3])
  })

  it('leave at once for a phone’s own window', async () => {
    frames.attach('a', own.port)
    offer(1, 10)
    await new Promise((resolve) => setImmediate(resolve))
    expect([own.got, wall.got]).toEqual([[[1, 10]], []])
  })

  it('wait for the page alone that nobody looks at', async () => {
    frames.attach('a', own.port)
    frames.pause('a', true)
    offer(1, 1)
    await sent()
    expect([wall.got, own.got]).toEqual([[[1, 1]], []])
    expect(frames.counts(1)).toEqual({ offered: 1, painted: 0 })
    frames.pause('a', false)
    await sent()
    expect(own.got).toEqual([[1, 1]])
  })

  it('wait for the page alone that is being scrolled', async () => {
    frames.attach('a', own.port)
    offer(1, 1)
    await sent()
    frames.rest(null, true)
    for (const page of [wall, own]) page.paint()
    await sent()
    offer(1, 2)
    await sent()
    expect([wall.got, own.got]).toEqual([
      [[1, 1]],
      [
        [1, 1],
        [1, 2],
      ],
    ])
    frames.rest(null, false)
    await sent()
    expect(wall.got).toEqual([
      [1, 1],
      [1, 2],
    ])
  })

  it('go on to the page that takes another’s place, and to none once it has left', async () => {
    frames.attach('a', own.port)
    const next = createPage()
    frames.attach('a', next.port)
    await sent()
    offer(1, 1)
    await sent()
    expect([own.got, next.got]).toEqual([[], [[1, 1]]])
    next.leave()
    await sent()
    offer(1, 2)
    await sent()
    expect(next.got).toHaveLength(1)
    const last = createPage()
    frames.attach('a', last.port)
    await sent()
    expect(last.got).toEqual([[1, 2]])
  })

  it('go on to the next page also where a port tells at once that it was closed', async () => {
    const told: (() => void)[] = []
    const port = {
      send: () => undefined,
      onMessage: () => () => undefined,
      onClose: (listener: () => void) => {
        told.push(listener)
        return () => undefined
      },
      close: () => told.splice(0).forEach((tell) => tell()),
    }
    frames.attach('a', port)
    const next = createPage()
    frames.attach('a', next.port)
    offer(1, 1)
    await sent()
    expect(next.got).toEqual([[1, 1]])
  })

  it('go on to the page of now when one that it has long replaced is told as closed', async () => {
    const closings: (() => void)[] = []
    const replaced = {
      send: () => undefined,
      onMessage: () => () => undefined,
      onClose: (listener: () => void) => {
        closings.push(listener)
        return () => undefined
      },
      close: () => undefined,
    }
    frames.attach('a', replaced)
    frames.attach('a', own.port)
    own.leave()
    await sent()
    const now = createPage()
    frames.attach('a', now.port)
    for (const tell of closings) tell()
    offer(1, 1)
    await sent()
    expect(now.got).toEqual([[1, 1]])
  })

  it('of a phone that is gone are nobody’s any more', async () => {
    frames.attach('a', own.port)
    frames.pause('a', true)
    offer(1, 1)
    expect(frames.newest(1)).toEqual(Buffer.of(1))
    frames.drop(1)
    frames.pause('a', false)
    await sent()
    expect([wall.got, own.got]).toEqual([[], []])
    expect(frames.newest(1)).toBeNull()
  })

  it('do not wait in a window that was closed while nobody looked at it, and is opened again', async () => {
    frames.attach('a', own.port)
    frames.pause('a', true)
    own.leave()
    await sent()
    offer(1, 1)
    const next = createPage()
    frames.attach('a', next.port)
    await sent()
    expect(next.got).toEqual([[1, 1]])
  })

  it('are the phone’s that has the name now: another fleet has others', async () => {
    frames.attach('a', own.port)
    offer(1, 1)
    await sent()
    own.paint()
    frames.drop(1)
    offer(7, 70)
    frames.name(new Map([['a', 7]]))
    offer(1, 11)
    await sent()
    expect(own.got).toEqual([
      [1, 1],
      [7, 70],
    ])
    own.paint()
    await sent()
    offer(7, 71)
    await new Promise((resolve) => setImmediate(resolve))
    expect(own.got.at(-1)).toEqual([7, 71])
  })

  it('leave the wall’s page room for the phones that are in sight there, as soon as they have tiles', async () => {
    const many = Array.from({ length: 40 }, (_, index) => index + 1)
    frames.see(many.map((tile) => `phone ${tile}`))
    expect(frames.inSight).toEqual([])
    frames.name(new Map(many.map((tile) => [`phone ${tile}`, tile])))
    expect(frames.inSight).toEqual(many)
    for (const tile of many) offer(tile, 1)
    await sent()
    expect(wall.got).toHaveLength(16)
    frames.see([])
    await sent()
    expect(wall.got).toHaveLength(40)
  })
})
