import { watch } from 'vue'
import type { Bridge } from '../../../src-shared/bridge/connect'
import type { LastView } from '../../../src-shared/features/last-view'
import { withShared } from '../../../src-shared/features/shared-view'
import { useArrangement } from '../../stores/arrangement'
import { useConnection } from '../../stores/connection'
import { useFilter } from '../../stores/filter'
import { useFleets } from '../../stores/fleets'
import { useLastView } from './last-view'
import { usePreferences } from '../../stores/preferences'
import { useSelection } from '../../stores/selection'
import { useView } from '../../stores/view'

/** Saves the open fleet's filter, selection and focus in the core, once those of the last time are restored. */
export function persistView(bridge: Bridge): void {
  const arrangement = useArrangement()
  const connection = useConnection()
  const filter = useFilter()
  const fleets = useFleets()
  const last = useLastView()
  const preferences = usePreferences()
  const selection = useSelection()
  const view = useView()
  let saved = ''

  const now = (): LastView => ({
    ...filter.now,
    selected: [...selection.ids],
    focused: view.focused,
    saved: [...filter.saved],
    arrangement: arrangement.now,
    look: preferences.look,
  })
  const textOf = (lastView: LastView) => JSON.stringify([fleets.active?.id, lastView])

  // What another wall has arranged is saved already. Said back, it would undo what that wall has arranged since.
  bridge.onEvent((event) => {
    if (event.type === 'arranged') saved = textOf(withShared(now(), event.shared))
  })
  watch(
    [
      () => filter.now,
      () => filter.saved,
      () => selection.ids,
      () => view.focused,
      () => arrangement.now,
      () => preferences.look,
    ],
    () => {
      const fleetId = fleets.active?.id
      if (connection.state !== 'open' || last.isWaiting || fleetId === undefined) return
      const lastView = now()
      const text = textOf(lastView)
      if (text === saved) return
      saved = text
      bridge.tell('view.keep', { fleetId, lastView })
    },
  )
}
