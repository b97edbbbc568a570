import type { Bridge } from '../../src-shared/bridge/connect'
import type { Paste, PasteOf } from '../../src-shared/bridge/paste'
import { textMark } from '../../src-shared/bridge/text-mark'
import type { Press } from '../../src-shared/protocol/action'
import { faultOf } from '../../src-shared/protocol/fault'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import type { Host } from '../host/host'
import { useCopies, type PendingCopy } from '../stores/copies'
import { useNotices } from '../stores/notices'
import { copyText } from './copy-text'

type Chord = Press & { modifiers: string[]; key: string }

/** Whether a chord has the phone copy or cut something. */
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

/**
 * A paste shows what the computer holds: what phones are asked for is old where that was copied since.
 *
 * @returns what a paste of this text means while phones are asked for what they copy: that, or the text, where it is newer
 */
export function notePaste(text: string): PasteOf {
  const { pending } = useCopies()
  const newest = pending.at(-1)
  if (!newest) return 'newest'
  if (newest.older.size === 0) {
    // Where nobody can tell what the computer held it is taken for that.
    newest.older.add(textMark(text))
    return 'copied'
  }
  if (text === '' || newest.older.has(textMark(text))) return 'copied'
  for (const copy of pending) copy.isOld = true
  return 'shown'
}

/**
 * Has a phone copy, and puts what it has copied on the computer's clipboard, unless something newer is known to be there; costs
 * two actions. What fails is said on the phone's tile.
 */
export async function copyFrom(host: Host, publicId: string, chord: Chord): Promise<void> {
  const { bridge } = host
  const notices = useNotices()
  const copies = useCopies()
  const copy: PendingCopy = { older: new Set(), isOld: false }
  copies.pending = [...copies.pending, copy]
  try {
    void markOf(host).then((mark) => mark !== null && copy.older.add(mark))
    const answer = await bridge.call('device.copy', { publicId, action: chord })
    if ('fault' in answer) notices.show(answer.fault, publicId, { type: 'clipboard_get' })
    else if (answer.text !== '') await put(host, publicId, copy, answer.text)
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId, chord)
  } finally {
    copies.pending = copies.pending.filter((one) => one !== copy)
  }
}

/** Null where it cannot be known. */
const markOf = async ({ clipboardMark }: Host): Promise<number | null> =>
  (await clipboardMark?.().catch(() => null)) ?? null

async function put(host: Host, publicId: string, copy: PendingCopy, text: string): Promise<void> {
  const notices = useNotices()
  const now = await markOf(host)
  const isNewer = now !== null && copy.older.size > 0 && !copy.older.has(now)
  if (copy.isOld || isNewer) notices.add({ kind: 'clipboard-kept' }, publicId)
  else if (!(await copyText(text))) notices.show({ kind: 'not-copied' }, publicId)
  else for (const { older } of useCopies().pending) older.add(textMark(text))
}

/** Pastes on a phone what the computer's clipboard holds, or what is being copied on another; what fails is said on its tile. */
export async function pasteOn(bridge: Bridge, publicId: string, paste: Paste): Promise<void> {
  try {
    await bridge.call('device.paste', { publicId, ...paste })
  } catch (thrown) {
    useNotices().show(faultOf(thrown), publicId, { type: 'clipboard_set', text: paste.text })
  }
}
