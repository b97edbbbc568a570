import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppEvent } from '../../src-shared/bridge/app-state'
import type { Arrangement, SortOrder } from '../../src-shared/features/arrangement'
import type { SharedView } from '../../src-shared/features/shared-view'
import type { Device } from '../../src-shared/protocol/device'
import { arrangePhones, movedBefore, movedBy } from '../rules/arrange-phones'
import { compareNames } from '../text/numbers'
import { useOutcomes } from './outcomes'
import { useTiles } from './tiles'

const mostUsed = 500

/** In which order phones and labels stand: chosen, pinned and placed by hand. */
export const useArrangement = defineStore('arrangement', () => {
  const outcomes = useOutcomes()
  const tiles = useTiles()
  const sort = ref<SortOrder>('hand')
  const grouped = ref(false)
  const pinned = shallowRef<readonly string[]>([])
  const placed = shallowRef<readonly string[]>([])
  const labels = shallowRef<readonly string[]>([])
  const used = shallowRef<readonly string[]>([])
  /** What the wall is sorted by: a tile must not move away under the hand that uses it. */
  const usedThen = shallowRef<readonly string[]>([])
  const viewOnly = shallowRef<readonly string[]>([])
  /** The tiles that are dragged, and the one that they would stand before; null for the end. */
  const drag = shallowRef<{ publicIds: readonly string[]; before: string | null } | null>(null)

  const now = computed<Arrangement>(() => ({
    sort: sort.value,
    grouped: grouped.value,
    pinned: [...pinned.value],
    placed: [...placed.value],
    labels: [...labels.value],
    used: [...used.value],
    viewOnly: [...viewOnly.value],
  }))
  const isViewOnly = (publicId: string) => viewOnly.value.includes(publicId)
  const isPinned = (publicId: string) => pinned.value.includes(publicId)

  /** Returns phones in the order of the wall. */
  const arranged = (devices: readonly Device[]) =>
    arrangePhones(
      devices,
      {
        sort: sort.value,
        grouped: grouped.value,
        pinned: [...pinned.value],
        placed: [...placed.value],
        labels: [...labels.value],
        used: [...usedThen.value],
      },
      {
        conditionOf: (publicId) => tiles.conditions.get(publicId) ?? 'unseen',
        outcomesOf: outcomes.wordsOfPhone,
      },
      compareNames,
    )
  const sortBy = (order: SortOrder) => {
    sort.value = order
    usedThen.value = used.value
  }
  /** Pins phones, or unpins them if all are pinned. */
  const togglePins = (publicIds: readonly string[]) => {
    const rest = pinned.value.filter((publicId) => !publicIds.includes(publicId))
    pinned.value = publicIds.every(isPinned) ? rest : [...rest, ...publicIds]
  }
  /** Locks phones against touch and typing, or unlocks them if all are locked. */
  const toggleViewOnly = (publicIds: readonly string[]) => {
    const rest = viewOnly.value.filter((publicId) => !publicIds.includes(publicId))
    viewOnly.value = publicIds.every(isViewOnly) ? rest : [...rest, ...publicIds]
  }
  /** Notes that a person uses phones. */
  const use = (publicIds: readonly string[]) => {
    if (publicIds.every((publicId, at) => used.value[at] === publicId)) return
    used.value = [...publicIds, ...used.value.filter((id) => !publicIds.includes(id))].slice(0, mostUsed)
  }
  /** Places phones by hand, before another one or at the end. @param all in the order of the wall */
  const place = (all: readonly string[], publicIds: readonly string[], before: string | null) => {
    placed.value = movedBefore(all, publicIds, before)
    sort.value = 'hand'
  }
  /** Places a label so many places later. @param all in their order */
  const placeLabel = (all: readonly string[], label: string, places: number) =>
    (labels.value = movedBy(all, label, places))
  /** Takes what all walls share. */
  const share = (shared: Omit<SharedView, 'saved'>) => {
    pinned.value = shared.pinned
    placed.value = shared.placed
    labels.value = shared.labels
    used.value = shared.used
    viewOnly.value = shared.viewOnly
  }
  const restore = (last: Arrangement) => {
    share(last)
    sort.value = last.sort
    grouped.value = last.grouped
    usedThen.value = last.used
    drag.value = null
  }
  const take = (event: AppEvent) => {
    if (event.type === 'arranged') share(event.shared)
  }

  return {
    sort,
    grouped,
    pinned,
    labels,
    drag,
    now,
    isPinned,
    isViewOnly,
    toggleViewOnly,
    arranged,
    sortBy,
    togglePins,
    use,
    place,
    placeLabel,
    restore,
    take,
  }
})
