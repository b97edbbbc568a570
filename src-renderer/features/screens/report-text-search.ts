import { watch } from 'vue'
import { refDebounced } from '@vueuse/core'
import { computed } from 'vue'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { splitSearch } from '../../rules/text-search'
import { useConnection } from '../../stores/connection'
import { useFilter } from '../../stores/filter'

// Between two letters nothing is searched for.
const restMs = 200

/** Tells the core which text is searched for, and on which phones. */
export function reportTextSearch(bridge: Bridge): void {
  const connection = useConnection()
  const filter = useFilter()
  /** The text, and the phones that the rest of the filter shows. */
  const wanted = refDebounced(
    computed(() => {
      const { text, rest } = splitSearch(filter.search)
      const phones = text === null ? [] : filter.matching({ ...filter.now, search: rest })
      return { text, publicIds: phones.map(({ public_id }) => public_id) }
    }),
    restMs,
  )
  const none = JSON.stringify({ text: null, publicIds: [] })
  let reported = none

  watch([wanted, () => connection.state], ([search, state]) => {
    // The core forgets the search of a page that is gone.
    if (state !== 'open') reported = none
    const now = JSON.stringify(search)
    if (state !== 'open' || now === reported) return
    reported = now
    bridge.tell('texts.search', { text: search.text, publicIds: [...search.publicIds] })
  })
}
