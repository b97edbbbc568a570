import { endedOf, underWayOf } from '../../../src-shared/features/upload-state'
import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useTargets } from '../../commands/use-targets'
import { useDialogs } from '../../stores/dialogs'
import { usePanel } from '../../stores/panel'
import { messages } from '../../text/messages'
import { whyNotUploadText } from './upload-text'
import { useUploads } from './uploads'

/** Fleetwall asks before it cancels more uploads than these at once. */
const mostCancelledUnasked = 10

/**
 * The commands about uploads.
 * @param pickFiles asks for files and uploads them to the phones
 */
export function uploadCommands(pickFiles: (publicIds: readonly string[]) => void) {
  const call = useCall()
  const dialogs = useDialogs()
  const panel = usePanel()
  const uploads = useUploads()
  const why = messages.commands.why
  return {
    'phone.push': { shortcuts: ['p'], ...useTargets().onTargets(pickFiles, whyNotUploadText) },
    'work.retry-transfers': {
      place: 'main',
      whyNot: () => (uploads.sum.counts.failed > 0 ? null : why.noneFailed),
      run: () => {
        call('uploads.retryFailed', {})
        panel.offer('uploads')
      },
    },
    'work.try-transfers-now': {
      place: 'main',
      whyNot: () => (uploads.sum.counts.waiting > 0 ? null : why.noneWaiting),
      run: () => call('uploads.tryNow', {}),
    },
    'work.cancel-transfers': {
      place: 'main',
      whyNot: () => (underWayOf(uploads.sum) > 0 ? null : why.noneRunning),
      run: () => {
        if (underWayOf(uploads.sum) > mostCancelledUnasked) dialogs.open({ kind: 'cancel-uploads' })
        else call('uploads.cancelAll', {})
      },
    },
    'work.clear-transfers': {
      place: 'main',
      whyNot: () => (endedOf(uploads.sum) > 0 ? null : why.noneFinished),
      run: () => call('uploads.clear', {}),
    },
  } satisfies CommandSpecs
}
