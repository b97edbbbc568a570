import type { Bridge } from '../../../src-shared/bridge/connect'
import type { Capture } from '../../../src-shared/features/captures'
import { faultOf } from '../../../src-shared/protocol/fault'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { useNotices } from '../../stores/notices'
import { bytesOf } from '../../base/base64'
import { bitmapAsSent } from '../../phone/stream/bitmap-as-sent'
import { fileOf } from './capture-file'

/** Puts a phone's screen on the computer's clipboard as a picture. Asks first if it would cost a snapshot, unless `mayCost`. */
export async function copyScreenshot(
  bridge: Pick<Bridge, 'call'>,
  publicId: string,
  mayCost: boolean,
): Promise<void> {
  const notices = useNotices()
  try {
    const { base64 } = await bridge.call('device.picture', { publicId, mayCost })
    if (base64 === null) {
      useDialogs().open({ kind: 'screenshots', publicIds: [publicId], toClipboard: true })
      return
    }
    if (!(await putOnClipboard(base64))) notices.show({ kind: 'not-copied' }, publicId)
    else notices.add({ kind: 'screenshot-copied', name: useDevices().nameOf(publicId) }, null)
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId)
  }
}

/** Puts a listed screenshot or contact sheet on the computer's clipboard. */
export async function copyCapture(bridge: Pick<Bridge, 'call'>, { id, name }: Capture): Promise<void> {
  const notices = useNotices()
  try {
    const { base64 } = await bridge.call('captures.picture', { id })
    if (base64 !== null && (await putOnClipboard(base64)))
      notices.add({ kind: 'file-copied', name: fileOf(name) }, null)
    else notices.show({ kind: 'not-copied' })
  } catch (thrown) {
    notices.show(faultOf(thrown))
  }
}

/** Clipboards take PNG alone. @returns false if it fails, as it does while the window is not in front */
async function putOnClipboard(base64: string): Promise<boolean> {
  try {
    const bitmap = await bitmapAsSent(bytesOf(base64))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    const png = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    return true
  } catch {
    return false
  }
}
