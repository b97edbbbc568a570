import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { emptyDraft, isUnchanged, isUntouched, type EditDraft } from '../../rules/phone-edit'
import { isRefusedEdit, refusedEdit, type RefusedEdit } from './refused-edit'

// Independent of the order of selection. An identifier is part of a URL path, so it has no space.
const keyOf = (publicIds: readonly string[]) => [...publicIds].sort().join(' ')

/** Unsaved changes of the inspector, by the phones that they are for. They last while the fleet is open. */
export const useDrafts = defineStore('drafts', () => {
  const drafts = shallowReactive(new Map<string, EditDraft>())
  const refused = shallowReactive(new Map<string, RefusedEdit>())
  /** The drafts on their way, by the ids of their tasks. */
  const sent = shallowReactive(new Map<string, { publicIds: readonly string[]; draft: EditDraft }>())

  const of = (publicIds: readonly string[]) => drafts.get(keyOf(publicIds)) ?? emptyDraft
  const refusedOf = (publicIds: readonly string[]) => refused.get(keyOf(publicIds)) ?? null
  const keep = (publicIds: readonly string[], draft: EditDraft) => {
    if (isUnchanged(draft)) refused.delete(keyOf(publicIds))
    if (isUntouched(draft)) drafts.delete(keyOf(publicIds))
    else drafts.set(keyOf(publicIds), draft)
  }
  /** Brings a sent draft back if the service refused what it says; what a person has changed since stays. */
  const answered = (taskId: string, faults: readonly (Fault | null)[]) => {
    const edit = sent.get(taskId)
    sent.delete(taskId)
    const refusals = faults.filter(isRefusedEdit)
    if (!edit || refusals.length === 0) return
    const { publicIds, draft } = edit
    const now = of(publicIds)
    const labels = isUnchanged({ ...now, name: null, notes: null }) ? draft : now
    const back = {
      ...now,
      name: now.name ?? draft.name,
      notes: now.notes ?? draft.notes,
      added: labels.added,
      removed: labels.removed,
      order: labels.order,
    }
    keep(publicIds, back)
    refused.set(keyOf(publicIds), refusedEdit(draft, refusals))
  }
  const take = (event: AppEvent) => {
    if (event.type === 'opened') for (const map of [drafts, refused, sent]) map.clear()
  }

  return { of, refusedOf, sent, keep, answered, take }
})
