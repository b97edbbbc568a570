import type { Bridge } from '../../../../src-shared/bridge/connect'
import type { KeptRecording, VideoWish } from '../../../../src-shared/bridge/conversions'
import { FaultError } from '../../../../src-shared/protocol/fault'
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
  bridge: Pick<Bridge, 'call'>,
  { id: recording, name }: KeptRecording,
  { format, isCaptioned }: VideoWish,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<{ path: string }> {
  const { id, ...plan } = await bridge.call('conversions.start', { recording, format })
  const worker = startWorker()
  const post = (message: ToConverter) => worker.postMessage(message)
  const failure = (why: 'no-encoder' | 'empty' | 'failed', detail: string) =>
    new FaultError({ kind: 'not-converted', name, why, detail })
  try {
    await new Promise<void>((resolve, reject) => {
      const cancel = () => reject(new FaultError({ kind: 'cancelled' }))
      if (signal.aborted) cancel()
      signal.addEventListener('abort', cancel, { once: true })
      worker.onerror = ({ message }) => reject(failure('failed', message))
      worker.onmessage = ({ data }: MessageEvent<FromConverter>) => {
        if (data.type === 'read')
          bridge.call('conversions.read', { id }).then((piece) => post({ type: 'piece', piece }), reject)
        else if (data.type === 'write')
          bridge
            .call('conversions.write', { id, at: data.at, base64: data.base64 })
            .then(() => post({ type: 'written' }), reject)
        else if (data.type === 'progress') onShare(data.share)
        else if (data.type === 'done') resolve()
        else reject(failure(data.why, data.detail))
      }
      post({ type: 'begin', format, captionLocale: isCaptioned ? intlLocale() : null, ...plan })
    })
    return await bridge.call('conversions.finish', { id })
  } catch (thrown) {
    await bridge.call('conversions.cancel', { id }).catch(() => undefined)
    throw thrown
  } finally {
    worker.terminate()
  }
}
