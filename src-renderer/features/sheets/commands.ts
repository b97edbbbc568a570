import type { CommandSpecs } from '../../commands/make-command'
import { whyLacks } from '../../commands/why-lacks'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { useSelection } from '../../stores/selection'
import { messages } from '../../text/messages'

/** The commands that open a sheet. */
export function sheetCommands() {
  const devices = useDevices()
  const dialogs = useDialogs()
  const selection = useSelection()
  return {
    'fleet.sheet': {
      place: 'main',
      whyNot: () => (devices.devices.length === 0 ? messages.commands.why.noPhones : null),
      run(publicId) {
        // From the menu of selected phones it is for these.
        const publicIds = publicId === undefined ? [] : selection.targetsOf(publicId)
        dialogs.open({ kind: 'sheet', ...(publicIds.length > 1 ? { publicIds } : {}) })
      },
    },
    'fleet.import-csv': {
      place: 'main',
      whyNot: () => whyLacks('manage'),
      run: () => dialogs.open({ kind: 'sheet', use: 'import' }),
    },
  } satisfies CommandSpecs
}
