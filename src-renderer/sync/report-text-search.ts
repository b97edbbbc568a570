import { watch } from 'vue'
import { refDebounced } from '@vueuse/core'
import { computed } from 'vue'
import type { Bridge } from '../../src-shared/bridge/connect'
import { splitSearch } from '../rules/text-search'
import { useConnection } from '../stores/connection'
import { useFilter } from '../stores/filter'

// Between two letters nothing is searched for.
const restMs = 200

/** Tells the core which text is searched for on the screens. */
export function reportTextSearch(bridge: Bridge): void {
  const connection = useConnection()
  const filter = useFilter()
  const text = refDebounced(
    computed(() => splitSearch(filter.search).text),
    restMs,
  )
  let reported: string | null = null

  watch([text, () => connection.state], ([wanted, state]) => {
    if (state !== 'open' || wanted === reported) return
    reported = wanted
    bridge.tell('texts.search', { text: wanted })
  })
}
