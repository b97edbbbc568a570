import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { FaultError } from '../../../src-shared/protocol/fault'
import { unlessStopped } from '../../../src-main/core/time/unless-stopped'

describe('a wait that can be stopped', () => {
  const never = new Promise(() => undefined)

  it('settles as its promise does, and leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    expect(await unlessStopped(Promise.resolve('had'), signal)).toBe('had')
    await expect(unlessStopped(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('rejects with the reason once it is stopped, or was before', async () => {
    const stop = new AbortController()
    const wait = unlessStopped(never, stop.signal)
    stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
    await expect(wait).rejects.toMatchObject({ fault: { kind: 'input-not-sent', why: 'cancelled' } })
    await expect(unlessStopped(never, stop.signal)).rejects.toMatchObject({
      fault: { kind: 'input-not-sent', why: 'cancelled' },
    })
  })
})
