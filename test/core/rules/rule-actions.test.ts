import { Agent } from 'node:https'
import { Duplex } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { createRuleActions, type RuleActions } from '../../../src-main/core/rules/rule-actions'
import type { Rule, RuleThen } from '../../../src-shared/features/rules-state'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const phone = { publicId: 'a', name: 'A', labels: [] }
const ruleOf = (id: string, ...then: RuleThen[]): Rule => ({
  ...{ id, name: '', when: { kind: 'change' }, phones: { kind: 'all' }, then, quietS: 0 },
  ...{ once: false, keepsLive: false, isOn: true, times: 0, last: null, fault: null },
})

describe('what a rule does', () => {
  let clock: FakeClock
  let asked: string[]
  let recorded: ReadonlySet<string>
  let inFlows: ReadonlySet<string>
  let begun: number
  let actions: RuleActions

  beforeEach(() => {
    clock = createFakeClock()
    asked = []
    recorded = new Set()
    inFlows = new Set()
    begun = 0
    actions = createRuleActions({
      clock,
      ask: ((name: string) => {
        asked.push(name)
        return Promise.resolve()
      }) as never,
      // Connections that never open.
      route: {
        agentFor: () => {
          begun += 1
          return Object.assign(new Agent(), {
            createConnection: () => new Duplex({ read: () => undefined, write: () => undefined }),
          })
        },
        trust: () => ({}),
      } as never,
      mayCall: true,
      fleetName: () => 'Lab',
      isRecorded: (publicId) => recorded.has(publicId),
      hasFlows: (publicId) => inFlows.has(publicId),
      onFault: () => undefined,
    })
    return () => actions.end()
  })
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  }

  it('ends no recording that a person began after two rules recorded', async () => {
    const record = (seconds: number) => ruleOf(`r${seconds}`, { kind: 'record', seconds })
    await Promise.all([actions.run(record(10), phone, 0), actions.run(record(60), phone, 0)])
    expect(asked).toEqual(['recordings.start'])
    actions.recordingsLeft(new Set())
    recorded = new Set(['a'])
    clock.advance(120_000)
    expect(asked).toEqual(['recordings.start'])
  })

  it('runs no flow on a phone that still runs one', async () => {
    const rule = ruleOf('flow', { kind: 'flow', file: 'a.yaml' })
    const busy = [{ kind: 'rule', why: 'has-flow', detail: '' }]
    const both = await Promise.all([actions.run(rule, phone, 0), actions.run(rule, phone, 0)])
    expect(both).toEqual([[], busy])
    inFlows = new Set(['a'])
    expect(await actions.run(rule, phone, 0)).toEqual(busy)
    inFlows = new Set()
    expect(await actions.run(rule, phone, 0)).toEqual([])
    expect(asked).toEqual(['flows.run', 'flows.run'])
  })

  it('sends no call of a rule that was turned off, and lets only so many wait', async () => {
    const rule = ruleOf('call', { kind: 'call', address: 'https://alerts.example/hook' })
    const all = Array.from({ length: 120 }, () => actions.run(rule, phone, 0))
    await settle()
    expect(begun).toBe(4)
    actions.endCalls(['call'])
    const faults = (await Promise.all(all)).flat()
    expect(begun).toBe(4)
    expect(faults).toEqual(Array(20).fill({ kind: 'rule', why: 'many-calls', detail: '' }))
  })
})
