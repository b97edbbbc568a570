import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { isOffered, useTargets } from '../../commands/use-targets'
import { whyLacks } from '../../commands/why-lacks'
import type { Host } from '../../host/host'
import { useArrangement } from '../../stores/arrangement'
import { useConnection } from '../../stores/connection'
import { useDialogs } from '../../stores/dialogs'
import { usePanel } from '../../stores/panel'
import { messages } from '../../text/messages'

/** The commands about automations. */
export function jobCommands({ bridge }: Pick<Host, 'bridge'>) {
  const arrangement = useArrangement()
  const call = useCall()
  const connection = useConnection()
  const dialogs = useDialogs()
  const panel = usePanel()
  const { onOffering, onPhone, onTargets } = useTargets()
  const why = messages.commands.why
  return {
    'app.jobs': { place: 'main', run: () => panel.open('jobs') },
    'phone.launch': {
      place: 'main',
      ...onTargets(
        (publicIds) => dialogs.open({ kind: 'launch', publicIds }),
        (publicIds) => (publicIds.every(arrangement.isViewOnly) ? why.viewOnly : whyLacks('automations')),
      ),
    },
    'phone.interrupt': onOffering(
      (publicIds) => dialogs.open({ kind: 'interrupt', publicIds }),
      (tile) => {
        if (!isOffered(tile, 'interrupt')) return why.noJob
        return connection.paused === null ? null : why.paused
      },
    ),
    'phone.let-run': onOffering(
      (publicIds) => {
        for (const publicId of publicIds) bridge.tell('jobs.letRun', { publicId })
      },
      ({ interruption }) => (interruption === null ? why.nothingInterrupted : null),
    ),
    'phone.jobs': onPhone((publicId) => call('jobs.read', { publicId })),
  } satisfies CommandSpecs
}
