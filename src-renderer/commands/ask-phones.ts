import type { Bridge } from '../../src-shared/bridge/connect'
import type { Action } from '../../src-shared/protocol/action'
import { faultOf, type Fault } from '../../src-shared/protocol/fault'

export type Answer = { text: string } | { fault: Fault }

// As many as a run does at once.
const mostAtOnce = 4

/**
 * Asks phones for something, a few at once, and tells each answer when it is there.
 * @param isWanted whether the next is still to be asked
 */
export async function askPhones(
  bridge: Pick<Bridge, 'call'>,
  publicIds: readonly string[],
  question: Extract<Action, { type: 'clipboard_get' | 'device_ip' }>,
  tell: (publicId: string, answer: Answer) => void,
  isWanted: () => boolean,
): Promise<void> {
  const field = question.type === 'clipboard_get' ? 'clipboard' : 'ip'
  const left = [...publicIds]
  const work = async () => {
    for (let next = left.shift(); next !== undefined && isWanted(); next = left.shift()) {
      try {
        const { result } = await bridge.call('device.act', { publicId: next, action: question })
        tell(next, { text: String(result[field]) })
      } catch (thrown) {
        tell(next, { fault: faultOf(thrown) })
      }
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
}
