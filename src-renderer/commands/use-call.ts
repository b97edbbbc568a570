import type { CallName, CallParams } from '../../src-shared/bridge/contract'
import { faultOf } from '../../src-shared/protocol/fault'
import { useHost } from '../host/use-host'
import { useNotices } from '../stores/notices'

/** Returns a function that calls the core without waiting. Failures show in the window. */
export function useCall(): <Name extends CallName>(command: Name, params: CallParams<Name>) => void {
  const { bridge } = useHost()
  const notices = useNotices()
  return (command, params) => {
    bridge.call(command, params).catch((thrown: unknown) => notices.show(faultOf(thrown)))
  }
}
