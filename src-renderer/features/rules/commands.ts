import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useTargets } from '../../commands/use-targets'
import { useDialogs } from '../../stores/dialogs'
import { useSelection } from '../../stores/selection'
import { messages } from '../../text/messages'
import { useRules } from './rules'

/** The commands about what Fleetwall waits for. */
export function ruleCommands() {
  const call = useCall()
  const dialogs = useDialogs()
  const rules = useRules()
  const selection = useSelection()
  const watchedOf = (publicIds: readonly string[]) =>
    publicIds.filter((publicId) => rules.watches.has(publicId))
  const watch = useTargets().onTargets(
    (publicIds) => {
      const watched = watchedOf(publicIds)
      if (watched.length > 0) call('rules.unwatch', { publicIds: watched })
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
    'work.add-rule': {
      place: 'main',
      run: () => dialogs.open({ kind: 'rule', rule: null, publicIds: selection.targetsOf(null) }),
    },
  } satisfies CommandSpecs
}
