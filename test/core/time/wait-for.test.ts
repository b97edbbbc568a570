import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../src-main/core/time/wait-for'
import { createFakeClock } from './fake-clock'

describe('waitFor', () => {
  it('ends in time, and leaves no listener on the signal', async () => {
    const clock = createFakeClock()
    const { signal } = new AbortController()
    const wait = waitFor(clock, 100, signal)
    clock.advance(100)
    await wait
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('rejects with the reason once it is stopped, or was before', async () => {
    const clock = createFakeClock()
    const stop = new AbortController()
    const wait = waitFor(clock, 100, stop.signal)
    stop.abort(new Error('the phone left'))
    await expect(wait).rejects.toThrow('the phone left')
    await expect(waitFor(clock, 100, stop.signal)).rejects.toThrow('the phone left')
  })
})
