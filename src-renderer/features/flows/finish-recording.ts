import type { Bridge } from '../../../src-shared/bridge/connect'
import { faultOf } from '../../../src-shared/protocol/fault'
import { useFlows } from '../../stores/flows'
import { useNotices } from '../../stores/notices'

/** Ends the recording of a flow, and says how many steps it has and what has none. */
export async function finishRecording(bridge: Pick<Bridge, 'call'>): Promise<void> {
  const notices = useNotices()
  try {
    const { path, steps, comments } = await bridge.call('flows.finish', {})
    useFlows().recorded = path
    notices.add(
      path === null ? { kind: 'nothing-recorded' } : { kind: 'flow-recorded', path, steps, comments },
      null,
    )
  } catch (thrown) {
    notices.show(faultOf(thrown))
  }
}
