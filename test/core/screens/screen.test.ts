import { beforeEach, describe, expect, it } from 'vitest'
import { Screen } from '../../../src-main/core/screens/screen'
import { LookFailed } from '../../../src-main/core/pictures/looks'
import { Turns } from '../../../src-main/core/time/turns'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const size = { width: 10, height: 20 }
const frame = (text: string) => ({ jpeg: Buffer.from(text), size })
const never = new AbortController().signal

describe('a phone’s screen', () => {
  let clock: FakeClock
  let screen: Screen
  let stop: AbortController

  beforeEach(() => {
    clock = createFakeClock()
    screen = new Screen(clock)
    stop = new AbortController()
  })

  it('is still when nothing has changed for 500 ms', async () => {
    screen.push(frame('a'))
    const still = screen.untilStill(3000, never)
    clock.advance(400)
    screen.push(frame('b'))
    await Promise.resolve()
    clock.advance(499)
    expect(screen.stillInMs()).toBe(1)
    clock.advance(1)
    expect(await still).toBe(true)
  })

  it('stays still when the service sends the same frame again', () => {
    const same = frame('a')
    screen.push(same)
    clock.advance(500)
    screen.push(same)
    expect(screen.stillInMs()).toBe(0)
    expect(screen.changes).toBe(1)
  })

  it('is not still after input, nor while its stream is interrupted', () => {
    const same = frame('a')
    screen.push(same)
    clock.advance(1000)
    screen.touch()
    expect(screen.stillInMs()).toBe(500)
    screen.interrupt()
    clock.advance(1000)
    expect(screen.stillInMs()).toBeNull()
    expect(screen.frame).toBeNull()
    screen.push(same)
    expect(screen.frame?.number).toBe(1)
    // What it showed last may be old.
    expect(screen.stillInMs()).toBe(500)
  })

  it('is looked at once more when a frame came in time and looking took longer', async () => {
    screen.push(frame('a'))
    const seen: string[] = []
    const found = await screen.untilSeen(1000, never, ({ jpeg }) => {
      seen.push(jpeg.toString())
      if (jpeg.toString() === 'b') return Promise.resolve('found')
      // Reading takes longer than the wait, on a busy computer.
      clock.advance(500)
      screen.push(frame('b'))
      clock.advance(2000)
      return Promise.resolve(null)
    })
    expect(found).toBe('found')
    expect(seen).toEqual(['a', 'b'])
  })

  it('is looked at so often, one screen at a time, each at its newest frame', async () => {
    const looks = { everyMs: 1000, turns: new Turns(1) }
    const seen: string[] = []
    let answer: () => void = () => undefined
    const look = ({ jpeg }: { jpeg: Buffer }) => {
      seen.push(jpeg.toString())
      return new Promise<null>((resolve) => (answer = () => resolve(null)))
    }
    const other = new Screen(clock)
    for (const [each, text] of [
      [screen, 'a'],
      [other, 'b'],
    ] as const) {
      each.push(frame(text))
      each.untilSeen(Infinity, stop.signal, look, looks).catch(() => undefined)
    }
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    await turn()
    expect(seen).toEqual(['a'])
    for (const text of ['b 1', 'b 2']) other.push(frame(text))
    answer()
    await turn()
    screen.push(frame('a 1'))
    answer()
    clock.advance(999)
    await turn()
    expect(seen).toEqual(['a', 'b 2'])
    clock.advance(1)
    await turn()
    expect(seen).toEqual(['a', 'b 2', 'a 1'])
    stop.abort()
  })

  it('gives up when no frame is as it should be in time', async () => {
    screen.push(frame('a'))
    const looked = screen.untilSeen(1000, never, () => Promise.resolve(null))
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1000)
    expect(await looked).toBeNull()
  })

  it('fails a look for an unreadable last frame, but not for an earlier one', async () => {
    const look = ({ jpeg }: { jpeg: Buffer }) =>
      jpeg.toString() === 'noise' ? Promise.reject(new LookFailed('too much')) : Promise.resolve('found')
    screen.push(frame('noise'))
    const found = screen.untilSeen(1000, never, look)
    const failed = screen.untilSeen(100, never, look)
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(100)
    await expect(failed).rejects.toThrow('too much')
    screen.push(frame('app'))
    expect(await found).toBe('found')
  })

  it('also gives up in time when each look takes longer than the next change', async () => {
    screen.push(frame('0'))
    let looks = 0
    const found = await screen.untilSeen(1000, never, () => {
      looks += 1
      clock.advance(300)
      screen.push(frame(String(looks)))
      return Promise.resolve(looks < 20 ? null : 'without end')
    })
    expect(found).toBeNull()
    expect(looks).toBe(5)
  })

  it('ends a wait when it is stopped', async () => {
    const waiting = screen.next(1000, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    expect(clock.pending).toBe(0)
  })
})
