import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDrafts } from '../../../src-renderer/stores/drafts'
import { emptyDraft } from '../../../src-renderer/rules/phone-edit'

const draft = { ...emptyDraft, notes: 'in the rack' }

beforeEach(() => setActivePinia(createPinia()))

describe('what was changed and not saved', () => {
  it('is kept for the phones that it was changed for, in whatever order they are selected', () => {
    const drafts = useDrafts()
    drafts.keep(['b', 'a'], draft)
    expect(drafts.of(['a', 'b'])).toEqual(draft)
    expect(drafts.of(['a'])).toEqual(emptyDraft)
    expect(drafts.of(['a', 'b', 'c'])).toEqual(emptyDraft)
    expect(drafts.of(['ab'])).toEqual(emptyDraft)
  })

  it('is over when it is undone, and leaves that of other phones', () => {
    const drafts = useDrafts()
    drafts.keep(['a'], draft)
    drafts.keep(['b'], draft)
    drafts.keep(['a'], emptyDraft)
    expect(drafts.of(['a'])).toEqual(emptyDraft)
    expect(drafts.of(['b'])).toEqual(draft)
  })

  it('is forgotten whole', () => {
    const drafts = useDrafts()
    drafts.keep(['a'], draft)
    drafts.forget()
    expect(drafts.of(['a'])).toEqual(emptyDraft)
  })
})
