import type { CommandSpecs } from '../../commands/make-command'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { useSelection } from '../../stores/selection'
import { messages } from '../../text/messages'

/** The commands about schedules. */
export function scheduleCommands() {
  const devices = useDevices()
  const dialogs = useDialogs()
  const selection = useSelection()
  return {
    'work.new-schedule': {
      place: 'main',
      whyNot: () => (devices.devices.length === 0 ? messages.commands.why.noPhones : null),
      run: (publicId) =>
        dialogs.open({
          kind: 'schedule',
          schedule: null,
          publicIds: publicId === undefined ? [...selection.ids] : selection.targetsOf(publicId),
        }),
    },
  } satisfies CommandSpecs
}
