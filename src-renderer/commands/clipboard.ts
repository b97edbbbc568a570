import type { Bridge } from '../../src-shared/bridge/connect'
import { faultOf } from '../../src-shared/protocol/fault'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import { useNotices } from '../stores/notices'
import { copyText } from './copy-text'

/** Whether a chord has the phone copy or cut something. */
export function copies(modifiers: readonly string[], key: string, words: Vocabulary['modifiers']): boolean {
  const [held] = modifiers
  return (
    modifiers.length === 1 && (held === words.Meta || held === words.Control) && (key === 'c' || key === 'x')
  )
}

/** Puts what a phone's clipboard holds on the computer's; costs an action. What fails is said on the phone's tile. */
export async function fetchClipboard(bridge: Bridge, publicId: string): Promise<void> {
  const notices = useNotices()
  const action = { type: 'clipboard_get' } as const
  try {
    const { result } = await bridge.call('device.act', { publicId, action })
    const text = String(result['clipboard'])
    if (text !== '' && !copyText(text)) notices.show({ kind: 'not-copied' }, publicId)
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId, action)
  }
}
