import type { VideoWish } from '../../../src-shared/features/conversions'
import { faultOf } from '../../../src-shared/protocol/fault'
import type { Host } from '../../host/host'
import { commonFolder } from '../../rules/common-folder'
import type { Conversion } from './conversion'
import { useConversions } from './conversions'
import { useNotices } from '../../stores/notices'
import { usePanel } from '../../stores/panel'
import { runConversion } from './convert/run-conversion'

/** How to stop the conversion that runs. */
let stop: AbortController | null = null

/** @returns the path of the new file; null when there is none, and it was told why */
async function convertOne(
  host: Pick<Host, 'bridge' | 'conversions'>,
  { id, recording, wish }: Conversion,
): Promise<string | null> {
  const store = useConversions()
  const notices = useNotices()
  const own = new AbortController()
  stop = own
  store.change(id, { state: 'running' })
  const onShare = (share: number) => store.change(id, { share })
  try {
    const { path } = await runConversion(host, recording, wish, onShare, own.signal)
    store.change(id, { state: 'done', share: 1, path })
    return path
  } catch (thrown) {
    const fault = faultOf(thrown)
    const isCancelled = fault.kind === 'cancelled'
    store.change(id, { state: isCancelled ? 'cancelled' : 'failed', fault: isCancelled ? null : fault })
    const panel = usePanel()
    // The open tab shows it beside the recording.
    if (!isCancelled && !(panel.shown && panel.tab === 'captures')) notices.show(fault)
    return null
  } finally {
    stop = null
  }
}

/** Converts recordings one after another, after those that wait already. */
export async function convertRecordings(
  host: Pick<Host, 'bridge' | 'conversions'>,
  recordings: readonly Conversion['recording'][],
  wish: VideoWish,
): Promise<void> {
  const store = useConversions()
  const isRunning = store.isBusy
  store.clear()
  store.add(recordings, wish)
  if (isRunning) return
  const next = () => store.all.find(({ state }) => state === 'waiting')
  const saved: string[] = []
  for (let one = next(); one; one = next()) {
    const path = await convertOne(host, one)
    if (path !== null) saved.push(path)
  }
  const [first] = saved
  if (first === undefined) return
  const isOne = saved.length === 1
  useNotices().add(
    isOne
      ? { kind: 'saved', path: first }
      : { kind: 'converted', n: saved.length, folder: commonFolder(saved) },
    null,
  )
}

/** Cancels a conversion that runs or waits. */
export function cancelConversion({ id, state }: Conversion): void {
  if (state === 'running') stop?.abort()
  else if (state === 'waiting') useConversions().change(id, { state: 'cancelled' })
}
