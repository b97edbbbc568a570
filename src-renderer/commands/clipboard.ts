import type { Bridge } from '../../src-shared/bridge/connect'
import type { PasteOf } from '../../src-shared/bridge/paste-of'
import { faultOf } from '../../src-shared/protocol/fault'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import { useActing, type Chord } from '../stores/acting'
import { useNotices } from '../stores/notices'
import { copyText } from './copy-text'

/** Whether a chord has the phone copy or cut something. */
export function copies(modifiers: readonly string[], key: string, words: Vocabulary['modifiers']): boolean {
  const [held] = modifiers
  return (
    modifiers.length === 1 && (held === words.Meta || held === words.Control) && (key === 'c' || key === 'x')
  )
}

/** Has a phone copy, and puts what it has copied on the computer's clipboard; costs two actions. What fails is said on the phone's tile. */
export async function copyFrom(bridge: Bridge, publicId: string, chord: Chord): Promise<void> {
  const notices = useNotices()
  const acting = useActing()
  acting.copying += 1
  try {
    const answer = await bridge.call('device.copy', { publicId, action: chord })
    if ('fault' in answer) notices.show(answer.fault, publicId, { type: 'clipboard_get' })
    else if (answer.text !== '' && !(await copyText(answer.text)))
      notices.show({ kind: 'not-copied' }, publicId)
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId, chord)
  } finally {
    acting.copying -= 1
  }
}

/** Pastes on a phone what the computer's clipboard holds, or what is being copied on another; what fails is said on its tile. */
export async function pasteOn(bridge: Bridge, publicId: string, text: string, of: PasteOf): Promise<void> {
  try {
    await bridge.call('device.paste', { publicId, text, of })
  } catch (thrown) {
    useNotices().show(faultOf(thrown), publicId, { type: 'clipboard_set', text })
  }
}
