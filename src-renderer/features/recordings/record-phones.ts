import { faultOf } from '../../../src-shared/protocol/fault'
import { useHost } from '../../host/use-host'
import { useConnection } from '../../stores/connection'
import { useNotices } from '../../stores/notices'
import { useRecordings } from '../../stores/recordings'
import { useTiles } from '../../stores/tiles'
import { describeTile } from '../../text/describe/describe-tile'
import { messages } from '../../text/messages'
import { useCall } from '../../commands/use-call'

const shut = ['offline', 'blocked', 'automation', 'parked']

const isShut = (publicId: string) => shut.includes(useTiles().tiles.get(publicId)?.state ?? 'offline')

/** Returns a function that ends the recordings of these phones; without one it begins to record them. */
export function useRecord(): (publicIds: readonly string[]) => void {
  const call = useCall()
  const { bridge } = useHost()
  const notices = useNotices()
  const recordings = useRecordings()
  /** Phones whose recording has been asked for: a second press may come before the first is answered. */
  const asked = new Set<string>()

  const start = async (publicIds: readonly string[]) => {
    for (const publicId of publicIds) asked.add(publicId)
    try {
      await bridge.call('recordings.start', { publicIds: [...publicIds] })
    } catch (thrown) {
      notices.show(faultOf(thrown))
    }
    for (const publicId of publicIds) asked.delete(publicId)
  }
  const stop = (publicIds: readonly string[]) => {
    for (const publicId of publicIds) asked.delete(publicId)
    call('recordings.stop', { publicIds: [...publicIds] })
  }
  return (publicIds) => {
    const running = publicIds.filter((publicId) => recordings.byPhone.has(publicId) || asked.has(publicId))
    if (running.length > 0) stop(running)
    else {
      const open = publicIds.filter((publicId) => !isShut(publicId))
      if (open.length < publicIds.length)
        notices.add({ kind: 'not-recorded', n: publicIds.length - open.length }, null)
      void start(open)
    }
  }
}

/** Returns why these phones can't be recorded, in a sentence; null if they can, or are. */
export function whyNotRecord(publicIds: readonly string[]): string | null {
  const { byPhone } = useRecordings()
  if (publicIds.some((publicId) => byPhone.has(publicId))) return null
  if (useConnection().policy?.recording === false) return messages.settings.policy.off.recording
  if (publicIds.some((publicId) => !isShut(publicId))) return null
  const tile = useTiles().tiles.get(publicIds[0] ?? '')
  return publicIds.length === 1 && tile ? (describeTile(tile)?.sentence ?? null) : messages.act.noneCan
}
