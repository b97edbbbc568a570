import { describe, expect, it } from 'vitest'
import {
  formOf,
  newForm,
  readForm,
  type RuleFlaw,
  type RuleForm,
} from '../../../../src-renderer/features/rules/rule-form'
import type { RuleDraft } from '../../../../src-shared/features/rules-state'

const filled = (over: Partial<RuleForm>) => ({ ...newForm([]), text: 'error', ...over })

describe('the form of a rule', () => {
  it('gives back a rule as it was', () => {
    const rule: RuleDraft = {
      name: 'Errors',
      when: {
        kind: 'text',
        text: 'err.*',
        isPattern: true,
        isGone: true,
        part: { left: 0, top: 50, width: 100, height: 50 },
      },
      phones: { kind: 'these', publicIds: ['a'] },
      then: [
        { kind: 'record', seconds: 30 },
        { kind: 'label', name: 'broken' },
        { kind: 'flow', file: 'restart.yaml' },
        { kind: 'call', address: 'https://alerts.example/hook' },
      ],
      quietS: 600,
      once: true,
      keepsLive: true,
    }
    expect(readForm(formOf(rule))).toEqual({ rule, flaws: new Set() })
  })

  it.each<[RuleFlaw, Partial<RuleForm>]>([
    ['text', { text: ' ' }],
    ['part', { inPart: true, part: { left: '0', top: '0', width: '101', height: '1' } }],
    ['seconds', { kind: 'still', seconds: '0' }],
    ['ends', { kind: 'job', ends: [] }],
    ['share', { kind: 'budget', share: '101' }],
    ['label', { target: 'label' }],
    ['does', { does: [] }],
    ['recordS', { does: ['record'], recordS: '1.5' }],
    ['newLabel', { does: ['label'] }],
    ['flow', { does: ['flow'] }],
    ['address', { does: ['call'], address: 'http://alerts.example' }],
    ['quietMin', { quietMin: '' }],
  ])('can’t be saved with a flaw: %s', (flaw, over) => {
    expect(readForm(filled(over))).toEqual({ rule: null, flaws: new Set([flaw]) })
  })

  it('does for a budget only what needs no phone', () => {
    const { rule } = readForm(filled({ kind: 'budget', does: ['notify', 'screenshot'], keepsLive: true }))
    expect(rule).toMatchObject({ phones: { kind: 'all' }, then: [{ kind: 'notify' }], keepsLive: false })
    expect(readForm(filled({ kind: 'budget', does: ['screenshot'] })).flaws).toEqual(new Set(['does']))
  })
})
