import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import {
  noFilter,
  type Condition,
  type Filter,
  type LabelMatch,
  type SavedView,
} from '../../src-shared/features/filter'
import type { OutcomeWord } from '../../src-shared/features/outcomes-state'
import { matchesFilter, type PhoneFacts } from '../rules/matches-filter'
import { useArrangement } from './arrangement'
import { useDevices } from './devices'
import { splitSearch } from '../rules/text-search'
import { useOutcomes } from './outcomes'
import { useTexts } from './screen-texts'
import { useTiles } from './tiles'

const toggled = <One>(all: readonly One[], one: One): One[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]
const isSame = (one: Filter, other: Filter) =>
  one.search.trim() === other.search.trim() &&
  isSameSet(one.labels, other.labels) &&
  (one.labels.length === 0 || one.match === other.match) &&
  isSameSet(one.conditions, other.conditions) &&
  isSameSet(one.outcomes, other.outcomes)
const isSameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each) => other.includes(each))

/** The filter that decides which phones are shown, and the filters saved as views. */
export const useFilter = defineStore('filter', () => {
  const arrangement = useArrangement()
  const devices = useDevices()
  const outcomesNow = useOutcomes()
  const texts = useTexts()
  const tiles = useTiles()
  const search = ref('')
  const labels = shallowRef<readonly string[]>([])
  const match = ref<LabelMatch>('any')
  const conditions = shallowRef<readonly Condition[]>([])
  const outcomes = shallowRef<readonly OutcomeWord[]>([])
  const saved = shallowRef<readonly SavedView[]>([])

  const now = computed<Filter>(() => ({
    search: search.value,
    labels: [...labels.value],
    match: match.value,
    conditions: [...conditions.value],
    outcomes: [...outcomes.value],
  }))
  const isEmpty = computed(() => isSame(now.value, noFilter))

  const facts: PhoneFacts = {
    conditionOf: (publicId) => tiles.conditions.get(publicId) ?? 'unseen',
    outcomesOf: outcomesNow.wordsOfPhone,
  }
  /** Returns the phones that pass a filter. */
  const matching = (filter: Filter) => {
    const { text, rest } = splitSearch(filter.search)
    return devices.devices.filter(
      (device) =>
        matchesFilter(device, { ...filter, search: rest }, facts) &&
        (text === null || texts.byPhone.has(device.public_id)),
    )
  }
  /** The phones that the wall shows, in its order. */
  const shown = computed(() => arrangement.arranged(matching(now.value)))
  const shownIds = computed(() => shown.value.map(({ public_id }) => public_id))

  /** Places phones by hand, before another one or at the end. */
  const place = (publicIds: readonly string[], before: string | null) => {
    const all = arrangement.arranged(devices.devices).map(({ public_id }) => public_id)
    arrangement.place(all, publicIds, before)
  }
  /** Moves phones by hand together, one place earlier or later among those that are shown. */
  const move = (publicIds: readonly string[], step: 1 | -1) => {
    const shown = shownIds.value
    const moved = shown.filter((id) => publicIds.includes(id))
    const others = shown.filter((id) => !publicIds.includes(id))
    const edge = moved.at(step < 0 ? 0 : -1)
    if (edge === undefined) return
    const before = shown.slice(0, shown.indexOf(edge)).filter((id) => others.includes(id)).length
    const at = Math.min(Math.max(before + step, 0), others.length)
    const after = others.toSpliced(at, 0, ...moved)
    if (after.some((id, index) => id !== shown[index])) place(moved, others[at] ?? null)
  }

  const apply = (filter: Filter) => {
    search.value = filter.search
    labels.value = filter.labels
    match.value = filter.match
    conditions.value = filter.conditions
    outcomes.value = filter.outcomes
  }
  const clear = () => apply(noFilter)
  const toggleLabel = (name: string) => (labels.value = toggled(labels.value, name))
  const toggleCondition = (condition: Condition) => (conditions.value = toggled(conditions.value, condition))
  const toggleOutcome = (word: OutcomeWord) => (outcomes.value = toggled(outcomes.value, word))

  /** Saves the filter under a name, over a view of the same name. */
  const save = (name: string) => {
    const others = saved.value.filter((view) => view.name !== name)
    saved.value = [...others, { name, ...now.value }]
  }
  const forgetSaved = (name: string) => (saved.value = saved.value.filter((view) => view.name !== name))
  /** Takes the saved views that another wall has changed. */
  const share = (views: readonly SavedView[]) => (saved.value = views)
  const restore = (filter: Filter, views: readonly SavedView[]) => {
    apply(filter)
    saved.value = views
  }
  /** Returns whether the filter equals that of a saved view. */
  const shows = (view: SavedView) => isSame(now.value, view)

  return {
    search,
    labels,
    match,
    conditions,
    outcomes,
    saved,
    now,
    isEmpty,
    matching,
    shown,
    shownIds,
    place,
    move,
    apply,
    clear,
    toggleLabel,
    toggleCondition,
    toggleOutcome,
    save,
    forgetSaved,
    share,
    restore,
    shows,
  }
})
