import { describe, expect, it } from 'vitest'
import { createGather } from '../../../src-main/core/time/gather'
import { createFakeClock } from './fake-clock'

describe('gathered calls', () => {
  const make = () => {
    const clock = createFakeClock()
    const began = clock.monotonic()
    const calls: number[] = []
    return { clock, calls, gather: createGather(clock, 200, () => calls.push(clock.monotonic() - began)) }
  }

  it('are one call, a span after the first', () => {
    const { clock, calls, gather } = make()
    for (let time = 0; time < 300; time += 50) {
      gather.soon()
      clock.advance(50)
    }
    clock.advance(1000)
    expect(calls).toEqual([200, 400])
  })

  it('are made at once, and then not again', () => {
    const { clock, calls, gather } = make()
    gather.flush()
    gather.soon()
    gather.flush()
    gather.soon()
    gather.now()
    clock.advance(1000)
    expect(calls).toEqual([0, 0])
  })

  it('are not made once it is closed', () => {
    const { clock, calls, gather } = make()
    gather.soon()
    gather.close()
    gather.soon()
    gather.now()
    clock.advance(1000)
    expect(calls).toEqual([])
  })
})
