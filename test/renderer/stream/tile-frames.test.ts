import { beforeEach, describe, expect, it } from 'vitest'
import type { Credit } from '../../../src-shared/bridge/frame-packet'
import type { Size } from '../../../src-shared/protocol/device'
import { TileFrames, type Surface } from '../../../src-renderer/stream/tile-frames'
import { jpegHeaders } from './jpeg'

/** A picture that remembers whether it was closed. */
class Picture {
  closed = false
  constructor(
    readonly frame: Size,
    readonly box: Size,
  ) {}
  close() {
    this.closed = true
  }
}

interface Decode {
  frame: Size
  box: Size
  finish: (how?: 'fail') => Promise<void>
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

let decodes: Decode[]
let credits: (Credit & { delayMs: number })[]
let pictures: Picture[]
let clock: number

function makeFrames(visible = true): TileFrames {
  return new TileFrames(
    {
      tile: 3,
      now: () => clock,
      credit: (credit, delayMs) => credits.push({ ...credit, delayMs }),
      decode: (_jpeg, frame, box) =>
        new Promise((resolve, reject) => {
          const finish = async (how?: 'fail') => {
            const picture = new Picture(frame, box)
            pictures.push(picture)
            if (how === 'fail') reject(new Error('damaged'))
            else resolve(picture as unknown as ImageBitmap)
            await turn()
          }
          decodes.push({ frame, box, finish })
        }),
    },
    visible,
  )
}

class Wall implements Surface {
  painted: Size[] = []
  constructor(
    readonly size: Size = { width: 100, height: 200 },
    readonly prompt = true,
  ) {}
  paint(bitmap: ImageBitmap, frame: Size) {
    this.painted.push(frame)
    bitmap.close()
  }
}

const frame = (number: number, width = 100 + number, jpeg = jpegHeaders(width, 200)) => ({
  tile: 3,
  number,
  receivedAt: 0,
  jpeg,
})
const numbers = () => credits.map(({ number }) => number)

beforeEach(() => {
  decodes = []
  credits = []
  pictures = []
  clock = 0
})

describe('TileFrames', () => {
  it('paints a frame, and only then gives its credit back', async () => {
    const frames = makeFrames()
    const wall = new Wall()
    frames.add(wall)
    frames.push(frame(1))
    expect(numbers()).toEqual([])
    await decodes[0]?.finish()
    expect(wall.painted).toEqual([{ width: 101, height: 200 }])
    expect(credits).toEqual([{ tile: 3, number: 1, delayMs: 0 }])
  })

  it('lets the newest frame win while one is decoded, and gives each credit back once', async () => {
    const frames = makeFrames()
    const wall = new Wall()
    frames.add(wall)
    frames.push(frame(1))
    frames.push(frame(2))
    frames.push(frame(3))
    expect(numbers()).toEqual([2])
    await decodes[0]?.finish()
    await decodes[1]?.finish()
    expect(wall.painted.map(({ width }) => width)).toEqual([101, 103])
    expect(numbers()).toEqual([2, 1, 3])
    expect(decodes).toHaveLength(2)
  })

  it('gives the credit back without decoding when nobody sees the tile', async () => {
    const frames = makeFrames()
    frames.push(frame(1))
    await turn()
    expect(decodes).toHaveLength(0)
    expect(numbers()).toEqual([1])
  })

  it('paints the last frame at once on a surface that is added later', async () => {
    const frames = makeFrames()
    frames.push(frame(1))
    await turn()
    const wall = new Wall()
    frames.add(wall)
    await decodes[0]?.finish()
    expect(wall.painted).toEqual([{ width: 101, height: 200 }])
    expect(numbers()).toEqual([1])
  })

  it('decodes nothing while the page is hidden, and shows the newest when it is seen again', async () => {
    const frames = makeFrames()
    const wall = new Wall()
    frames.add(wall)
    frames.visible = false
    frames.push(frame(1))
    frames.push(frame(2))
    await turn()
    expect(decodes).toHaveLength(0)
    expect(numbers().sort()).toEqual([1, 2])
    frames.visible = true
    await decodes[0]?.finish()
    expect(wall.painted).toEqual([{ width: 102, height: 200 }])
  })

  it('drops what is no JPEG without decoding it; the last picture stays', async () => {
    const frames = makeFrames()
    const wall = new Wall()
    frames.add(wall)
    frames.push(frame(1))
    await decodes[0]?.finish()
    frames.push(frame(2, 0, new TextEncoder().encode('not a picture')))
    await turn()
    expect(decodes).toHaveLength(1)
    expect(wall.painted).toHaveLength(1)
    expect(numbers()).toEqual([1, 2])
  })

  it('drops a damaged frame and goes on with the next', async () => {
    const frames = makeFrames()
    const wall = new Wall()
    frames.add(wall)
    frames.push(frame(1))
    await decodes[0]?.finish('fail')
    frames.push(frame(2))
    await decodes[1]?.finish()
    expect(wall.painted.map(({ width }) => width)).toEqual([102])
    expect(numbers()).toEqual([1, 2])
  })

  it('closes the picture of a surface that has gone meanwhile', async () => {
    const frames = makeFrames()
    const wall = new Wall()
    frames.add(wall)
    frames.push(frame(1))
    frames.remove(wall)
    await decodes[0]?.finish()
    expect(wall.painted).toEqual([])
    expect(pictures.map(({ closed }) => closed)).toEqual([true])
    expect(numbers()).toEqual([1])
  })

  it('paces thumbnails by holding the credit back for the rest of 50 ms', async () => {
    const frames = makeFrames()
    frames.add(new Wall(undefined, false))
    frames.push(frame(1))
    clock = 12
    await decodes[0]?.finish()
    expect(credits).toEqual([{ tile: 3, number: 1, delayMs: 38 }])
  })

  it('decodes for each surface at its own size', async () => {
    const frames = makeFrames()
    frames.add(new Wall({ width: 50, height: 100 }))
    frames.add(new Wall({ width: 500, height: 1000 }))
    frames.push(frame(1))
    expect(decodes.map(({ box }) => box.width)).toEqual([50, 500])
    await decodes[0]?.finish()
    expect(numbers()).toEqual([])
    await decodes[1]?.finish()
    expect(numbers()).toEqual([1])
  })
})
