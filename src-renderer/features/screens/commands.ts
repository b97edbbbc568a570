import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useTargets } from '../../commands/use-targets'
import { useDialogs } from '../../stores/dialogs'
import { useWatches } from './watches'

/** The commands about what screens show. */
export function screenCommands() {
  const call = useCall()
  const dialogs = useDialogs()
  const watches = useWatches()
  const watch = useTargets().onTargets(
    (publicIds) => {
      const watched = publicIds.filter((publicId) => watches.byPhone.has(publicId))
      if (watched.length > 0) call('watches.stop', { publicIds: watched })
      else dialogs.open({ kind: 'watch', publicIds })
    },
    () => null,
  )
  return {
    'phone.watch': {
      place: 'main',
      ...watch,
      isOn: () => watch.targets().some((publicId) => watches.byPhone.has(publicId)),
    },
  } satisfies CommandSpecs
}
