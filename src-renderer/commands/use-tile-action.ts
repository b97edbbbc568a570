import { useCall } from './use-call'
import { useHost } from '../host/injected'
import { useView } from '../stores/view'
import type { FaultAction } from '../text/fault-text'

/** Runs the one thing that helps a phone that is not live. */
export function useTileAction(): (action: FaultAction, publicId: string) => void {
  const { bridge } = useHost()
  const view = useView()
  const call = useCall()
  return (action, publicId) => {
    switch (action) {
      case 'try-again':
        return bridge.tell('stream.retry', { publicId })
      case 'take-back':
        return bridge.tell('control.takeBack', { publicId })
      case 'enter-key':
        view.addingFleet = true
        return
      case 'refresh':
        return call('devices.refresh', {})
      case 'open':
        return view.open(publicId)
      case 'interrupt':
        view.interrupting = publicId
        return
    }
  }
}
