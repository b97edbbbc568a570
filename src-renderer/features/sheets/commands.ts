import type { CommandSpecs } from '../../commands/make-command'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { messages } from '../../text/messages'

/** The command that opens a sheet. */
export function sheetCommands() {
  const devices = useDevices()
  const dialogs = useDialogs()
  return {
    'fleet.sheet': {
      place: 'main',
      whyNot: () => (devices.devices.length === 0 ? messages.commands.why.noPhones : null),
      run: () => dialogs.open({ kind: 'sheet' }),
    },
  } satisfies CommandSpecs
}
