import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useTargets } from '../../commands/use-targets'
import { useDialogs } from '../../stores/dialogs'
import { useSelection } from '../../stores/selection'
import { messages } from '../../text/messages'
import { useWatches } from './watches'

/** The commands about what screens show. */
export function screenCommands() {
  const call = useCall()
  const dialogs = useDialogs()
  const watches = useWatches()
  const selection = useSelection()
  const watchedOf = (publicIds: readonly string[]) =>
    publicIds.filter((publicId) => watches.byPhone.has(publicId))
  const watch = useTargets().onTargets(
    (publicIds) => {
      const watched = watchedOf(publicIds)
      if (watched.length > 0) call('watches.stop', { publicIds: watched })
      else dialogs.open({ kind: 'watch', publicIds })
    },
    () => null,
  )
  return {
    'phone.watch': {
      place: 'main',
      ...watch,
      titleNow: (publicId) => {
        const meant = publicId === undefined ? watch.targets() : selection.targetsOf(publicId)
        return watchedOf(meant).length > 0 ? messages.watch.stop : null
      },
    },
  } satisfies CommandSpecs
}
