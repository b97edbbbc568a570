import { computed, watch } from 'vue'
import { useDocumentVisibility } from '@vueuse/core'
import type { Bridge } from '../../src-shared/bridge/connect'
import { useConnection } from './connection'
import { useView } from './view'

/** Tells the core which phones mirror each other, at once: what is done next goes by it. A hidden window needs none of them. */
export function reportMirror(bridge: Bridge): void {
  const connection = useConnection()
  const view = useView()
  const documentVisibility = useDocumentVisibility()
  const chosen = computed(() => (documentVisibility.value === 'visible' ? view.mirrored : []))
  let told = 0

  watch(
    [() => connection.state, chosen],
    ([state, publicIds]) => {
      if (state !== 'open' || (publicIds.length === 0 && told === 0)) return
      told = publicIds.length
      bridge.tell('control.mirror', { publicIds: [...publicIds] })
    },
    { flush: 'sync' },
  )
}
