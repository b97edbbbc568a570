import { beforeEach, describe, expect, it } from 'vitest'
import { createScreenWatches, type ScreenWatches } from '../../../src-main/core/screens/screen-watches'
import type { Watch } from '../../../src-shared/bridge/watches-state'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const frame = (text: string) => ({ jpeg: Buffer.from(text), size: { width: 1, height: 1 }, at: 0 })
const phone = { publicId: 'a', name: 'Aster', shown: frame('start') }

describe('watches', () => {
  let clock: FakeClock
  let reads: number
  let seen: Watch[]
  let watches: ScreenWatches

  beforeEach(() => {
    clock = createFakeClock()
    reads = 0
    seen = []
    watches = createScreenWatches({
      clock,
      pictures: {
        of: () => ({
          readText(jpeg) {
            reads += 1
            const text = jpeg.toString()
            return Promise.resolve([{ text, left: 0, top: 0, width: 1, height: 1, words: [] }])
          },
          hasChanged: (one, other) => Promise.resolve(one.toString()[0] !== other.toString()[0]),
        }),
      },
      onPhones: () => undefined,
      onState: () => undefined,
      onSeen: (watch) => seen.push(watch),
    })
  })
  const settle = () => new Promise(setImmediate)

  it('see a change against the screen at the start, once', async () => {
    watches.start(phone, { kind: 'change' })
    expect(watches.has('a')).toBe(true)
    watches.frame('a', frame('start, later'))
    await settle()
    expect(seen).toEqual([])
    clock.advance(1000)
    watches.frame('a', frame('other'))
    await settle()
    expect(seen).toMatchObject([{ publicId: 'a', phone: 'Aster' }])
    expect(watches.has('a')).toBe(false)
    watches.frame('a', frame('third'))
    await settle()
    expect(seen).toHaveLength(1)
  })

  it('see a screen that stands still for the set time', () => {
    watches.start(phone, { kind: 'still', seconds: 10 })
    clock.advance(9000)
    watches.frame('a', frame('moved'))
    clock.advance(9999)
    expect(seen).toEqual([])
    clock.advance(1)
    expect(seen).toHaveLength(1)
  })

  it('wait for a phone that is not live, and start again once it is', () => {
    watches.start(phone, { kind: 'still', seconds: 10 })
    watches.tile({ publicId: 'a', state: 'live' })
    clock.advance(9000)
    watches.tile({ publicId: 'a', state: 'offline' })
    clock.advance(60_000)
    expect(seen).toEqual([])
    watches.tile({ publicId: 'a', state: 'live' })
    clock.advance(9999)
    expect(seen).toEqual([])
    clock.advance(1)
    expect(seen).toHaveLength(1)
  })

  it('see a text, in any case, also one that is there already', async () => {
    watches.start(phone, { kind: 'text', text: 'START' })
    await settle()
    expect(seen).toHaveLength(1)
  })

  it('look at a busy screen once a second, at its newest frame', async () => {
    watches.start(phone, { kind: 'text', text: 'done' })
    await settle()
    for (let at = 0; at < 20; at++) watches.frame('a', frame(`frame ${at}`))
    watches.frame('a', frame('done'))
    await settle()
    expect(reads).toBe(1)
    clock.advance(1000)
    await settle()
    expect(reads).toBe(2)
    expect(seen).toHaveLength(1)
  })

  it('end when a person or another fleet ends them', () => {
    watches.start(phone, { kind: 'still', seconds: 1 })
    watches.stop(['a', 'b'])
    watches.start({ ...phone, publicId: 'b' }, { kind: 'still', seconds: 1 })
    expect(watches.forget()).toBe(1)
    expect(watches.forget()).toBe(0)
    clock.advance(5000)
    expect([seen, watches.all]).toEqual([[], []])
  })
})
