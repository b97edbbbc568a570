import { useConnection } from '../stores/connection'
import { useRecordings } from '../stores/recordings'
import { useTiles } from '../stores/tiles'
import { describeTile } from '../text/describe/describe-tile'
import { messages } from '../text/messages'
import { useCall } from './use-call'

const shut = ['offline', 'blocked', 'automation']

const isShut = (publicId: string) => shut.includes(useTiles().tiles.get(publicId)?.state ?? 'offline')

/** Returns a function that ends the recordings of these phones; without one it begins to record them. */
export function useRecord(): (publicIds: readonly string[]) => void {
  const call = useCall()
  const recordings = useRecordings()
  return (publicIds) => {
    const running = publicIds.filter((publicId) => recordings.byPhone.has(publicId))
    if (running.length > 0) call('recordings.stop', { publicIds: running })
    else call('recordings.start', { publicIds: publicIds.filter((publicId) => !isShut(publicId)) })
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
