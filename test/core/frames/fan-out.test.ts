import { beforeEach, describe, expect, it } from 'vitest'
import { asksForTile, packCredits, unpackFrames } from '../../../src-shared/bridge/frame-packet'
import { createFanOut, type FanOut } from '../../../src-main/core/frames/fan-out'
import { memoryPorts } from '../../bridge/memory-ports'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

/** Makes a page that keeps the contents it gets, by tile and in order. */
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
  const ask = (tile: number) => a.send(packCredits([{ tile, number: asksForTile }]))
  return { port: b, got, ask, paint: () => a.send(packCredits(last)), leave: () => a.close() }
}

describe('the fan-out of frames', () => {
  let clock: FakeClock
  let frames: FanOut
  let wall: ReturnType<typeof createPage>
  let own: ReturnType<typeof createPage>
  const size = { width: 1, height: 1 }
  const offer = (tile: number, content: number) =>
    frames.offer(tile, { jpeg: Buffer.of(content), size, receivedAt: clock.now() })
  const sent = async () => {
    clock.advance(8)
    await new Promise((resolve) => setImmediate(resolve))
  }

  beforeEach(() => {
    clock = createFakeClock()
    frames = createFanOut(clock)
    frames.name(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    )
    wall = createPage()
    own = createPage()
    frames.attach('wall 1', wall.port)
  })

  it('sends all phones to the wall and one phone to its own window', async () => {
    frames.attach('phone a', own.port)
    offer(1, 10)
    offer(2, 20)
    await sent()
    expect(wall.got.toSorted()).toEqual([
      [1, 10],
      [2, 20],
    ])
    expect(own.got).toEqual([[1, 10]])
  })

  it('starts a new window with the last frame', async () => {
    offer(1, 10)
    offer(1, 10)
    await sent()
    frames.attach('phone a', own.port)
    await sent()
    expect(own.got).toEqual([[1, 10]])
  })

  it.each(['wall', 'own'] as const)(
    'keeps no page waiting for another: only the %s paints',
    async (painting) => {
      frames.attach('phone a', own.port)
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
    },
  )

  it('sends to a phone’s own window at once', async () => {
    frames.attach('phone a', own.port)
    offer(1, 10)
    await new Promise((resolve) => setImmediate(resolve))
    expect([own.got, wall.got]).toEqual([[[1, 10]], []])
  })

  it('pauses one page alone', async () => {
    frames.see('wall 1', ['a', 'b'])
    frames.attach('phone a', own.port)
    frames.pause('phone a', true)
    offer(1, 1)
    await sent()
    expect([wall.got, own.got]).toEqual([[[1, 1]], []])
    expect(frames.counts).toEqual([new Map([[1, { offered: 1, painted: 0 }]])])
    frames.pause('phone a', false)
    await sent()
    expect(own.got).toEqual([[1, 1]])
  })

  it('rests one page alone while it scrolls', async () => {
    frames.attach('phone a', own.port)
    offer(1, 1)
    await sent()
    frames.rest('wall 1', true)
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
    frames.rest('wall 1', false)
    await sent()
    expect(wall.got).toEqual([
      [1, 1],
      [1, 2],
    ])
  })

  it('sends to the page that replaces another, and to none after it closes', async () => {
    frames.attach('phone a', own.port)
    const next = createPage()
    frames.attach('phone a', next.port)
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
    frames.attach('phone a', last.port)
    await sent()
    expect(last.got).toEqual([[1, 2]])
  })

  it('sends to the next page when a port reports its close at once', async () => {
    const listeners: (() => void)[] = []
    const port = {
      send: () => undefined,
      onMessage: () => () => undefined,
      onClose: (listener: () => void) => {
        listeners.push(listener)
        return () => undefined
      },
      close: () => listeners.splice(0).forEach((report) => report()),
    }
    frames.attach('phone a', port)
    const next = createPage()
    frames.attach('phone a', next.port)
    offer(1, 1)
    await sent()
    expect(next.got).toEqual([[1, 1]])
  })

  it('sends to the current page when a replaced port reports its close late', async () => {
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
    frames.attach('phone a', replaced)
    frames.attach('phone a', own.port)
    own.leave()
    await sent()
    const now = createPage()
    frames.attach('phone a', now.port)
    for (const report of closings) report()
    offer(1, 1)
    await sent()
    expect(now.got).toEqual([[1, 1]])
  })

  it('forgets the frames of a phone that is gone', async () => {
    frames.attach('phone a', own.port)
    frames.pause('phone a', true)
    offer(1, 1)
    frames.drop(1)
    frames.pause('phone a', false)
    await sent()
    expect([wall.got, own.got]).toEqual([[], []])
  })

  it('sends to a window that closed while paused and opens again', async () => {
    frames.attach('phone a', own.port)
    frames.pause('phone a', true)
    own.leave()
    await sent()
    offer(1, 1)
    const next = createPage()
    frames.attach('phone a', next.port)
    await sent()
    expect(next.got).toEqual([[1, 1]])
  })

  it('follows a phone to its tile in another fleet', async () => {
    frames.attach('phone a', own.port)
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

  it('gives two walls the same stream, and lets neither wait for the other', async () => {
    const other = createPage()
    frames.attach('wall 2', other.port)
    frames.see('wall 1', ['a'])
    frames.see('wall 2', ['a', 'b'])
    for (const content of [1, 2, 3]) {
      offer(1, content)
      offer(2, content)
      await sent()
      wall.paint()
      await sent()
    }
    expect(wall.got.filter(([tile]) => tile === 1).map(([, content]) => content)).toEqual([1, 2, 3])
    expect(other.got.toSorted(), 'one that stalls keeps the newest').toEqual([
      [1, 1],
      [2, 1],
    ])
    expect(frames.counts.map((counts) => [...counts.keys()])).toEqual([[1], [1, 2]])
    frames.pause('wall 2', true)
    expect(
      frames.counts.map((counts) => counts.size),
      'a hidden one counts nothing',
    ).toEqual([1, 0])
  })

  it('keeps the ports of a page that came before the last one had gone', async () => {
    const next = createPage()
    frames.attach('wall 1', next.port)
    frames.leave('wall 1')
    offer(1, 1)
    await sent()
    expect(next.got).toEqual([[1, 1]])
    next.leave()
    await sent()
    frames.leave('wall 1')
    expect(frames.counts).toEqual([])
  })

  it('hurries for the phones that a wall itself has in sight', async () => {
    const other = createPage()
    frames.attach('wall 2', other.port)
    frames.see('wall 1', ['a'])
    frames.see('wall 2', ['b'])
    frames.prefer([1])
    offer(2, 20)
    offer(1, 10)
    await new Promise((resolve) => setImmediate(resolve))
    expect([wall.got.toSorted(), other.got]).toEqual([
      [
        [1, 10],
        [2, 20],
      ],
      [],
    ])
    frames.see('wall 2', ['a', 'b'])
    offer(1, 11)
    await new Promise((resolve) => setImmediate(resolve))
    expect(other.got.toSorted()).toEqual([
      [1, 11],
      [2, 20],
    ])
  })

  it('sends each port of the wall the tiles that it asks for, whichever comes first', async () => {
    const ports = [createPage(), createPage(), createPage()]
    offer(1, 10)
    frames.prefer([2])
    for (const at of [2, 0, 1]) frames.attach('wall 1', (ports[at] ?? wall).port, { at, of: 3 })
    const [first, second, large] = ports
    first?.ask(1)
    for (const one of [second, large]) one?.ask(2)
    await sent()
    offer(2, 20)
    await sent()
    expect(ports.map(({ got }) => got)).toEqual([[[1, 10]], [[2, 20]], [[2, 20]]])
    large?.paint()
    await sent()
    frames.see('wall 1', ['a', 'b'])
    expect([1, 2].map((tile) => frames.counts[0]?.get(tile)?.painted)).toEqual([0, 1])
  })

  it('closes the ports of the last page that the next has no worker for', async () => {
    const ports = [createPage(), createPage()]
    ports.forEach(({ port }, at) => frames.attach('wall 1', port, { at, of: 2 }))
    for (const { ask } of ports) ask(1)
    await sent()
    const next = createPage()
    frames.attach('wall 1', next.port)
    offer(1, 10)
    await sent()
    expect([...ports, next].map(({ got }) => got)).toEqual([[], [], [[1, 10]]])
  })

  it('limits what is on its way to the wall for phones in sight, once they have tiles', async () => {
    const many = Array.from({ length: 40 }, (_, index) => index + 1)
    frames.see(
      'wall 1',
      many.map((tile) => `phone ${tile}`),
    )
    frames.name(new Map(many.map((tile) => [`phone ${tile}`, tile])))
    for (const tile of many) offer(tile, 1)
    await sent()
    expect(wall.got).toHaveLength(16)
    frames.see('wall 1', [])
    await sent()
    expect(wall.got).toHaveLength(40)
  })
})
