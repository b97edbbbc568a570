import type { CallResult } from '../../../src-shared/bridge/contract'
import type { Action, Press } from '../../../src-shared/protocol/action'
import { faultOf } from '../../../src-shared/protocol/fault'
import { unlessStopped } from '../time/unless-stopped'
import type { Act, Answer } from './act-on-phone'
import type { InputQueues } from './input-queue'

/** Copies on a phone and fetches its clipboard. */
export interface Clipboards {
  /**
   * Presses the copy chord, then reads the phone's clipboard before any later input on that phone.
   * @param press does the chord: on this phone alone, or mirrored
   * @returns the text, or the fault that kept it from being read
   * @throws FaultError when the phone refuses the chord; the clipboard is not read then
   */
  copy(
    press: (publicId: string, action: Action) => Promise<Answer>,
    publicId: string,
    chord: Press,
  ): Promise<CallResult<'device.copy'>>
}

/** @param act sends one action now */
export function createClipboards(queues: Pick<InputQueues, 'of'>, act: Act): Clipboards {
  return {
    async copy(press, publicId, chord) {
      const copied = press(publicId, chord)
      // Queued at once, so that later input cannot change the clipboard first.
      const fetched = queues.of(publicId).act(
        { type: 'clipboard_get' },
        {
          by: async (phone, action, stop) => {
            await copied
            return unlessStopped(act(phone, action, stop), stop)
          },
          reportsItself: true,
        },
      )
      const answer = fetched.then(
        ({ result }) => ({ text: String(result['clipboard']) }),
        (thrown: unknown) => ({ fault: faultOf(thrown) }),
      )
      await copied
      return answer
    },
  }
}
