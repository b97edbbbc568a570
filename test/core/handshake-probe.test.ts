import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import { createHandshakeProbe, type HandshakeProbe } from '../../src-main/core/handshake-probe'
import type { HttpClient } from '../../src-main/core/http-client'
import { createFakeClock, type FakeClock } from './fake-clock'

const refused = (channel: 'stream' | 'control') => ({ kind: 'handshake-refused', status: 403, channel })

describe('the diagnosis of a refused handshake (spec 4.10, 4.11)', () => {
  let clock: FakeClock
  let asked: string[]
  let answers: Record<string, unknown>
  let usedUp: Record<'stream' | 'control', Fault | null>
  let probe: HandshakeProbe

  beforeEach(() => {
    clock = createFakeClock()
    asked = []
    answers = { '/devices/dev_a': {} }
    usedUp = { stream: null, control: null }
    const http: HttpClient = {
      call: (method, path) => {
        asked.push(`${method} ${path}`)
        const answer = answers[path]
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never)
      },
      close: () => undefined,
    }
    probe = createHandshakeProbe(clock, http, (channel) => Promise.resolve(usedUp[channel]), 'dev_a')
  })

  it('is what is the matter with the phone, where it does not answer', async () => {
    const fault: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: '' }
    answers['/devices/dev_a'] = new FaultError(fault)
    expect(await probe('stream', 403)).toEqual(fault)
    expect(asked).toEqual(['GET /devices/dev_a'])
  })

  it('is the budget that is used up, where the phone answers', async () => {
    const fault: Fault = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-01T00:00:00Z' }
    usedUp.control = fault
    expect(await probe('control', 403)).toEqual(fault)
    expect(await probe('stream', 403)).toEqual(refused('stream'))
  })

  it('is not known where the phone answers and the budgets hold', async () => {
    expect(await probe('control', 403)).toEqual(refused('control'))
  })

  it('is asked for once a cool-down, for both channels together', async () => {
    await probe('stream', 403)
    await probe('control', 403)
    clock.advance(29_999)
    await probe('stream', 403)
    expect(asked).toHaveLength(1)
    clock.advance(1)
    await probe('stream', 403)
    expect(asked).toHaveLength(2)
  })
})
