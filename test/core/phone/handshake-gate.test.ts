import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { HandshakeGate } from '../../../src-main/core/phone/handshake-gate'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const refused: Fault = { kind: 'handshake-refused', status: 403, channel: 'stream', withoutRead: false }
const blocked: Fault = { kind: 'problem', code: 'device_blocked', status: 403, detail: '' }
const forbidden: Fault = {
  kind: 'problem',
  code: 'forbidden',
  status: 403,
  detail: 'The account is suspended.',
}
const keys: Fault = { kind: 'scope-missing', scope: 'stream' }

describe('the handshakes of a fleet', () => {
  let clock: FakeClock
  let changes: number
  let hasFreePlace: boolean
  let phones: number
  let gate: HandshakeGate
  let next: number

  beforeEach(() => {
    clock = createFakeClock()
    changes = 0
    hasFreePlace = true
    phones = 200
    next = 0
    gate = new HandshakeGate({
      clock,
      backoff: createBackoff(clock, () => 0),
      channel: 'stream',
      hasFreePlace: () => hasFreePlace,
      phones: () => phones,
      onChange: () => (changes += 1),
    })
  })

  /** Another phone dials. */
  const begin = () => gate.begin(`p${next++}`)
  const refuse = (times: number, fault: Fault = refused) => {
    for (let time = 0; time < times; time++) expect(begin().refused(fault)).toEqual(fault)
  }

  it('begin with two phones, and with all once one is accepted', () => {
    const first = begin()
    expect(gate.mayGo()).toBe(true)
    begin()
    expect(gate.mayGo()).toBe(false)
    first.accepted()
    expect(gate.mayGo()).toBe(true)
    expect(changes).toBe(1)
  })

  it('are for one phone at a time while the account is refused', () => {
    refuse(2)
    expect(gate.refusal, 'a phone or two prove nothing').toBe(null)
    expect(begin().refused(refused)).toEqual(keys)
    expect(gate.refusal).toMatchObject({ fault: keys })
    expect(gate.mayGo()).toBe(false)
    clock.advance(8000)
    expect(gate.mayGo()).toBe(true)
    const probe = begin()
    expect(gate.mayGo(), 'one at a time').toBe(false)
    probe.accepted()
    expect(gate.refusal).toBe(null)
    expect(gate.mayGo()).toBe(true)
  })

  it('stay below ten a minute, whatever the jitter', () => {
    let dials = 0
    for (let second = 0; second < 60; second++) {
      while (gate.mayGo()) {
        dials += 1
        begin().refused(refused)
      }
      clock.advance(1000)
    }
    expect(dials).toBeLessThanOrEqual(10)
    expect(dials).toBeGreaterThan(3)
  })

  it('keep a fault that the service named, and blame no key without a free place', () => {
    refuse(3, forbidden)
    expect(gate.refusal).toMatchObject({ fault: forbidden })
    gate.retry()
    hasFreePlace = false
    refuse(3)
    expect(gate.refusal).toMatchObject({ fault: refused })
  })

  it('blame neither key nor account for one blocked phone', () => {
    expect(begin().refused(blocked)).toEqual(blocked)
    expect(gate.refusal).toBe(null)
    expect(gate.mayGo()).toBe(true)
  })

  it('blame the account for one phone only where there is no other', () => {
    const again = () => gate.begin('p0').refused(refused)
    for (let time = 0; time < 9; time++) expect(again()).toEqual(refused)
    expect(gate.refusal, 'one of 200').toBe(null)
    phones = 1
    expect(again()).toEqual(keys)
  })

  it('take three refusals after an acceptance for the account’s, not the key’s', () => {
    begin().accepted()
    refuse(2)
    expect(gate.refusal).toBe(null)
    refuse(1)
    expect(gate.refusal).toMatchObject({ fault: refused })
    expect(gate.mayGo()).toBe(false)
    clock.advance(8000)
    begin().accepted()
    expect(gate.mayGo()).toBe(true)
  })

  it('count only the first end of a dial', () => {
    const dial = begin()
    dial.over()
    dial.refused(refused)
    expect(gate.refusal).toBe(null)
    begin()
    begin()
    expect(gate.mayGo()).toBe(false)
  })

  it('may be tried at once by the user', () => {
    begin().refused(forbidden)
    begin().refused(forbidden)
    begin().refused(forbidden)
    expect(gate.mayGo()).toBe(false)
    gate.retry()
    expect(gate.mayGo()).toBe(true)
    gate.close()
    expect(clock.pending).toBe(0)
  })
})
