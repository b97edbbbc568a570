import { computed, watch } from 'vue'
import { useDocumentVisibility } from '@vueuse/core'
import type { Bridge } from '../../src-shared/bridge/connect'
import { useConnection } from '../stores/connection'
import { useView } from '../stores/view'

/** Tells the core which phones mirror each other, at once: what is done next goes by it. A hidden window needs none of them. */
export function reportMirror(bridge: Bridge): void {
  const connection = useConnection()
  const view = useView()
  const documentVisibility = useDocumentVisibility()
  const chosen = computed(() => (documentVisibility.value === 'visible' ? view.mirrored : null))
  let told = 0

  watch(
    [() => connection.state, chosen],
    ([state, publicIds]) => {
      const count = publicIds?.length ?? 0
      if (state !== 'open' || (count === 0 && told === 0)) return
      told = count
      bridge.tell('control.mirror', { publicIds: publicIds && [...publicIds] })
    },
    { flush: 'sync' },
  )
}
