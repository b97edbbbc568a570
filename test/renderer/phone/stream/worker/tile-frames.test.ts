import { describe, expect, it } from 'vitest'
import type { Credit } from '../../../../../src-shared/bridge/frame-packet'
import type { Size } from '../../../../../src-shared/protocol/device'
import type { JpegBytes } from '../../../../../src-renderer/phone/stream/worker/browser-bitmap'
import { Surface } from '../../../../../src-renderer/phone/stream/worker/surface'
import { TileFrames } from '../../../../../src-renderer/phone/stream/worker/tile-frames'

interface Decode {
  number: number
  size: Size
  end: (how?: 'fail') => void
}

interface HarnessOptions {
  /** Holds decodes back until `takeDecodeTurns`. */
  holdDecodes?: boolean
  /** Holds paints back until `takePaintTurn`. */
  holdPaints?: boolean
  visible?: boolean
}

const nextTask = () => new Promise((resolve) => setImmediate(resolve))
const thumbnail: Size = { width: 180, height: 320 }
const large: Size = { width: 360, height: 640 }

/** A frame, whose number is its only byte. */
const frame = (number: number, jpeg = Uint8Array.of(number)) => ({
  tile: 3,
  number,
  receivedAt: 1000 + number,
  size: { width: 750, height: 1334 },
  jpeg,
})

/** The frames of tile 3, with decodes that end by `finish`. */
function harness({ holdDecodes = false, holdPaints = false, visible = true }: HarnessOptions = {}) {
  const decodes: Decode[] = []
  const bytes: JpegBytes[] = []
  const credits: Credit[] = []
  const damaged: boolean[] = []
  const decodeTurns: (() => void)[] = []
  const paintTurns: (() => void)[] = []
  let holdsDecodes = holdDecodes
  const frames = new TileFrames(
    {
      tile: 3,
      credit: (credit) => credits.push(credit),
      onDamaged: (isDamaged) => damaged.push(isDamaged),
    },
    visible,
  )

  const makeSurface = (how: { prompt?: boolean; seen?: boolean } = {}) => {
    let state = { room: thumbnail, prompt: false, seen: true, ...how }
    /** The numbers of the frames that were painted, and of the pictures that were closed unpainted. */
    const painted: number[] = []
    const closed: number[] = []
    const surface = new Surface({
      tile: 3,
      state,
      decode(jpeg, _frame, size) {
        const number = jpeg[0] ?? -1
        bytes.push(jpeg)
        const paint = () => void painted.push(number)
        const close = () => void closed.push(number)
        return new Promise((resolve, reject) => {
          const end = (result?: 'fail') =>
            result === 'fail' ? reject(new Error('damaged')) : resolve({ paint, close })
          decodes.push({ number, size, end })
        })
      },
      async decodeTurn(decode) {
        if (holdsDecodes) await new Promise<void>((go) => decodeTurns.push(go))
        return decode()
      },
      paintTurn: () => (holdPaints ? new Promise((go) => paintTurns.push(go)) : Promise.resolve()),
      onShown: () => undefined,
    })
    const change = (next: Partial<typeof state>) => surface.change((state = { ...state, ...next }))
    return { surface, painted, closed, change }
  }
  const takeTurns = async (turns: (() => void)[]) => {
    for (const go of turns.splice(0)) go()
    await nextTask()
  }

  return {
    frames,
    decodes,
    bytes,
    credits,
    damaged,
    decodeTurns,
    makeSurface,
    /** Shows the tile on one more surface. */
    show(how: { prompt?: boolean; seen?: boolean } = {}) {
      const shown = makeSurface(how)
      frames.add(shown.surface)
      return shown
    },
    returned: () => credits.map(({ number }) => number),
    /** Ends the decode of this index, once it has begun. */
    async finish(index: number, how?: 'fail') {
      await nextTask()
      decodes[index]?.end(how)
      await nextTask()
    },
    holdDecodes: (holds: boolean) => void (holdsDecodes = holds),
    takeDecodeTurns: () => takeTurns(decodeTurns),
    takePaintTurn: () => takeTurns(paintTurns),
  }
}

/** A tile on one surface, whose first frame is decoded. */
async function shownTile(options: HarnessOptions = {}) {
  const tile = harness(options)
  const wall = tile.show()
  tile.frames.push(frame(1))
  await tile.finish(0)
  return { ...tile, wall }
}

describe('newest frame', () => {
  it('is painted, and only then returns its credit', async () => {
    const { frames, show, returned, credits, finish } = harness()
    const { painted } = show()
    frames.push(frame(1))
    expect(returned()).toEqual([])
    await finish(0)
    expect(painted).toEqual([1])
    expect(credits).toEqual([{ tile: 3, number: 1 }])
  })

  it('replaces the one that waits during a decode, whose credit returns at once', async () => {
    const { frames, show, returned, finish, decodes } = harness()
    const { painted } = show()
    for (const number of [1, 2, 3]) frames.push(frame(number))
    expect(returned()).toEqual([2])
    await finish(0)
    await finish(1)
    expect(painted).toEqual([1, 3])
    expect(returned()).toEqual([2, 1, 3])
    expect(decodes).toHaveLength(2)
  })

  it('is never covered by an older one', async () => {
    const { frames, wall, finish } = await shownTile()
    wall.change({ room: large })
    frames.look(wall.surface)
    await nextTask()
    frames.push(frame(2))
    await finish(1)
    await finish(2)
    expect([wall.painted, wall.closed]).toEqual([[1, 2], [1]])
  })

  it('keeps its own bytes, not the batch that it came in', async () => {
    const { frames, show, bytes } = harness()
    show()
    const batch = new Uint8Array(5000).fill(7)
    frames.push(frame(1, batch.subarray(20, 30)))
    await nextTask()
    expect(bytes.map(({ buffer }) => buffer.byteLength)).toEqual([10])
  })

  it('is decoded for each visible surface, and its credit returns after the last', async () => {
    const { frames, show, returned, finish } = harness()
    const [tile, strip] = [show(), show()]
    frames.push(frame(1))
    await finish(0)
    expect(returned()).toEqual([])
    await finish(1)
    expect([tile.painted, strip.painted, returned()]).toEqual([[1], [1], [1]])
  })
})

describe('out of sight', () => {
  it('keeps frame and credit while the tile has no surface', async () => {
    const { frames, show, returned, finish, decodes } = harness()
    frames.push(frame(1))
    await nextTask()
    expect([decodes.length, returned()]).toEqual([0, []])
    const { painted } = show()
    await finish(0)
    expect([painted, returned()]).toEqual([[1], [1]])
  })

  it('decodes nothing for a surface out of sight, and catches up in sight', async () => {
    const { frames, wall, returned, finish, decodes } = await shownTile()
    wall.change({ seen: false })
    frames.push(frame(2))
    await nextTask()
    expect([decodes.length, returned()]).toEqual([1, [1]])
    wall.change({ seen: true })
    frames.look(wall.surface)
    await finish(1)
    expect([wall.painted, returned()]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('decodes nothing while the page is hidden, and shows the newest frame after that', async () => {
    const { frames, show, returned, finish, decodes } = harness({ visible: false })
    const { painted } = show()
    frames.push(frame(1))
    frames.push(frame(2))
    await nextTask()
    expect([decodes.length, returned()]).toEqual([0, [1]])
    frames.visible = true
    await finish(0)
    expect([painted, returned()]).toEqual([[2], [1, 2]])
  })

  it('keeps a frame, and its credit, whose tile goes out of sight before its turn', async () => {
    const { frames, wall, show, returned, damaged, decodes, finish, ...turns } = await shownTile()
    frames.push(frame(2))
    await finish(1, 'fail')
    turns.holdDecodes(true)
    frames.push(frame(3))
    await nextTask()
    wall.change({ seen: false })
    await turns.takeDecodeTurns()
    expect([decodes.length, returned(), damaged]).toEqual([2, [1, 2], [true]])
    turns.holdDecodes(false)
    wall.change({ seen: true })
    frames.look(wall.surface)
    await finish(2, 'fail')
    expect([returned(), damaged]).toEqual([[1, 2, 3], [true]])
    const later = show()
    await finish(3)
    expect(later.painted).toEqual([1])
  })

  it('returns the credit of such a frame when a newer one has come', async () => {
    const { frames, wall, returned, finish, ...turns } = await shownTile()
    turns.holdDecodes(true)
    frames.push(frame(2))
    await nextTask()
    wall.change({ seen: false })
    frames.push(frame(3))
    await turns.takeDecodeTurns()
    expect(returned()).toEqual([1, 2])
    turns.holdDecodes(false)
    wall.change({ seen: true })
    frames.look(wall.surface)
    await finish(1)
    expect([wall.painted, returned()]).toEqual([
      [1, 3],
      [1, 2, 3],
    ])
  })

  it('decodes nothing for a surface that is removed before its turn', async () => {
    const { frames, wall, show, decodeTurns, decodes, ...turns } = await shownTile()
    const gone = show()
    turns.holdDecodes(true)
    frames.push(frame(2))
    await nextTask()
    frames.remove(gone.surface)
    wall.change({ seen: false })
    expect(decodeTurns.length).toBeGreaterThan(0)
    const before = decodes.length
    await turns.takeDecodeTurns()
    expect(decodes).toHaveLength(before)
  })
})

describe('added surface', () => {
  it('shows the last frame', async () => {
    const { frames, wall, show, returned, finish } = await shownTile()
    frames.remove(wall.surface)
    const second = show()
    await finish(1)
    expect([second.painted, returned()]).toEqual([[1], [1]])
  })

  it('shows the last frame once even out of sight, so that it is not scrolled in blank', async () => {
    const { frames, wall, show, returned, finish, decodes } = await shownTile()
    frames.remove(wall.surface)
    const second = show({ seen: false })
    await finish(1)
    expect(second.painted).toEqual([1])
    frames.push(frame(2))
    await nextTask()
    expect([decodes.length, returned()]).toEqual([2, [1]])
  })

  it('shows the last whole frame, not the damaged one after it', async () => {
    const { frames, show, returned, finish } = await shownTile()
    frames.push(frame(2))
    await finish(1, 'fail')
    const later = show()
    await finish(2)
    expect([later.painted, returned()]).toEqual([[1], [1, 2]])
  })
})

describe('damaged frame', () => {
  it('is dropped, and the next one is shown', async () => {
    const { frames, show, returned, finish } = harness()
    const { painted } = show()
    frames.push(frame(1))
    await finish(0, 'fail')
    frames.push(frame(2))
    await finish(1)
    expect([painted, returned()]).toEqual([[2], [1, 2]])
  })

  it('is reported once, until a whole one follows', async () => {
    const { frames, damaged, finish } = await shownTile()
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

  it('stays reported when the frame before it is painted at another size', async () => {
    const { frames, wall, damaged, finish } = await shownTile()
    frames.push(frame(2))
    await finish(1, 'fail')
    wall.change({ room: large })
    frames.look(wall.surface)
    await finish(2)
    expect([wall.painted, damaged]).toEqual([[1, 1], [true]])
  })

  it('does not stop a newer one when another surface finds it damaged', async () => {
    const { frames, wall, show, returned, finish } = await shownTile()
    const second = show()
    await nextTask()
    frames.push(frame(2))
    await finish(1, 'fail')
    await finish(2)
    await finish(3)
    expect([wall.painted, second.painted, returned()]).toEqual([[1, 2], [2], [1, 2]])
  })
})

describe('surface of a tile', () => {
  it('closes a picture that is decoded after its removal', async () => {
    const { frames, show, returned, finish } = harness()
    const { surface, painted, closed } = show()
    frames.push(frame(1))
    await nextTask()
    frames.remove(surface)
    await finish(0)
    expect([painted, closed, returned()]).toEqual([[], [1], [1]])
  })

  it('paints a thumbnail at its turn, and holds the credit until then', async () => {
    const { wall, returned, takePaintTurn } = await shownTile({ holdPaints: true })
    expect([wall.painted, returned()]).toEqual([[], []])
    await takePaintTurn()
    expect([wall.painted, returned()]).toEqual([[1], [1]])
  })

  it('waits for no turn while it is prompt', async () => {
    const { frames, show, finish } = harness({ holdDecodes: true, holdPaints: true })
    const { painted } = show({ prompt: true })
    frames.push(frame(1))
    await finish(0)
    expect(painted).toEqual([1])
  })

  it('keeps a prompt picture that was painted before an older thumbnail had its turn', async () => {
    const { frames, wall, returned, finish, takePaintTurn } = await shownTile({ holdPaints: true })
    wall.change({ prompt: true, room: large })
    frames.look(wall.surface)
    await finish(1)
    await takePaintTurn()
    expect([wall.painted, wall.closed, returned()]).toEqual([[1], [1], [1]])
  })

  it('is decoded once for many resizes before its turn', async () => {
    const { frames, wall, decodeTurns, decodes, finish, ...turns } = await shownTile()
    turns.holdDecodes(true)
    wall.change({ room: large })
    for (let times = 0; times < 20; times += 1) {
      frames.look(wall.surface)
      await nextTask()
    }
    expect(decodeTurns).toHaveLength(1)
    await turns.takeDecodeTurns()
    await finish(1)
    expect([wall.painted, decodes.length]).toEqual([[1, 1], 2])
  })

  it('is decoded once more when it is resized during a decode', async () => {
    const { frames, show, decodes, finish } = harness()
    const { surface, change, painted } = show()
    frames.push(frame(1))
    await nextTask()
    change({ room: large })
    for (let times = 0; times < 20; times += 1) {
      frames.look(surface)
      await nextTask()
    }
    expect(decodes).toHaveLength(1)
    await finish(0)
    await finish(1)
    expect(decodes.map(({ size }) => size)).toEqual([thumbnail, large])
    expect(painted).toEqual([1, 1])
  })

  it('decodes nothing while it has the newest frame at its size', async () => {
    const { frames, wall, decodes } = await shownTile()
    frames.look(wall.surface)
    frames.visible = true
    await nextTask()
    expect(decodes).toHaveLength(1)
  })

  it('shows the newest frame once more when its picture may be lost', async () => {
    const { frames, wall, finish } = await shownTile()
    frames.repeat(wall.surface)
    await finish(1)
    frames.visible = false
    frames.visible = true
    await finish(2)
    expect(wall.painted).toEqual([1, 1, 1])
  })
})
