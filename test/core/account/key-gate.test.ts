import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { asJson } from '../../../src-main/core/service/answer-body'
import { createKeyGate, type KeyGate } from '../../../src-main/core/account/key-gate'
import { createServerClock } from '../../../src-main/core/service/server-clock'
import { createFakeClock } from '../time/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

const unauthorized: Fault = { kind: 'problem', code: 'unauthorized', status: 401, detail: '' }
const revoked: Fault = { kind: 'socket-closed', code: 4401, reason: '' }

describe('a key that the service refuses (spec 5, rule 9; section 7, close code 4401)', () => {
  let gate: KeyGate
  let asked: { path: string; succeed: () => void; fail: (fault: Fault) => void }[]
  let events: (Fault | 'unparked')[]

  beforeEach(() => {
    asked = []
    events = []
    gate = createKeyGate({
      http: {
        ask: ({ path }) =>
          new Promise((resolve, reject) =>
            asked.push({
              path,
              succeed: () => resolve({} as never),
              fail: (fault) => reject(new FaultError(fault)),
            }),
          ),
        serverClock: createServerClock(createFakeClock()),
        close: () => undefined,
      },
      onPark: (fault) => events.push(fault),
      onUnpark: () => events.push('unparked'),
    })
  })
  const call = (path: string) => gate.http.ask({ method: 'GET', path }, asJson(z.unknown()))
  const faultOf = async (path: string, fault: Fault) => {
    const found = faultOfCall(call(path))
    asked.at(-1)?.fail(fault)
    return await found
  }

  it('parks with the first 401, once, and sends nothing more', async () => {
    expect(await faultOf('/a', unauthorized)).toEqual(unauthorized)
    expect(await faultOfCall(call('/b'))).toEqual(unauthorized)
    gate.refused(revoked)
    expect(asked.map(({ path }) => path)).toEqual(['/a'])
    expect(events).toEqual([unauthorized])
  })

  it('is parked when a socket says so', async () => {
    gate.refused(revoked)
    expect(await faultOfCall(call('/a'))).toEqual(revoked)
    expect(asked).toEqual([])
  })

  it('is not parked by any other fault', async () => {
    await faultOf('/a', { kind: 'problem', code: 'forbidden', status: 403, detail: '' })
    await faultOf('/b', { kind: 'network', reason: 'timeout', host: 'a' })
    expect(gate.fault).toBeNull()
    expect(events).toEqual([])
  })

  it.each([
    ['a success', (ask: (typeof asked)[number]) => ask.succeed()],
    [
      'a refusal that is not the key’s',
      (ask: (typeof asked)[number]) =>
        ask.fail({ kind: 'problem', code: 'forbidden', status: 403, detail: 'scope read is required' }),
    ],
  ])('may be used again once the user asks and the answer is %s', async (_, answer) => {
    gate.refused(revoked)
    gate.retry()
    expect(gate.fault).toEqual(revoked)
    const again = call('/a').catch(() => undefined)
    asked.forEach(answer)
    await again
    expect(gate.fault).toBeNull()
    expect(events).toEqual([revoked, 'unparked'])
  })

  it('stays parked when the user asks and it is refused again, or nothing answers', async () => {
    gate.refused(revoked)
    gate.retry()
    await faultOf('/a', { kind: 'network', reason: 'timeout', host: 'a' })
    expect(gate.fault).toEqual(revoked)
    await faultOf('/a', unauthorized)
    expect(await faultOfCall(call('/b'))).toEqual(revoked)
    expect(asked).toHaveLength(2)
    expect(events).toEqual([revoked])
  })

  it('is not freed by an answer to a request from before the refusal', async () => {
    const early = call('/early')
    gate.refused(revoked)
    asked[0]?.succeed()
    await early
    expect(gate.fault).toEqual(revoked)
  })

  it('ignores a late refusal of a request from before the retry', async () => {
    const late = faultOfCall(call('/late'))
    gate.refused(revoked)
    gate.retry()
    const again = call('/again')
    asked[1]?.succeed()
    await again
    asked[0]?.fail(unauthorized)
    await late
    expect(gate.fault).toBeNull()
  })
})
