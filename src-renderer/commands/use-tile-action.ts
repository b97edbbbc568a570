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
  const selection = useSelection()
  return {
    run: (action: FaultAction, publicId: string) => commands.run(commandOf[action], publicId),
    hintOf(action: FaultAction, publicId: string): string | undefined {
      const n = ofOnePhone.has(action) ? 1 : selection.targetsOf(publicId).length
      return n > 1 ? messages.act.onSelection({ title: messages.actions[action], n }) : undefined
    },
  }
}
