import { unpackAnswer } from '../../../../src-shared/bridge/conversion-packet'
import type { Unsubscribe } from '../../../../src-shared/bridge/port'
import type { VideoWish } from '../../../../src-shared/features/conversions'
import { FaultError } from '../../../../src-shared/protocol/fault'
import type { Host } from '../../../host/host'
import type { Conversion } from '../conversion'
import { intlLocale } from '../../../text/current-language'
import type { FromConverter, ToConverter } from './messages'

const startWorker = () => new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' })

/** Whether this browser can encode a phone's screen as H.264, which MP4 needs. */
export async function canMakeMp4(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined') return false
  const config = { codec: 'avc1.640028', width: 750, height: 1334 }
  return VideoEncoder.isConfigSupported(config).then(
    ({ supported }) => supported === true,
    () => false,
  )
}

/**
 * Converts a recording with a worker of its own, between the core that reads and writes and the browser's encoder.
 * @param onShare takes the share that is done, from 0 to 1
 * @param signal cancels
 * @returns the path of the new file
 * @throws FaultError; `cancelled` by the signal. Nothing is left of the new file.
 */
export async function runConversion(
  { bridge, conversions }: Pick<Host, 'bridge' | 'conversions'>,
  { id: recording, name }: Conversion['recording'],
  { format, isCaptioned }: VideoWish,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<{ path: string }> {
  const started = await bridge.call('conversions.start', { recording, format })
  const { id } = started
  const port = conversions()
  const worker = startWorker()
  const post = (message: ToConverter, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const ends: Unsubscribe[] = []
  const failure = (why: 'no-encoder' | 'empty' | 'failed', detail: string) =>
    new FaultError({ kind: 'not-converted', name, why, detail })
  try {
    await new Promise<void>((resolve, reject) => {
      const cancel = () => reject(new FaultError({ kind: 'cancelled' }))
      if (signal.aborted) cancel()
      signal.addEventListener('abort', cancel, { once: true })
      worker.onerror = ({ message }) => reject(failure('failed', message))
      worker.onmessage = ({ data }: MessageEvent<FromConverter>) => {
        if (data instanceof ArrayBuffer) port.send(data)
        else if (data.type === 'progress') onShare(data.share)
        else if (data.type === 'ended') resolve()
        else reject(failure(data.why, data.detail))
      }
      ends.push(
        port.onMessage((packet) => {
          if (unpackAnswer(packet).conversion === id) post(packet, [packet])
        }),
        port.onClose(() => reject(failure('failed', ''))),
      )
      post({ ...started, format, captionLocale: isCaptioned ? intlLocale() : null })
    })
    return await bridge.call('conversions.finish', { id })
  } catch (thrown) {
    await bridge.call('conversions.cancel', { id }).catch(() => undefined)
    throw thrown
  } finally {
    worker.terminate()
    for (const end of ends) end()
  }
}
