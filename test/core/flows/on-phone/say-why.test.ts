import { expect, it } from 'vitest'
import { FlowError } from '../../../../src-main/core/flows/language/flow-error'
import { sayWhy, startOf } from '../../../../src-main/core/flows/on-phone/say-why'
import { StepFailure } from '../../../../src-main/core/flows/on-phone/step-failure'
import { FaultError } from '../../../../src-shared/protocol/fault'

it('makes a sentence of a failed step, a flow’s mistake, a fault and a defect', () => {
  const failure = sayWhy(new StepFailure('It is not there.', 'x visible', 's'.repeat(2000)))
  expect(failure).toMatchObject({ message: 'It is not there.', expected: 'x visible' })
  expect(failure.seen).toBe(`${'s'.repeat(999)}…`)
  expect(sayWhy(new FlowError('the name A is not set')).message).toBe('The name A is not set.')
  const lost = sayWhy(new FaultError({ kind: 'network', reason: 'connection-lost', host: 'api.example' }))
  expect(lost.message).toContain('api.example')
  expect(sayWhy(new TypeError('x is undefined')).message).toContain('Something went wrong in Fleetwall.')
})

it('cuts a text between characters, never within one', () => {
  expect([startOf('abc', 3), startOf('abcd', 3), startOf('a😀b', 3)]).toEqual(['abc', 'ab…', 'a…'])
})
