import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDrafts } from '../../../src-renderer/stores/drafts'
import { emptyDraft } from '../../../src-renderer/rules/phone-edit'

const draft = { ...emptyDraft, notes: 'in the rack' }

beforeEach(() => setActivePinia(createPinia()))

describe('drafts', () => {
  it('belong to their phones in any order of selection', () => {
    const drafts = useDrafts()
    drafts.keep(['b', 'a'], draft)
    expect(drafts.of(['a', 'b'])).toEqual(draft)
    expect(drafts.of(['a'])).toEqual(emptyDraft)
    expect(drafts.of(['a', 'b', 'c'])).toEqual(emptyDraft)
    expect(drafts.of(['ab'])).toEqual(emptyDraft)
  })

  it('end when undone, without affecting other phones', () => {
    const drafts = useDrafts()
    drafts.keep(['a'], draft)
    drafts.keep(['b'], draft)
    drafts.keep(['a'], emptyDraft)
    expect(drafts.of(['a'])).toEqual(emptyDraft)
    expect(drafts.of(['b'])).toEqual(draft)
  })

  it('are all forgotten together', () => {
    const drafts = useDrafts()
    drafts.keep(['a'], draft)
    drafts.forget()
    expect(drafts.of(['a'])).toEqual(emptyDraft)
  })
})
