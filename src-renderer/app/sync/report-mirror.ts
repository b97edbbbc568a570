import { computed, watch } from 'vue'
import { useDocumentVisibility } from '@vueuse/core'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { useConnection } from '../../stores/connection'
import { useSelection } from '../../stores/selection'

/** Reports to the core which phones mirror each other, at once: the next input depends on it. A hidden window reports none. */
export function reportMirror(bridge: Bridge): void {
  const connection = useConnection()
  const selection = useSelection()
  const visibility = useDocumentVisibility({ document: globalThis.document })
  const mirrored = computed(() => (visibility.value === 'visible' ? selection.mirrored : null))
  let reported = 0

  watch(
    [() => connection.state, mirrored],
    ([state, publicIds]) => {
      const count = publicIds?.length ?? 0
      if (state !== 'open' || (count === 0 && reported === 0)) return
      reported = count
      bridge.tell('control.mirror', { publicIds: publicIds && [...publicIds] })
    },
    { flush: 'sync' },
  )
}
