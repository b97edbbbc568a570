import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import { Settling } from '../../../src-main/core/phone/settling'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const key: Gesture = { kind: 'key', key: 'a' }
const text = (what: string): Gesture => ({ kind: 'text', text: what })
const up: Gesture = { kind: 'pointer', press: 1, phase: 'up', x: 1, y: 1, space: { width: 2, height: 2 } }
const scroll: Gesture = { kind: 'scroll', x: 1, y: 1, dy: 1, space: { width: 2, height: 2 } }
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('settling: what the service has acknowledged', () => {
  let clock: FakeClock
  let settling: Settling
  let isIdle: boolean
  let pings: number
  let settled: boolean[]
  const ask = async () => {
    void settling.settled().then((isTyped) => settled.push(isTyped))
    await settle()
  }
  const after = async (happens: () => unknown) => {
    happens()
    await settle()
    return settled.splice(0)
  }

  beforeEach(() => {
    clock = createFakeClock()
    isIdle = true
    pings = 0
    settled = []
    settling = new Settling({ clock, isIdle: () => isIdle, ping: () => (pings += 1) })
  })

  it('waits until nothing waits to be sent and every text is answered', async () => {
    settling.sent(text('a'))
    settling.sent(text('b'))
    isIdle = false
    await ask()
    expect(await after(() => settling.answered())).toEqual([])
    expect(await after(() => settling.answered())).toEqual([])
    isIdle = true
    expect(await after(() => settling.look())).toEqual([true])
    expect(pings, 'the phone itself says what it has typed').toBe(0)
  })

  it('gives up on a text after 5 s and 20 ms for each letter', async () => {
    settling.sent(text('d'.repeat(1000)))
    await ask()
    expect(await after(() => clock.advance(24_999))).toEqual([])
    settling.sent(text('e'.repeat(50)))
    expect(await after(() => clock.advance(5999))).toEqual([])
    expect(await after(() => clock.advance(1))).toEqual([false])
    expect(settling.isTextUnanswered).toBe(true)
    await ask()
    expect(settled, 'the next action goes out').toEqual([true])
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['a release', up],
    ['a notch', scroll],
    ['a key', key],
  ])('waits for `pong` after %s of the last second', async (_, input) => {
    settling.sent(input)
    clock.advance(900)
    await ask()
    expect([settled, pings]).toEqual([[], 1])
    expect(await after(() => settling.ponged())).toEqual([true])
    await ask()
    expect([settled, pings], 'it is known').toEqual([[true], 1])
    settling.sent(input)
    clock.advance(1000)
    await ask()
    expect([settled, pings], 'it is long ago').toEqual([[true, true], 1])
  })

  it('pings once for all who wait after the same input, and again after the next', async () => {
    settling.sent(key)
    await ask()
    await ask()
    settling.sent(key)
    await ask()
    expect(pings).toBe(2)
    expect(await after(() => settling.ponged())).toEqual([true, true])
    expect(await after(() => settling.ponged())).toEqual([true])
  })

  it('waits at most a second for `pong`', async () => {
    settling.sent(key)
    await ask()
    expect(await after(() => clock.advance(999))).toEqual([])
    expect(await after(() => clock.advance(1))).toEqual([true])
  })

  it('takes a late `pong` for the ping that it answers, not for the next', async () => {
    settling.sent(key)
    await ask()
    expect(await after(() => clock.advance(1000))).toEqual([true])
    settling.sent(key)
    await ask()
    expect(await after(() => settling.ponged())).toEqual([])
    expect(await after(() => settling.ponged())).toEqual([true])
  })

  it('ends every wait once the connection is gone', async () => {
    settling.sent(text('a'))
    await ask()
    settling.sent(key)
    expect(await after(() => settling.close())).toEqual([true])
    expect([pings, clock.pending]).toEqual([0, 0])
  })
})
