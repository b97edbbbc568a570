import { describe, expect, it } from 'vitest'
import type { Device } from '../../../src-shared/protocol/device'
import { editPatch } from '../../../src-main/core/tasks/task-specs'

const device: Device = {
  public_id: 'dev_a',
  name: 'A',
  custom_name: 'Anna',
  notes: 'mine',
  labels: [
    { name: 'eu', color: '#112233', since: 'ever' },
    { name: 'Lab', color: '#445566' },
  ],
  dashboard_id: 1,
  dashboard_url: 'https://dashboard.example/1',
}
const colors = new Map([
  ['eu', '#112233'],
  ['Lab', '#445566'],
  ['spare', '#abcdef'],
])
const patch = (edit: Parameters<typeof editPatch>[1]) => editPatch(device, edit, colors)

describe('editPatch (spec 4.4)', () => {
  it('is empty when the phone already matches', () => {
    expect(patch({})).toEqual({})
    const same = { customName: ' Anna ', notes: 'mine', addLabels: [{ name: ' eu ', color: '#ffffff' }] }
    expect(patch({ ...same, removeLabels: ['LAB'] })).toEqual({})
  })

  it('trims the name; null removes it', () => {
    expect(patch({ customName: '  Böhm 🏳️‍🌈 ' })).toEqual({ custom_name: 'Böhm 🏳️‍🌈' })
    expect(patch({ customName: null })).toEqual({ custom_name: null })
  })

  it('is null for empty notes', () => {
    expect(patch({ notes: '' })).toEqual({ notes: null })
    expect(editPatch({ ...device, notes: null }, { notes: '' }, colors)).toEqual({})
  })

  it('lists all labels, kept ones first in their order', () => {
    const added = [
      { name: 'new', color: '#00ff00' },
      { name: 'spare', color: '#00ff00' },
    ]
    expect(patch({ addLabels: added, removeLabels: ['eu'] })).toEqual({
      labels: [
        { name: 'Lab', color: '#445566' },
        { name: 'new', color: '#00ff00' },
        { name: 'spare', color: '#abcdef' },
      ],
    })
  })

  it('is an empty list without the last label', () => {
    expect(patch({ removeLabels: ['eu', 'Lab'] })).toEqual({ labels: [] })
  })

  it('puts labels in the order that is named, the others behind them', () => {
    const namesOf = (edit: Parameters<typeof patch>[0]) => patch(edit).labels?.map(({ name }) => name)
    expect(namesOf({ labelOrder: ['Lab'] })).toEqual(['Lab', 'eu'])
    expect(namesOf({ labelOrder: ['eu', 'Lab'] })).toBeUndefined()
    expect(namesOf({ addLabels: [{ name: 'x', color: '#00ff00' }], labelOrder: ['x'] })).toEqual([
      'x',
      'eu',
      'Lab',
    ])
  })

  it('distinguishes labels by case', () => {
    expect(patch({ addLabels: [{ name: 'EU', color: '#00ff00' }] }).labels).toHaveLength(3)
  })
})
