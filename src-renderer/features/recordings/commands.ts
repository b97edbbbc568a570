import type { CommandSpecs } from '../../commands/make-command'
import { useCall } from '../../commands/use-call'
import { useTargets } from '../../commands/use-targets'
import { useRecordings } from '../../stores/recordings'
import { messages } from '../../text/messages'
import { useRecord, whyNotRecord } from './record-phones'

/** The commands about recordings. */
export function recordingCommands() {
  const call = useCall()
  const recordings = useRecordings()
  const record = useTargets().onTargets(useRecord(), whyNotRecord)
  return {
    'phone.record': {
      shortcuts: ['r'],
      ...record,
      isOn: () => record.targets().some((publicId) => recordings.byPhone.has(publicId)),
    },
    'work.stop-recordings': {
      place: 'main',
      whyNot: () => (recordings.byPhone.size > 0 ? null : messages.commands.why.noRecordings),
      run: () => call('recordings.stop', { publicIds: [...recordings.byPhone.keys()] }),
    },
  } satisfies CommandSpecs
}
