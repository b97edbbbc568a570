import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { asJson } from '../../../src-main/core/service/answer-body'
import { createKeyGate } from '../../../src-main/core/account/key-gate'
import { createServerClock } from '../../../src-main/core/service/server-clock'
import { createFakeClock } from '../time/fake-clock'

const unauthorized: Fault = { kind: 'problem', code: 'unauthorized', status: 401, detail: '' }
const revoked: Fault = { kind: 'socket-closed', code: 4401, reason: '' }
const forbidden: Fault = { kind: 'problem', code: 'forbidden', status: 403, detail: '' }
const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'a' }

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ask: fc.constantFrom(null, forbidden, lost, unauthorized) }) },
  { weight: 4, arbitrary: fc.constantFrom('answer' as const) },
  { weight: 1, arbitrary: fc.constantFrom('socket' as const) },
  { weight: 2, arbitrary: fc.constantFrom('retry' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** The expected gate: parked or not, open for a try or not, and since when answers count. */
interface Model {
  /** Why it is parked. */
  parked: Fault | null
  trying: boolean
  since: number
  events: string[]
}

function park(model: Model, fault: Fault) {
  if (!model.parked) model.events.push('parked')
  Object.assign(model, { parked: model.parked ?? fault, trying: false, since: model.since + 1 })
}

function learn(model: Model, askedAt: number, fault: Fault | null) {
  if (askedAt !== model.since) return
  if (fault === unauthorized) park(model, fault)
  else if (fault !== lost && model.parked) {
    model.parked = null
    model.events.push('unparked')
  }
}

async function play(scheduler: fc.Scheduler, steps: readonly Step[]) {
  const model: Model = { parked: null, trying: false, since: 0, events: [] }
  const events: string[] = []
  let outcome: Fault | null = null
  let askedInVain = 0
  let refusedWrongly = 0
  const gate = createKeyGate({
    http: {
      async ask(_, reader) {
        if (model.parked && !model.trying) askedInVain += 1
        const [askedAt, fault] = [model.since, outcome]
        await scheduler.schedule(Promise.resolve())
        learn(model, askedAt, fault)
        if (fault) throw new FaultError(fault)
        return reader.read({ status: 200, headers: {}, body: Buffer.from('{}') }, [])
      },
      serverClock: createServerClock(createFakeClock()),
      close: () => undefined,
    },
    onPark: () => events.push('parked'),
    onUnpark: () => events.push('unparked'),
  })
  for (const each of steps) {
    if (each === 'retry') {
      gate.retry()
      if (model.parked) Object.assign(model, { trying: true, since: model.since + 1 })
    } else if (each === 'socket') {
      gate.refused(revoked)
      park(model, revoked)
    } else if (each === 'answer') {
      if (scheduler.count() > 0) await scheduler.waitNext(1)
    } else {
      outcome = each.ask
      const refusal = model.trying ? null : model.parked
      gate.http.ask({ method: 'GET', path: '/a' }, asJson(z.unknown())).catch((thrown: unknown) => {
        if (refusal && faultOf(thrown) !== refusal) refusedWrongly += 1
      })
    }
    for (let turn = 0; turn < 6; turn++) await Promise.resolve()
    expect({ fault: gate.fault, events, askedInVain, refusedWrongly }).toEqual({
      fault: model.parked,
      events: model.events,
      askedInVain: 0,
      refusedWrongly: 0,
    })
  }
}

describe('whatever is answered when, a key (spec 5, rule 9; section 7, close code 4401)', () => {
  it('is parked only by a refusal, and freed only by requests after the retry', async () => {
    await fc.assert(fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 60, size: 'max' }), play))
  })
})
