import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDrafts } from '../../../../src-renderer/features/phones/drafts'
import { emptyDraft } from '../../../../src-renderer/rules/phone-edit'

const draft = { ...emptyDraft, notes: 'in the rack' }

beforeEach(() => setActivePinia(createPinia()))

describe('drafts', () => {
  it('come back when the service refuses them, beside what was changed since', () => {
    const drafts = useDrafts()
    const refusal = { kind: 'problem', code: 'label_limit_reached', status: 422, detail: 'Full' } as const
    const send = (id: string) => drafts.sent.set(id, { publicIds: ['a'], draft: { ...draft, name: 'Desk' } })
    send('busy')
    drafts.answered('busy', [{ ...refusal, code: 'device_blocked', status: 409 }, null])
    expect(drafts.of(['a'])).toEqual(emptyDraft)
    send('task')
    drafts.keep(['a'], { ...emptyDraft, name: 'Front', typedLabel: 'n' })
    drafts.answered('task', [refusal])
    expect(drafts.of(['a'])).toEqual({ ...draft, name: 'Front', typedLabel: 'n' })
    expect(drafts.refusedOf(['a'])?.rest).toHaveLength(1)
    drafts.keep(['a'], emptyDraft)
    expect(drafts.refusedOf(['a'])).toBeNull()
  })

  it('come back when the phone can’t be renamed now, and say so above the form', () => {
    const drafts = useDrafts()
    const refusal = { kind: 'problem', code: 'rename_unavailable', status: 503, detail: '' } as const
    drafts.sent.set('task', { publicIds: ['a'], draft: { ...draft, name: 'Desk' } })
    drafts.answered('task', [refusal])
    expect(drafts.of(['a'])).toEqual({ ...draft, name: 'Desk' })
    expect(drafts.refusedOf(['a'])?.rest).toMatchObject([{ code: 'rename_unavailable' }])
  })

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
})
