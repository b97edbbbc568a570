import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { Capture } from '../../../src-shared/features/captures'

/** The captures as the core listed them last, and which of them a person has selected. */
export const useCaptures = defineStore('captures', () => {
  /** Grows when the list may have changed; the tab then asks for it. */
  const changes = ref(0)
  /** Null until the first answer. */
  const all = shallowRef<readonly Capture[] | null>(null)
  /** Whether older ones are left out. */
  const isPart = ref(false)
  /** Where new ones go. */
  const folders = shallowRef<readonly string[]>([])
  const byId = computed(() => new Map((all.value ?? []).map((capture) => [capture.id, capture])))
  const selected = shallowRef<ReadonlySet<string>>(new Set())
  /** The files to select, and only they, as soon as they are listed. */
  let wanted: readonly string[] = []

  const replace = (next: readonly Capture[]) => {
    all.value = next
    const found = next.filter(({ path }) => wanted.includes(path))
    if (found.length > 0) wanted = []
    const before = found.length > 0 ? found.map(({ id }) => id) : [...selected.value]
    selected.value = new Set(before.filter((id) => byId.value.has(id)))
  }
  const select = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(selected.value)
    for (const id of ids)
      if (isOn) next.add(id)
      else next.delete(id)
    selected.value = next
  }
  /** Selects these files alone. */
  const choose = (paths: readonly string[]) => {
    wanted = paths
    if (all.value) replace(all.value)
  }
  /** Marks files that were removed or moved. */
  const lose = (ids: readonly string[]) => {
    if (!ids.some((id) => byId.value.get(id)?.isMissing === false)) return
    replace((all.value ?? []).map((one) => (ids.includes(one.id) ? { ...one, isMissing: true } : one)))
  }
  const take = (event: AppEvent) => {
    if (event.type === 'captures') changes.value += 1
  }
  return { changes, all, isPart, folders, selected, replace, select, choose, lose, take }
})
