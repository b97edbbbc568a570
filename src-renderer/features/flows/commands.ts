import type { Host } from '../../host/host'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { useFlows } from '../../stores/flows'
import { usePanel } from '../../stores/panel'
import { useTiles } from '../../stores/tiles'
import { messages } from '../../text/messages'
import { useCall } from '../../commands/use-call'
import { useFlowHistory } from './flow-history'
import type { CommandSpecs } from '../../commands/make-command'
import { useTargets } from '../../commands/use-targets'
import { finishRecording } from './finish-recording'

/** The commands about flows. */
export function flowCommands({ bridge }: Pick<Host, 'bridge'>) {
  const call = useCall()
  const devices = useDevices()
  const dialogs = useDialogs()
  const flows = useFlows()
  const history = useFlowHistory()
  const panel = usePanel()
  const tiles = useTiles()
  const { onPhone } = useTargets()
  const why = messages.commands.why

  const finish = async () => {
    await finishRecording(bridge)
    panel.open('flows')
  }
  const record = onPhone(
    (publicId) => call('flows.record', { publicId }),
    ({ state }) => (state === 'live' ? null : why.notLive),
  )
  return {
    'flow.run': {
      place: 'main',
      whyNot: () => (devices.devices.length === 0 ? why.noPhones : null),
      run: () => {
        history.shown = null
        panel.open('flows')
      },
    },
    'flow.record': {
      ...record,
      place: 'main',
      isOn: () => flows.recording !== null,
      whyNot: (publicId) => (flows.recording ? null : record.whyNot(publicId)),
      run: (publicId) => {
        if (flows.recording) void finish()
        else record.run(publicId)
      },
    },
    'flow.history': {
      place: 'main',
      run: () => {
        history.shown = { kind: 'runs' }
        panel.open('flows')
      },
    },
    'flow.check': {
      place: 'main',
      targets: () => (flows.recording ? [flows.recording.publicId] : []),
      whyNot() {
        if (!flows.recording) return why.notRecorded
        return tiles.tiles.get(flows.recording.publicId)?.state === 'live' ? null : why.notLive
      },
      run() {
        if (flows.recording) dialogs.open({ kind: 'flow-check', publicId: flows.recording.publicId })
      },
    },
    'work.try-flows-now': {
      place: 'main',
      whyNot: () => (flows.underWay.some(({ waits }) => waits) ? null : why.noFlowWaits),
      run: () => call('flows.tryNow', {}),
    },
  } satisfies CommandSpecs
}
