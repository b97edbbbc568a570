import { describe, expect, it } from 'vitest'
import type { Device } from '../../../src-shared/protocol/device'
import {
  afterEdit,
  editOf,
  emptyDraft,
  isUnchanged,
  isUntouched,
  labelChoices,
  labelsOfFleet,
  overfull,
  sharedLabels,
  sharedNotes,
} from '../../../src-renderer/rules/phone-edit'
import { fakeDevice } from '../fake-phone'

const eu = { name: 'eu', color: '#112233' }
const lab = { name: 'Lab', color: '#445566' }
const spare = { name: 'spare', color: '#ABCDEF' }
const phone = (labels: Device['labels'], notes: string | null = null) => fakeDevice('a', { labels, notes })

describe('an edit draft', () => {
  it('is unchanged until a field changes', () => {
    expect(isUntouched(emptyDraft)).toBe(true)
    expect(editOf(emptyDraft)).toEqual({})
    expect(isUntouched({ ...emptyDraft, notes: '' })).toBe(false)
  })

  it('keeps a typed label without saving it', () => {
    const draft = { ...emptyDraft, typedLabel: 'sp' }
    expect(isUntouched(draft)).toBe(false)
    expect(isUnchanged(draft)).toBe(true)
    expect(editOf(draft)).toEqual({})
  })

  it('removes an emptied name and emptied notes', () => {
    expect(editOf({ ...emptyDraft, name: '  ', notes: '' })).toEqual({ customName: null, notes: null })
    expect(editOf({ ...emptyDraft, name: ' Ann ', notes: ' as it is ' })).toEqual({
      customName: 'Ann',
      notes: ' as it is ',
    })
  })

  it('counts the phones of each label and marks new labels', () => {
    const phones = [phone([eu, lab]), phone([lab]), phone([])]
    const draft = { ...emptyDraft, added: [eu, { name: 'new', color: '#00FF00' }], removed: ['Lab'] }
    expect(sharedLabels(phones, draft, labelsOfFleet(phones))).toEqual([
      { ...eu, on: 3, isNew: false },
      { name: 'new', color: '#00FF00', on: 3, isNew: true },
    ])
    expect(sharedLabels(phones, emptyDraft, [eu, lab]).map(({ on }) => on)).toEqual([1, 2])
  })

  it.each([
    ['r', [], ['Rack', 'red', 'redder', '+r', 'zebra']],
    [' red ', [], ['red', 'redder']],
    ['e', [], ['+e', 'red', 'redder', 'zebra']],
    ['zebra', ['red'], ['zebra']],
    ['re', ['red'], ['redder', '+re']],
    ['red', ['red'], []],
    ['', ['red'], ['Rack', 'redder', 'zebra']],
    ['r'.repeat(51), [], []],
  ])('offers for %j, where %j are on the phone, in this order: %j', (typed, taken, wanted) => {
    const fleet = ['Rack', 'red', 'redder', 'zebra'].map((name) => ({ name, color: '#112233' }))
    const offered = labelChoices(fleet, new Set(taken), typed)
    expect(offered.map(({ name, isNew }) => (isNew ? `+${name}` : name))).toEqual(wanted)
  })

  it('lists phones that would exceed 20 labels', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => ({ ...eu, name: `l${index}` }))
    const [full, empty] = [phone(twenty), phone([])]
    expect(overfull([full, empty], { ...emptyDraft, added: [lab] })).toEqual([full])
    expect(overfull([full, empty], { ...emptyDraft, added: [lab], removed: ['l3'] })).toEqual([])
    const fuller = phone([...twenty, spare])
    expect(overfull([fuller], { ...emptyDraft, removed: ['l3'] })).toEqual([])
    expect(overfull([fuller], emptyDraft)).toEqual([])
  })

  it('has no notes where the phones differ', () => {
    expect(sharedNotes([phone([], 'a'), phone([], 'b')])).toBeNull()
    expect(sharedNotes([phone([], null), phone([], '')])).toBe('')
    expect(sharedNotes([phone([], 'a'), phone([], 'a')])).toBe('a')
  })

  it('keeps fields that it does not change', () => {
    const device = { ...phone([eu, lab], 'mine'), custom_name: 'Ann' }
    expect(afterEdit(device, {})).toEqual(device)
    expect(afterEdit(device, { notes: null })).toEqual({ ...device, notes: null })
    expect(afterEdit(device, { customName: null, removeLabels: ['eu'], addLabels: [lab, spare] })).toEqual({
      ...device,
      custom_name: null,
      labels: [lab, spare],
    })
  })

  it('offers each label of the fleet once, by name', () => {
    expect(labelsOfFleet([phone([spare, eu]), phone([lab, eu])])).toEqual([spare, eu, lab])
  })
})
