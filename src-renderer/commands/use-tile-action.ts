import type { FaultAction } from '../text/fault-text'
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

/** Returns a function that runs the action offered with a fault. */
export function useTileAction(): (action: FaultAction, publicId: string) => void {
  const commands = useCommands()
  return (action, publicId) => commands.run(commandOf[action], publicId)
}
