import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { emptyDraft, isUntouched, type EditDraft } from '../rules/phone-edit'

// In whatever order they were selected: no identifier has a space, as it stands in an address.
const keyOf = (publicIds: readonly string[]) => [...publicIds].sort().join(' ')

/** What was changed in the inspector and not saved, by the phones that it was changed for, while their fleet is open. */
export const useDrafts = defineStore('drafts', () => {
  const drafts = shallowReactive(new Map<string, EditDraft>())

  const of = (publicIds: readonly string[]) => drafts.get(keyOf(publicIds)) ?? emptyDraft
  const keep = (publicIds: readonly string[], draft: EditDraft) => {
    if (isUntouched(draft)) drafts.delete(keyOf(publicIds))
    else drafts.set(keyOf(publicIds), draft)
  }
  const forget = () => drafts.clear()

  return { of, keep, forget }
})
