import { watch } from 'vue'
import { useDocumentVisibility } from '@vueuse/core'
import type { Bridge } from '../../../src-shared/bridge/connect'
import type { TellParams } from '../../../src-shared/bridge/contract'
import { stripScreenHeight } from '../../base/wall-layout'
import { useConnection } from '../../stores/connection'
import { useFleets } from '../../stores/fleets'
import { useSelection } from '../../stores/selection'
import { useView } from '../../stores/view'

// Spares the core every row of a scroll.
const settleMs = 100

/** Reports to the core which phones are in sight, and scrolling. The planner decides by it which phones are live. */
export function reportVisible(bridge: Bridge): void {
  const connection = useConnection()
  const fleets = useFleets()
  const selection = useSelection()
  const view = useView()
  const documentVisibility = useDocumentVisibility()
  let timer: ReturnType<typeof setTimeout> | undefined
  let reported = ''

  const visible = () => {
    if (view.focused === null) return [...view.visible]
    const compared = view.comparedWith === null ? [] : [view.comparedWith]
    return [...new Set([view.focused, ...compared, ...view.inStrip])]
  }
  const tileHeight = () => {
    if (view.focused === null) return view.shownTileSize
    // A compared phone is large: it gets the frame rate of a large tile.
    return view.comparedWith === null ? stripScreenHeight : undefined
  }
  const now = (): TellParams<'view.show'> => ({
    visible: visible(),
    focused: view.focused,
    selected: [...selection.ids],
    tileHeight: tileHeight(),
    patrols: view.patrols,
    windowVisible: documentVisibility.value === 'visible',
  })
  const report = () => {
    timer = undefined
    const shown = now()
    // Another fleet may have phones with the same ids.
    const text = JSON.stringify([fleets.active?.id, shown])
    if (text === reported) return
    reported = text
    bridge.tell('view.show', shown)
  }

  watch(
    () => view.scrolling,
    (scrolling) => {
      if (connection.state === 'open') bridge.tell('view.scroll', { scrolling })
    },
  )
  watch(
    [
      () => connection.state,
      () => fleets.active?.id,
      () => view.visible,
      () => view.focused,
      () => view.comparedWith,
      () => view.inStrip,
      () => selection.ids,
      () => view.shownTileSize,
      () => view.patrols,
      documentVisibility,
    ],
    ([state]) => {
      if (state !== 'open') return
      timer ??= setTimeout(report, reported === '' ? 0 : settleMs)
    },
    { immediate: true },
  )
}
