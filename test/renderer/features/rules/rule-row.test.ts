// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import RuleRow from '../../../../src-renderer/features/rules/RuleRow.vue'
import { useRules } from '../../../../src-renderer/features/rules/rules'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { fakeRule } from '../../fake-rule'
import { inFreshPage, mountInPage } from '../../mount-in-page'

inFreshPage()

const told = (over: Parameters<typeof fakeRule>[0]) => {
  const { part } = mountInPage(RuleRow, { rule: fakeRule(over) })
  return part.findAll('[role=status]').map((line) => line.text())
}

it('says that a rule looks late at screens, and what helps', () => {
  useRules().start({ rules: [], looksLateS: 42 })
  expect(told({})).toEqual([
    'Looks at screens up to 42 s late. Choose fewer phones, or let rules use more of a processor core in Settings.',
  ])
  expect(told({ isOn: false })).toEqual([])
  expect(told({ when: { kind: 'offline' } })).toEqual([])
})

it('says that a rule sees no phone while a person has paused them', () => {
  useConnection().paused = 'person'
  expect(told({})).toEqual(['Paused: it sees no phone until you resume.'])
  expect(told({ when: { kind: 'budget', budget: 'actions', share: 80 } })).toEqual([])
})

it('says that a locked computer blinds a rule that keeps no phone live', () => {
  useConnection().paused = 'locked'
  expect(told({ keepsLive: true })).toEqual([])
  expect(told({ keepsLive: false })).toEqual(['Paused: it sees no phone until you resume.'])
})

it('says before it fires that the organisation forbids the call of a rule', () => {
  useConnection().policy = { path: '/etc/fleetwall/policy.json', callAddresses: false }
  const { part } = mountInPage(RuleRow, {
    rule: fakeRule({ then: [{ kind: 'call', address: 'https://alerts.example/hook' }] }),
  })
  expect(part.text()).toContain('Your organisation has turned calls off.')
})
