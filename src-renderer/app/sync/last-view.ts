import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { PageRequest } from '../../../src-shared/features/program'
import type { LastView } from '../../../src-shared/features/last-view'
import { useArrangement } from '../../stores/arrangement'
import { useDevices } from '../../stores/devices'
import { useFilter } from '../../stores/filter'
import { useNotices } from '../../stores/notices'
import { usePreferences } from '../../stores/preferences'
import { useSelection } from '../../stores/selection'
import { useView } from '../../stores/view'

/** The filter, selection and focus that a fleet was left with, until its list of phones is there. */
export const useLastView = defineStore('last-view', () => {
  const arrangement = useArrangement()
  const devices = useDevices()
  const filter = useFilter()
  const notices = useNotices()
  const preferences = usePreferences()
  const selection = useSelection()
  const view = useView()
  const waiting = shallowRef<LastView | null>(null)
  const isWaiting = computed(() => waiting.value !== null)

  /** Restores the filter at once, and keeps the rest until the phones are listed. */
  const begin = (last: LastView) => {
    const { search, labels, match, conditions, outcomes, saved } = last
    arrangement.restore(last.arrangement)
    preferences.divide(last.look)
    filter.restore({ search, labels, match, conditions, outcomes }, saved)
    waiting.value = last
  }
  /** Restores selection and focus among these phones. */
  const restore = (ids: ReadonlySet<string>) => {
    if (!waiting.value) return
    const { selected, focused } = waiting.value
    waiting.value = null
    selection.select(selected.filter((id) => ids.has(id)))
    if (focused !== null && ids.has(focused)) view.open(focused)
    if (asked) go(asked, ids)
    asked = null
  }

  // What the command line or a link asks for, until the phones are listed.
  let asked: PageRequest | null = null
  const go = ({ phone, view: name }: PageRequest, ids: ReadonlySet<string>) => {
    const saved = filter.saved.find((one) => one.name === name)
    if (saved) filter.apply(saved)
    else if (name !== null) notices.show({ kind: 'not-found', what: 'view', name })
    if (phone !== null && ids.has(phone)) view.open(phone)
    else if (phone !== null) notices.show({ kind: 'not-found', what: 'phone', name: phone })
  }
  /** Shows what is asked for among these phones, once they are listed. */
  const goTo = (request: PageRequest, ids: ReadonlySet<string>) => {
    if (isWaiting.value) asked = request
    else go(request, ids)
  }
  const start = ({ lastView }: AppState) => begin(lastView)
  const take = (event: AppEvent) => {
    if (event.type === 'opened') begin(event.lastView)
    else if (event.type === 'arranged') filter.share(event.shared.saved)
    else if (event.type === 'go-to') goTo(event, new Set(devices.byId.keys()))
  }

  return { isWaiting, begin, restore, start, take }
})
