import type { CallResults } from '../../../src-shared/bridge/contract'
import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { Paste, PasteOf } from '../../../src-shared/bridge/paste'
import type { Action, Press } from '../../../src-shared/protocol/action'
import { FaultError, faultOf } from '../../../src-shared/protocol/fault'
import type { Act } from './act-on-phone'
import type { Clock } from '../base/clock'
import type { InputQueues } from './input-queue'
import { unlessStopped } from '../base/unless-stopped'

type Copied = CallResults['device.copy']

/** What goes from a phone's clipboard to the computer's and to other phones', whatever window it is asked for in. */
export interface Clipboards {
  /**
   * One action that has a phone copy something, and directly behind it, before anything else that is done on the phone, what
   * its clipboard then holds.
   * @returns what was fetched, or why it was not; no text as soon as a later copy's is told
   * @throws FaultError when it was not copied: then nothing is fetched
   */
  copy(hand: ClipboardHand, publicId: string, action: Press): Promise<Copied>
  /**
   * Puts what the computer has on a phone's clipboard and types it there. Where that is still to come from a phone's copy, the
   * phone waits for it in its line, and pastes it as a phone does.
   * @throws FaultError `copy-missing` when it did not come or held no text, also where that was told in the last 5 s: what the
   *   computer had before is not what is meant
   */
  paste(hand: ClipboardHand, publicId: string, paste: Paste): Promise<void>
}

/** How things are done: on a phone alone, or mirrored. */
export interface ClipboardHand {
  act: (publicId: string, action: Action, how?: { by?: Act }) => ReturnType<InputQueues['act']>
  gesture: (publicId: string, gesture: Gesture) => void
}

// So soon after a copy that has brought nothing, it is what a paste means: not what the computer had before.
const meantForMs = 5000

interface Copy {
  publicId: string
  action: Press
  copied: Promise<unknown>
  fetched: Promise<Copied>
  /** Answers who has asked for it. */
  tell: (told: Copied) => void
}

export interface ClipboardsOptions {
  clock: Clock
  lines: Pick<InputQueues, 'act'>
  /** One action by hand, now. */
  act: Act
  nameOf: (publicId: string) => string
}

export function createClipboards({ clock, lines, act, nameOf }: ClipboardsOptions): Clipboards {
  // Those whose texts are still to come, in the order in which they were asked for.
  let coming: Copy[] = []
  let last: { copy: Copy; hasText: boolean; toldAt: number } | null = null

  const fetchBehind = async (publicId: string, copied: Promise<unknown>): Promise<Copied> => {
    const by: Act = async (phone, asked, stop) => {
      await copied
      return unlessStopped(act(phone, asked, stop), stop)
    }
    try {
      const { result } = await lines.act(publicId, { type: 'clipboard_get' }, { by, tellsItself: true })
      return { text: String(result['clipboard']) }
    } catch (thrown) {
      return { fault: faultOf(thrown) }
    }
  }

  const settle = (copy: Copy, told: Copied) => {
    const at = coming.indexOf(copy)
    if (at < 0) return
    const hasText = 'text' in told && told.text !== ''
    // What was copied before must not take the place of it.
    if (hasText) for (const before of coming.splice(0, at)) before.tell({ text: '' })
    coming = coming.filter((one) => one !== copy)
    last = { copy, hasText, toldAt: clock.monotonic() }
    copy.tell(told)
  }

  const copyFor = (of: PasteOf): Copy | null => {
    if (of === 'shown') return null
    const newest = coming.at(-1)
    if (newest || !last) return newest ?? null
    const { copy, hasText, toldAt } = last
    if (of === 'copied') return copy
    if (hasText) return null
    // Once: then the person has been told.
    last = null
    return clock.monotonic() - toldAt <= meantForMs ? copy : null
  }

  const pasteBehind =
    (copy: Copy): Act =>
    async (publicId, chord, stop) => {
      const miss = (): never => {
        if (last?.copy === copy) last = null
        throw new FaultError({ kind: 'copy-missing', name: nameOf(copy.publicId) })
      }
      if (publicId === copy.publicId) {
        // It has it already, before it is told.
        await copy.copied.catch(miss)
      } else {
        const copied = await unlessStopped(copy.fetched, stop)
        if ('fault' in copied || copied.text === '') return miss()
        await act(publicId, { type: 'clipboard_set', text: copied.text }, stop)
      }
      stop.throwIfAborted()
      return act(publicId, chord, stop)
    }

  return {
    async copy(hand, publicId, action) {
      const copied = hand.act(publicId, action)
      const fetched = fetchBehind(publicId, copied)
      const told = new Promise<Copied>((tell) => {
        const copy = { publicId, action, copied, fetched, tell }
        coming.push(copy)
        void fetched.then((answer) => settle(copy, answer))
      })
      await copied
      return told
    },
    async paste(hand, publicId, { text, of, behind }) {
      const copy = copyFor(of)
      if (copy) {
        await hand.act(publicId, { ...copy.action, key: 'v' }, { by: pasteBehind(copy) })
      } else if (text !== '') {
        const set = hand.act(publicId, { type: 'clipboard_set', text })
        hand.gesture(publicId, { kind: 'text', text: text + behind })
        await set
      }
    },
  }
}
