import { beforeEach, describe, expect, it } from 'vitest'
import type { Credit } from '../../../src-shared/bridge/frame-packet'
import type { Size } from '../../../src-shared/protocol/device'
import type { JpegBytes } from '../../../src-renderer/stream/browser-bitmap'
import type { Picture } from '../../../src-renderer/stream/picture'
import type { ShownFrame, Surface } from '../../../src-renderer/stream/surface-painter'
import { TileFrames } from '../../../src-renderer/stream/tile-frames'
import { jpegHeaders } from './jpeg'

interface Decode {
  width: number
  picture: Size
  finish: (how?: 'fail') => Promise<void>
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

const small: Size = { width: 188, height: 334 }
const large: Size = { width: 375, height: 667 }

let decodes: Decode[]
/** What was given to be decoded. */
let kept: JpegBytes[]
let credits: Credit[]
/** Whether the newest frame is damaged, as often as it was told. */
let damaged: boolean[]
let paintTurns: (() => void)[]
/** Decodes that wait for a core; null while there is one for each. */
let decodeTurns: (() => void)[] | null

function makeFrames(visible = true): TileFrames {
  return new TileFrames(
    {
      tile: 3,
      credit: (credit) => credits.push(credit),
      onDamaged: (isDamaged) => damaged.push(isDamaged),
      async schedule(_prompt, decode) {
        await new Promise<void>((go) => (decodeTurns ? decodeTurns.push(go) : go()))
        return decode()
      },
      paintTurn: (prompt) => (prompt ? Promise.resolve() : new Promise((go) => paintTurns.push(go))),
    },
    visible,
  )
}

/** Remembers, by their widths, the frames that it showed, and the pictures that it closed unshown. */
class Wall implements Surface {
  prompt = true
  seen = true
  needed = small
  get blank() {
    return this.painted.length === 0
  }
  readonly painted: number[] = []
  readonly closed: number[] = []
  readonly told: (ShownFrame & { picture: Size })[] = []

  pictureSize(): Size {
    return { ...this.needed }
  }

  decode(jpeg: JpegBytes, { width }: Size, picture: Size): Promise<Picture> {
    kept.push(jpeg)
    return new Promise((resolve, reject) => {
      const paint = () => void this.painted.push(width)
      const close = () => void this.closed.push(width)
      const finish = async (how?: 'fail') => {
        if (how === 'fail') reject(new Error('damaged'))
        else resolve({ paint, close })
        await turn()
      }
      decodes.push({ width, picture, finish })
    })
  }

  shown(frame: ShownFrame, picture: Size) {
    this.told.push({ ...frame, picture })
  }
}

const frame = (number: number, width = 100 + number, jpeg = jpegHeaders(width, 200)) => ({
  tile: 3,
  number,
  receivedAt: 1000 + number,
  jpeg,
})
const numbers = () => credits.map(({ number }) => number)
/** Ends the decode of this index, once it has begun. */
const finish = async (index: number, how?: 'fail') => {
  await turn()
  await decodes[index]?.finish(how)
}
const takeDecodeTurns = async () => {
  for (const go of decodeTurns?.splice(0) ?? []) go()
  await turn()
}
const takePaintTurn = async () => {
  for (const go of paintTurns.splice(0)) go()
  await turn()
}

/** A tile whose first frame has come. */
const shown = (how: Partial<Pick<Wall, 'prompt'>> = {}) => {
  const frames = makeFrames()
  const wall = Object.assign(new Wall(), how)
  frames.add(wall)
  frames.push(frame(1))
  return { frames, wall }
}
/** The same, decoded. */
const decoded = async (how: Partial<Pick<Wall, 'prompt'>> = {}) => {
  const tile = shown(how)
  await finish(0)
  return tile
}

beforeEach(() => {
  decodes = []
  kept = []
  credits = []
  damaged = []
  paintTurns = []
  decodeTurns = null
})

describe('TileFrames', () => {
  it('paints a frame, and only then gives its credit back', async () => {
    const { wall } = shown()
    expect(numbers()).toEqual([])
    await finish(0)
    expect(wall.painted).toEqual([101])
    expect(credits).toEqual([{ tile: 3, number: 1 }])
  })

  it('tells the surface what it shows, and since when the frame is here', async () => {
    const { wall } = await decoded()
    expect(wall.told).toMatchObject([{ size: { width: 101, height: 200 }, receivedAt: 1001, picture: small }])
  })

  it('lets the newest frame win while one is decoded, and gives each credit back once', async () => {
    const { frames, wall } = shown()
    frames.push(frame(2))
    frames.push(frame(3))
    expect(numbers()).toEqual([2])
    await finish(0)
    await finish(1)
    expect(wall.painted).toEqual([101, 103])
    expect(numbers()).toEqual([2, 1, 3])
    expect(decodes).toHaveLength(2)
  })

  it('keeps frame and credit while nobody sees the tile, so that no more are sent', async () => {
    const frames = makeFrames()
    frames.push(frame(1))
    await turn()
    expect(decodes).toHaveLength(0)
    expect(numbers()).toEqual([])
    const wall = new Wall()
    frames.add(wall)
    await finish(0)
    expect(wall.painted).toEqual([101])
    expect(numbers()).toEqual([1])
  })

  it('decodes nothing for a surface that is scrolled out of sight, and catches up when it is seen', async () => {
    const { frames, wall } = await decoded()
    wall.seen = false
    frames.push(frame(2))
    await turn()
    expect(decodes).toHaveLength(1)
    expect(numbers()).toEqual([1])
    wall.seen = true
    frames.look(wall)
    await finish(1)
    expect(wall.painted).toEqual([101, 102])
    expect(numbers()).toEqual([1, 2])
  })

  it('paints the last frame again on a surface that is added later', async () => {
    const { frames, wall: first } = await decoded()
    frames.remove(first)
    const second = new Wall()
    frames.add(second)
    await finish(1)
    expect(second.painted).toEqual([101])
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
    expect(numbers()).toEqual([1])
    frames.visible = true
    await finish(0)
    expect(wall.painted).toEqual([102])
    expect(numbers()).toEqual([1, 2])
  })

  it('begins hidden when the page is', async () => {
    const frames = makeFrames(false)
    frames.add(new Wall())
    frames.push(frame(1))
    await turn()
    expect(decodes).toHaveLength(0)
  })

  it('drops what is no JPEG without decoding it; the last picture stays', async () => {
    const { frames, wall } = await decoded()
    frames.push(frame(2, 0, new TextEncoder().encode('not a picture')))
    await turn()
    expect(decodes).toHaveLength(1)
    expect(wall.painted).toEqual([101])
    expect(numbers()).toEqual([1, 2])
  })

  it('drops a damaged frame and goes on with the next', async () => {
    const { frames, wall } = shown()
    await finish(0, 'fail')
    frames.push(frame(2))
    await finish(1)
    expect(wall.painted).toEqual([102])
    expect(numbers()).toEqual([1, 2])
  })

  it('tells once that the newest frame is damaged, until one that follows is not', async () => {
    const { frames } = await decoded()
    frames.push(frame(2))
    await finish(1, 'fail')
    frames.push(frame(3))
    await finish(2, 'fail')
    expect(damaged).toEqual([true])
    frames.push(frame(4))
    await finish(3)
    frames.push(frame(5))
    await finish(4)
    expect(damaged).toEqual([true, false])
  })

  it('tells so of the first one too', async () => {
    shown()
    await finish(0, 'fail')
    expect(damaged).toEqual([true])
  })

  it('tells so also where it comes to light once the tile is seen', async () => {
    const { frames, wall } = await decoded()
    const other = Object.assign(new Wall(), { seen: false })
    frames.add(other)
    await finish(1)
    wall.seen = false
    frames.push(frame(2))
    wall.seen = true
    frames.look(wall)
    await finish(2, 'fail')
    // The picture before it is shown once more, for another size: it is no newer one.
    wall.needed = large
    frames.look(wall)
    await finish(3)
    expect(wall.painted).toEqual([101, 101])
    expect(damaged).toEqual([true])
  })

  it('keeps a frame that nobody sees any more when it is its turn, and its credit; nothing is known of it', async () => {
    const { frames, wall } = await decoded()
    frames.push(frame(2))
    await finish(1, 'fail')
    decodeTurns = []
    frames.push(frame(3))
    await turn()
    wall.seen = false
    await takeDecodeTurns()
    expect([decodes.length, numbers(), damaged]).toEqual([2, [1, 2], [true]])
    decodeTurns = null
    wall.seen = true
    frames.look(wall)
    await finish(2, 'fail')
    expect([numbers(), damaged]).toEqual([[1, 2, 3], [true]])
    const later = new Wall()
    frames.add(later)
    await finish(3)
    expect(later.painted).toEqual([101])
  })

  it('gives the credit of such a frame back where a newer one has come', async () => {
    const { frames, wall } = await decoded()
    decodeTurns = []
    frames.push(frame(2))
    await turn()
    wall.seen = false
    frames.push(frame(3))
    await takeDecodeTurns()
    expect(numbers()).toEqual([1, 2])
    decodeTurns = null
    wall.seen = true
    frames.look(wall)
    await finish(1)
    expect([wall.painted, numbers()]).toEqual([
      [101, 103],
      [1, 2, 3],
    ])
  })

  it('shows the last whole frame, not the damaged one after it, on a surface that is added later', async () => {
    const { frames } = await decoded()
    frames.push(frame(2))
    await finish(1, 'fail')
    const later = new Wall()
    frames.add(later)
    await finish(2)
    expect(later.painted).toEqual([101])
    expect(numbers()).toEqual([1, 2])
  })

  it('goes on with a newer frame where an older one turns out to be damaged on another surface', async () => {
    const { frames, wall: first } = await decoded()
    const second = new Wall()
    frames.add(second)
    await turn()
    frames.push(frame(2))
    await finish(1, 'fail')
    await finish(2)
    await finish(3)
    expect([first.painted, second.painted]).toEqual([[101, 102], [102]])
    expect(numbers()).toEqual([1, 2])
  })

  it('keeps a frame’s bytes alone, not the batch that it came in', async () => {
    const frames = makeFrames()
    frames.add(new Wall())
    const jpeg = jpegHeaders(101, 200)
    const batch = new Uint8Array(jpeg.byteLength + 5000)
    batch.set(jpeg, 20)
    frames.push(frame(1, 101, batch.subarray(20, 20 + jpeg.byteLength)))
    await turn()
    expect(kept.map(({ buffer }) => buffer.byteLength)).toEqual([jpeg.byteLength])
  })

  it('paints nothing anew when it is only told once more that the page is visible', async () => {
    const { frames } = await decoded()
    frames.visible = true
    await turn()
    expect(decodes).toHaveLength(1)
  })

  it('closes the picture of a surface that has gone meanwhile', async () => {
    const { frames, wall } = shown()
    await turn()
    frames.remove(wall)
    await finish(0)
    expect(wall.painted).toEqual([])
    expect(wall.closed).toEqual([101])
    expect(numbers()).toEqual([1])
  })

  it('never paints an older frame over a newer one', async () => {
    const { frames, wall: slow } = await decoded()
    slow.needed = large
    frames.look(slow)
    await turn()
    frames.push(frame(2))
    await finish(1)
    await finish(2)
    expect(slow.painted).toEqual([101, 102])
    expect(slow.closed).toEqual([101])
  })

  it('paints a thumbnail when its turn comes, and holds the credit until then', async () => {
    const { wall } = await decoded({ prompt: false })
    expect(wall.painted).toEqual([])
    expect(numbers()).toEqual([])
    await takePaintTurn()
    expect(wall.painted).toEqual([101])
    expect(numbers()).toEqual([1])
  })

  it('decodes once for a surface that is resized many times before its decode begins', async () => {
    const { frames, wall } = await decoded()
    decodeTurns = []
    wall.needed = large
    for (let times = 0; times < 20; times += 1) {
      frames.look(wall)
      await turn()
    }
    expect(decodeTurns).toHaveLength(1)
    await takeDecodeTurns()
    await finish(1)
    expect(wall.painted).toEqual([101, 101])
    expect(decodes).toHaveLength(2)
  })

  it('decodes once more for a surface that is resized while one is decoded, and shows the later picture', async () => {
    const { frames, wall } = shown()
    await turn()
    wall.needed = large
    for (let times = 0; times < 20; times += 1) {
      frames.look(wall)
      await turn()
    }
    expect(decodes).toHaveLength(1)
    await finish(0)
    await finish(1)
    expect(decodes.map(({ picture }) => picture)).toEqual([small, large])
    expect(wall.painted).toEqual([101, 101])
  })

  it('decodes nothing for a surface that has the newest frame at the size that it needs', async () => {
    const { frames, wall } = await decoded()
    wall.seen = false
    frames.look(wall)
    wall.seen = true
    frames.look(wall)
    await turn()
    expect(decodes).toHaveLength(1)
    wall.needed = large
    frames.look(wall)
    await finish(1)
    expect(wall.painted).toEqual([101, 101])
  })

  it('shows the newest frame once more on a surface that may have lost it', async () => {
    const { frames, wall } = await decoded()
    frames.repeat(wall)
    await finish(1)
    expect(wall.painted).toEqual([101, 101])
  })

  it('shows the newest frame once more when the page was hidden meanwhile', async () => {
    const { frames, wall } = await decoded()
    frames.visible = false
    frames.visible = true
    await finish(1)
    expect(wall.painted).toEqual([101, 101])
  })

  it('does not let a thumbnail that waits for its turn cover the picture of a larger size that came after it', async () => {
    const { frames, wall } = await decoded({ prompt: false })
    wall.prompt = true
    wall.needed = large
    frames.look(wall)
    await finish(1)
    await takePaintTurn()
    expect(wall.painted).toEqual([101])
    expect(wall.closed).toEqual([101])
    expect(numbers()).toEqual([1])
  })

  it('decodes nothing for a surface that has gone, or is out of sight, when its turn comes', async () => {
    const frames = makeFrames()
    const [gone, hidden] = [new Wall(), new Wall()]
    frames.add(hidden)
    frames.push(frame(1))
    await finish(0)
    frames.add(gone)
    decodeTurns = []
    frames.push(frame(2))
    await turn()
    frames.remove(gone)
    hidden.seen = false
    expect(decodeTurns).toHaveLength(2)
    await takeDecodeTurns()
    expect(decodes).toHaveLength(1)
    expect(numbers()).toEqual([1])
    decodeTurns = null
    hidden.seen = true
    frames.look(hidden)
    await finish(1)
    expect(hidden.painted).toEqual([101, 102])
    expect(numbers()).toEqual([1, 2])
  })

  it('shows the last picture once on a surface that is added out of sight, so that it is not scrolled in blank', async () => {
    const { frames, wall: first } = await decoded()
    frames.remove(first)
    const second = new Wall()
    second.seen = false
    frames.add(second)
    await finish(1)
    expect(second.painted).toEqual([101])
    frames.push(frame(2))
    await turn()
    expect(decodes).toHaveLength(2)
    expect(numbers()).toEqual([1])
  })

  it('decodes for each surface that is seen, and gives the credit back when all have painted', async () => {
    const frames = makeFrames()
    const [tile, strip] = [new Wall(), new Wall()]
    frames.add(tile)
    frames.add(strip)
    frames.push(frame(1))
    await finish(0)
    expect(numbers()).toEqual([])
    await finish(1)
    expect([tile.painted, strip.painted]).toEqual([[101], [101]])
    expect(numbers()).toEqual([1])
  })
})
