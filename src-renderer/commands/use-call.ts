import type { CallName, CallParams } from '../../src-shared/bridge/contract'
import { faultOf } from '../../src-shared/protocol/fault'
import { useHost } from '../host/use-host'
import { useNotices } from '../stores/notices'

/** Calls the core where no answer is waited for: what fails is said in the window. */
export function useCall(): <Name extends CallName>(command: Name, params: CallParams<Name>) => void {
  const { bridge } = useHost()
  const notices = useNotices()
  return (command, params) => {
    bridge.call(command, params).catch((thrown: unknown) => notices.show(faultOf(thrown)))
  }
}
