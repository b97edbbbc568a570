import type { CallResults, Gesture, PasteOf } from '../../src-shared/bridge/contract'
import type { Action, Press } from '../../src-shared/protocol/action'
import { FaultError, faultOf } from '../../src-shared/protocol/fault'
import type { Act, PhoneLines } from './phone-lines'

type Copied = CallResults['device.copy']

/** What goes from a phone's clipboard to the computer's and to other phones', whatever window it is asked for in. */
export interface Clipboards {
  /**
   * One action that has a phone copy something, and directly behind it, before anything else that is done on the phone, what
   * its clipboard then holds.
   * @returns what was fetched, or why it was not; no text where a later copy's was told before
   * @throws FaultError when it was not copied: then nothing is fetched
   */
  copy(hand: ClipboardHand, publicId: string, action: Press): Promise<Copied>
  /**
   * Puts what the computer has on a phone's clipboard and types it there. Where that is still to come from a phone's copy, the
   * phone waits for it in its line, and pastes it as a phone does.
   * @throws FaultError `copy-missing` when it did not come: what the computer had before is not what is meant
   */
  paste(hand: ClipboardHand, publicId: string, text: string, of: PasteOf): Promise<void>
}

/** How things are done: on a phone alone, or mirrored. */
export interface ClipboardHand {
  act: (publicId: string, action: Action, how?: { by?: Act }) => ReturnType<PhoneLines['act']>
  gesture: (publicId: string, gesture: Gesture) => void
}

interface Copy {
  publicId: string
  action: Press
  fetched: Promise<Copied>
}

/**
 * @param act one action by hand, now
 * @param nameOf the name of a phone
 */
export function createClipboards(
  lines: Pick<PhoneLines, 'act'>,
  act: Act,
  nameOf: (publicId: string) => string,
): Clipboards {
  // Those whose texts are still to come, in the order in which they were asked for.
  let coming: Copy[] = []
  let lastTold: Copy | null = null

  const fetchBehind = async (publicId: string, copied: Promise<unknown>): Promise<Copied> => {
    const by: Act = (...asked) => copied.then(() => act(...asked))
    try {
      const { result } = await lines.act(publicId, { type: 'clipboard_get' }, { by, tellsItself: true })
      return { text: String(result['clipboard']) }
    } catch (thrown) {
      return { fault: faultOf(thrown) }
    }
  }

  /** What the page hears of a copy. */
  const settle = (copy: Copy, told: Copied): Copied => {
    const isOvertaken = !coming.includes(copy)
    if (isOvertaken) return 'fault' in told ? told : { text: '' }
    const hasText = 'text' in told && told.text !== ''
    // What was copied before must not take the place of it.
    coming = hasText ? coming.slice(coming.indexOf(copy) + 1) : coming.filter((one) => one !== copy)
    lastTold = copy
    return told
  }

  const copyFor = (of: PasteOf): Copy | null => {
    if (of === 'shown') return null
    return coming.at(-1) ?? (of === 'copied' ? lastTold : null)
  }

  /** A copy without a text leaves the computer's as it is. */
  const pasteOf =
    (copy: Copy, before: string): Act =>
    async (publicId, chord, stop) => {
      // It has it already, before it is told.
      if (publicId === copy.publicId) return act(publicId, chord, stop)
      const copied = await Promise.race([copy.fetched, stopped(stop)])
      if ('fault' in copied) throw new FaultError({ kind: 'copy-missing', name: nameOf(copy.publicId) })
      const text = copied.text || before
      if (text === '') return { result: {} }
      await act(publicId, { type: 'clipboard_set', text }, stop)
      if (stop.aborted) throw new FaultError({ kind: 'given-up' })
      return act(publicId, chord, stop)
    }

  return {
    async copy(hand, publicId, action) {
      const copied = hand.act(publicId, action)
      const copy = { publicId, action, fetched: fetchBehind(publicId, copied) }
      coming.push(copy)
      const told = copy.fetched.then((answer) => settle(copy, answer))
      await copied
      return told
    },
    async paste(hand, publicId, text, of) {
      const copy = copyFor(of)
      if (copy) {
        await hand.act(publicId, { ...copy.action, key: 'v' }, { by: pasteOf(copy, text) })
      } else if (text !== '') {
        const set = hand.act(publicId, { type: 'clipboard_set', text })
        hand.gesture(publicId, { kind: 'text', text })
        await set
      }
    },
  }
}

/** @throws FaultError `given-up` as soon as it is stopped */
function stopped(stop: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(new FaultError({ kind: 'given-up' }))
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
  })
}
