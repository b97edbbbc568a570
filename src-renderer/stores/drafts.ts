import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import { emptyDraft, isUntouched, type EditDraft } from '../rules/phone-edit'

// Independent of the order of selection. An identifier is part of a URL path, so it has no space.
const keyOf = (publicIds: readonly string[]) => [...publicIds].sort().join(' ')

/** Unsaved changes of the inspector, by the phones that they are for. They last while the fleet is open. */
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
