import type { CommandSpecs } from '../../commands/make-command'
import { showSaved } from '../../commands/show-saved'
import { useTargets } from '../../commands/use-targets'
import { whyLacks } from '../../commands/why-lacks'
import type { Host } from '../../host/host'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { messages } from '../../text/messages'

const whyNotManage = () => whyLacks('manage')

/** The commands about names, notes and labels. */
export function phoneEditCommands({ bridge }: Pick<Host, 'bridge'>) {
  const devices = useDevices()
  const dialogs = useDialogs()
  const { onTargets } = useTargets()
  return {
    'phone.set-labels': {
      place: 'main',
      ...onTargets((publicIds) => dialogs.open({ kind: 'set-labels', publicIds }), whyNotManage),
    },
    'phone.name-pattern': {
      place: 'main',
      ...onTargets((publicIds) => dialogs.open({ kind: 'name-pattern', publicIds }), whyNotManage),
    },
    'view.labels': { place: 'main', run: () => dialogs.open({ kind: 'labels' }) },
    'fleet.export-csv': {
      place: 'main',
      whyNot: () => (devices.devices.length === 0 ? messages.commands.why.noPhones : null),
      run: () => showSaved(bridge.call('devices.exportCsv', {})),
    },
    'fleet.import-csv': {
      place: 'main',
      whyNot: whyNotManage,
      run: () => dialogs.open({ kind: 'import-csv' }),
    },
  } satisfies CommandSpecs
}
