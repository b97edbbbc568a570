import { faultOf } from '../../src-shared/protocol/fault'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import type { Bridge } from '../../src-shared/bridge/connect'
import { useCopies, type Chord, type PendingCopy } from '../stores/copies'
import { useNotices } from '../stores/notices'
import { copyText } from './copy-text'

/** Whether a chord copies or cuts on the phone. */
export function isCopyChord(
  modifiers: readonly string[],
  key: string,
  words: Vocabulary['modifiers'],
): boolean {
  const [held] = modifiers
  return (
    modifiers.length === 1 && (held === words.Meta || held === words.Control) && (key === 'c' || key === 'x')
  )
}

/** The newest copy on a phone whose text is not on the computer's clipboard yet. */
export function pendingCopyOn(publicId: string): PendingCopy | undefined {
  return useCopies().pending.findLast((copy) => copy.publicId === publicId)
}

/**
 * Copies on a phone and puts the text on the computer's clipboard, unless a later copy's text is already there. Costs two
 * actions. Shows failures on the phone's tile.
 */
export async function copyFrom(bridge: Bridge, publicId: string, chord: Chord): Promise<void> {
  const notices = useNotices()
  const copies = useCopies()
  const copy: PendingCopy = { publicId, chord }
  copies.pending = [...copies.pending, copy]
  try {
    const answer = await bridge.call('device.copy', { publicId, action: chord })
    const at = copies.pending.indexOf(copy)
    if ('fault' in answer) notices.show(answer.fault, publicId, { type: 'clipboard_get' })
    else if (answer.text !== '' && at >= 0) {
      copies.pending = copies.pending.slice(at)
      if (!(await copyText(answer.text))) notices.show({ kind: 'not-copied' }, publicId)
    }
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId, chord)
  } finally {
    copies.pending = copies.pending.filter((one) => one !== copy)
  }
}
