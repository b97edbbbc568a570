import { useDialogs } from '../stores/dialogs'
import { useSelection } from '../stores/selection'
import type { FaultAction } from '../../src-shared/texts/fault-text'
import { messages } from '../text/messages'
import type { CommandId } from './command'
import { useCommands } from './use-commands'

const commandOf: Record<FaultAction, CommandId> = {
  retry: 'phone.try-again',
  'take-control': 'phone.take-back',
  'enter-key': 'fleet.add',
  refresh: 'fleet.refresh',
  open: 'phone.open',
  interrupt: 'phone.interrupt',
  resume: 'view.pause',
}

/** These act on one phone, or on none. */
const ofOnePhone = new Set<FaultAction>(['enter-key', 'refresh', 'open', 'resume'])

/** Returns functions that run the action offered with a fault, and that say if it acts on a selection. */
export function useTileAction() {
  const commands = useCommands()
  const dialogs = useDialogs()
  const selection = useSelection()
  /** Interrupted jobs are lost work: those of the other selected phones are meant only where input goes to all of them. */
  const isOfOnePhone = (action: FaultAction, publicId: string) =>
    ofOnePhone.has(action) || (action === 'interrupt' && !selection.mirrored.includes(publicId))
  return {
    run(action: FaultAction, publicId: string) {
      if (action === 'interrupt' && isOfOnePhone(action, publicId))
        dialogs.open({ kind: 'interrupt', publicIds: [publicId] })
      else commands.run(commandOf[action], publicId)
    },
    hintOf(action: FaultAction, publicId: string): string | undefined {
      const n = isOfOnePhone(action, publicId) ? 1 : selection.targetsOf(publicId).length
      return n > 1 ? messages.act.onSelection({ title: messages.actions[action], n }) : undefined
    },
  }
}
