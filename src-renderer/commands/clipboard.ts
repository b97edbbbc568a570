import type { Deed } from '../../src-shared/protocol/action'
import { faultOf } from '../../src-shared/protocol/fault'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import type { Bridge } from '../../src-shared/bridge/connect'
import { useConnection } from '../stores/connection'
import { useCopies, type Chord, type PendingCopy } from './copies'
import { useNotices } from '../stores/notices'
import { usePreferences } from '../stores/preferences'
import { copyText } from './copy-text'
import { actOn } from './phone-actions'

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

/** The copy that an action makes on a phone, where the clipboards are kept in step. */
function copyOf(action: Deed): Chord | null {
  const words = useConnection().vocabulary?.modifiers
  if (action.type !== 'press' || !words || !usePreferences().now.clipboardSync) return null
  const { modifiers = [], key = '' } = action
  return isCopyChord(modifiers, key, words) ? { ...action, modifiers, key } : null
}

/** Presses something on phones, as `actOn`. With clipboard sync, a copy on one phone reaches the computer's clipboard. */
export async function pressOn(bridge: Bridge, publicIds: readonly string[], action: Deed): Promise<void> {
  const [first] = publicIds
  const copy = publicIds.length === 1 ? copyOf(action) : null
  if (first !== undefined && copy) await copyFrom(bridge, first, copy)
  else await actOn(bridge, publicIds, action)
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
