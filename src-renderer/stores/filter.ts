import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { noFilter, type Condition } from '../../src-shared/bridge/filter'
import type { Filter, SavedView } from '../../src-shared/bridge/filter-schema'

const toggled = <One>(all: readonly One[], one: One): One[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
const isSame = (one: Filter, other: Filter) =>
  one.search.trim() === other.search.trim() &&
  isSameSet(one.labels, other.labels) &&
  isSameSet(one.conditions, other.conditions)
const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each) => other.includes(each))

/** Which phones of the fleet are shown, and the filters that were given a name. */
export const useFilter = defineStore('filter', () => {
  const search = ref('')
  const labels = shallowRef<readonly string[]>([])
  const conditions = shallowRef<readonly Condition[]>([])
  const saved = shallowRef<readonly SavedView[]>([])

  const now = computed<Filter>(() => ({
    search: search.value,
    labels: [...labels.value],
    conditions: [...conditions.value],
  }))
  const isEmpty = computed(() => isSame(now.value, noFilter))

  const apply = (filter: Filter) => {
    search.value = filter.search
    labels.value = filter.labels
    conditions.value = filter.conditions
  }
  const clear = () => apply(noFilter)
  const toggleLabel = (name: string) => (labels.value = toggled(labels.value, name))
  const toggleCondition = (condition: Condition) => (conditions.value = toggled(conditions.value, condition))

  /** Keeps the filter under a name; one that has the name already is replaced. */
  const save = (name: string) => {
    const others = saved.value.filter((view) => view.name !== name)
    saved.value = [...others, { name, ...now.value }]
  }
  const forgetSaved = (name: string) => (saved.value = saved.value.filter((view) => view.name !== name))
  const restore = (filter: Filter, views: readonly SavedView[]) => {
    apply(filter)
    saved.value = views
  }
  /** Whether it shows what a saved view shows. */
  const shows = (view: SavedView) => isSame(now.value, view)

  return {
    search,
    labels,
    conditions,
    saved,
    now,
    isEmpty,
    apply,
    clear,
    toggleLabel,
    toggleCondition,
    save,
    forgetSaved,
    restore,
    shows,
  }
})
