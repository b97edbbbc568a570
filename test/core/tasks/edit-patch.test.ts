import { describe, expect, it } from 'vitest'
import type { Device } from '../../../src-shared/protocol/device'
import { editPatch } from '../../../src-main/core/tasks/edit-patch'

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

describe('what is sent to change a phone (spec 4.4)', () => {
  it('is nothing when the phone is so already', () => {
    expect(patch({})).toEqual({})
    const same = { customName: ' Anna ', notes: 'mine', addLabels: [{ name: ' eu ', color: '#ffffff' }] }
    expect(patch({ ...same, removeLabels: ['LAB'] })).toEqual({})
  })

  it('is the name without what stands around it, or null to remove it', () => {
    expect(patch({ customName: '  Böhm 🏳️‍🌈 ' })).toEqual({ custom_name: 'Böhm 🏳️‍🌈' })
    expect(patch({ customName: null })).toEqual({ custom_name: null })
  })

  it('is null for notes that are cleared', () => {
    expect(patch({ notes: '' })).toEqual({ notes: null })
    expect(editPatch({ ...device, notes: null }, { notes: '' }, colors)).toEqual({})
  })

  it('is the whole list of labels, the kept ones first and in their order', () => {
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

  it('is an empty list when the last label goes', () => {
    expect(patch({ removeLabels: ['eu', 'Lab'] })).toEqual({ labels: [] })
  })

  it('tells labels apart by case', () => {
    expect(patch({ addLabels: [{ name: 'EU', color: '#00ff00' }] }).labels).toHaveLength(3)
  })
})
