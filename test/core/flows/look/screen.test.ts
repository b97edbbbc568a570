import { beforeEach, describe, expect, it } from 'vitest'
import { Screen, untilSeen, untilStill } from '../../../../src-main/core/flows/look/screen'
import { LookFailed } from '../../../../src-main/core/pictures/looks'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'

const size = { width: 10, height: 20 }
const frame = (text: string) => Buffer.from(text)
const never = new AbortController().signal

describe('a phone’s screen', () => {
  let clock: FakeClock
  let screen: Screen

  beforeEach(() => {
    clock = createFakeClock()
    screen = new Screen(clock)
  })

  it('is still when nothing has changed for 500 ms', async () => {
    screen.offer(frame('a'), size)
    const still = untilStill(screen, clock, 3000, never)
    clock.advance(400)
    screen.offer(frame('b'), size)
    await Promise.resolve()
    clock.advance(499)
    expect(screen.stillInMs).toBe(1)
    clock.advance(1)
    expect(await still).toBe(true)
  })

  it('stays still when the service sends the same frame again', () => {
    screen.offer(frame('a'), size)
    clock.advance(500)
    screen.offer(frame('a'), size)
    expect(screen.stillInMs).toBe(0)
    expect(screen.changes).toBe(1)
    expect(screen.received).toBe(2)
  })

  it('is not still after input, nor while its stream is interrupted', () => {
    screen.offer(frame('a'), size)
    clock.advance(1000)
    screen.touch()
    expect(screen.stillInMs).toBe(500)
    screen.interrupt()
    clock.advance(1000)
    expect(screen.stillInMs).toBeNull()
    expect(screen.frame).toBeNull()
    screen.offer(frame('a'), size)
    expect(screen.frame?.number).toBe(1)
  })

  it('is looked at once more when a frame came in time and looking took longer', async () => {
    screen.offer(frame('a'), size)
    const seen: string[] = []
    const found = await untilSeen(screen, clock, 1000, never, ({ jpeg }) => {
      seen.push(jpeg.toString())
      if (jpeg.toString() === 'b') return Promise.resolve('found')
      // Reading takes longer than the wait, on a busy computer.
      clock.advance(500)
      screen.offer(frame('b'), size)
      clock.advance(2000)
      return Promise.resolve(null)
    })
    expect(found).toBe('found')
    expect(seen).toEqual(['a', 'b'])
  })

  it('gives up when no frame is as it should be in time', async () => {
    screen.offer(frame('a'), size)
    const looked = untilSeen(screen, clock, 1000, never, () => Promise.resolve(null))
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(1000)
    expect(await looked).toBeNull()
  })

  it('fails a look for an unreadable last frame, but not for an earlier one', async () => {
    const look = ({ jpeg }: { jpeg: Buffer }) =>
      jpeg.toString() === 'noise' ? Promise.reject(new LookFailed('too much')) : Promise.resolve('found')
    screen.offer(frame('noise'), size)
    const found = untilSeen(screen, clock, 1000, never, look)
    const failed = untilSeen(screen, clock, 100, never, look)
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(100)
    await expect(failed).rejects.toThrow('too much')
    screen.offer(frame('app'), size)
    expect(await found).toBe('found')
  })

  it('gives up in time, too, when each look takes longer than the next change', async () => {
    screen.offer(frame('0'), size)
    let looks = 0
    const found = await untilSeen(screen, clock, 1000, never, () => {
      looks += 1
      clock.advance(300)
      screen.offer(frame(String(looks)), size)
      return Promise.resolve(looks < 20 ? null : 'without end')
    })
    expect(found).toBeNull()
    expect(looks).toBe(5)
  })

  it('ends a wait when it is stopped', async () => {
    const stop = new AbortController()
    const waiting = screen.next(1000, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    expect(clock.pending).toBe(0)
  })
})
