import { beforeEach, describe, expect, it } from 'vitest'
import { LiveFrames, type FrameSink } from '../../../src-main/core/frames/live-frames'
import { createScreenWatches, type ScreenWatches } from '../../../src-main/core/screens/screen-watches'
import type { Watch } from '../../../src-shared/features/screens-state'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const frame = (text: string) => ({
  jpeg: Buffer.from(text),
  size: { width: 1, height: 1 },
  receivedAt: 0,
})
const first = frame('start')

describe('watches', () => {
  let clock: FakeClock
  let seen: Watch[]
  let frames: LiveFrames
  let watches: ScreenWatches

  beforeEach(() => {
    clock = createFakeClock()
    seen = []
    frames = new LiveFrames(() => undefined)
    frames.push('a', first)
    watches = createScreenWatches({
      clock,
      everyMs: 1000,
      pictures: {
        of: () => ({
          readText(jpeg) {
            const text = jpeg.toString()
            if (text === 'slow') return new Promise(() => undefined)
            return Promise.resolve([{ text, left: 0, top: 0, width: 1, height: 1, words: [] }])
          },
          hasChanged: (one, other) => Promise.resolve(one.toString()[0] !== other.toString()[0]),
        }),
      },
      onState: () => undefined,
      onSeen: (watch) => seen.push(watch),
    })
  })
  const phone = (publicId = 'a') => ({
    publicId,
    name: 'Aster',
    open: (sink: FrameSink) => frames.open(publicId, sink),
  })
  const settle = () => new Promise(setImmediate)
  const after = async (ms: number) => {
    clock.advance(ms)
    await settle()
  }

  it('see a change against the screen at the start, once', async () => {
    watches.start(phone(), { kind: 'change' })
    expect(frames.holds('a')).toBe(true)
    frames.push('a', frame('start, later'))
    await after(1000)
    expect(seen).toEqual([])
    frames.push('a', frame('other'))
    await after(1000)
    expect(seen).toMatchObject([{ publicId: 'a', phone: 'Aster' }])
    expect(frames.holds('a')).toBe(false)
    frames.push('a', frame('third'))
    await after(1000)
    expect(seen).toHaveLength(1)
  })

  it('see a screen that stands still for the set time, though its frame is sent again', async () => {
    watches.start(phone(), { kind: 'still', seconds: 10 })
    await after(9000)
    const moved = frame('moved')
    frames.push('a', moved)
    await after(9000)
    frames.push('a', moved)
    await after(999)
    expect(seen).toEqual([])
    await after(1)
    expect(seen).toHaveLength(1)
  })

  it('wait for a phone that is not live, and start again once it shows a frame', async () => {
    watches.start(phone(), { kind: 'still', seconds: 10 })
    await after(9000)
    frames.interrupt('a')
    await after(60_000)
    expect(seen).toEqual([])
    frames.push('a', first)
    await after(9999)
    expect(seen).toEqual([])
    await after(1)
    expect(seen).toHaveLength(1)
  })

  it('see a text in any case of letters, also one already shown', async () => {
    watches.start(phone(), { kind: 'text', text: 'START' })
    await settle()
    expect(seen).toHaveLength(1)
  })

  it('see a change while the text of another screen is read', async () => {
    frames.push('b', frame('slow'))
    watches.start(phone('b'), { kind: 'text', text: 'done' })
    watches.start(phone(), { kind: 'change' })
    frames.push('a', frame('other'))
    await after(1000)
    expect(seen).toMatchObject([{ publicId: 'a' }])
  })

  it('end when a person or another fleet ends them', async () => {
    watches.start(phone(), { kind: 'still', seconds: 1 })
    watches.stop(['a', 'b'])
    watches.start(phone('b'), { kind: 'still', seconds: 1 })
    expect(watches.forget()).toBe(1)
    expect(watches.forget()).toBe(0)
    await after(5000)
    expect([seen, watches.all, clock.pending]).toEqual([[], [], 0])
  })
})
