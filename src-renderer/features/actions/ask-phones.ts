import type { Bridge } from '../../../src-shared/bridge/connect'
import type { Action } from '../../../src-shared/protocol/action'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { fewAtOnce } from '../../rules/few-at-once'

export type Answer = { text: string } | { fault: Fault }

/**
 * Asks phones a question, a few at once.
 * @param onAnswer called with each answer as it arrives
 * @param isWanted returns whether to ask the next phone
 */
export async function askPhones(
  bridge: Pick<Bridge, 'call'>,
  publicIds: readonly string[],
  question: Extract<Action, { type: 'clipboard_get' | 'device_ip' }>,
  onAnswer: (publicId: string, answer: Answer) => void,
  isWanted: () => boolean,
): Promise<void> {
  const field = question.type === 'clipboard_get' ? 'clipboard' : 'ip'
  const ask = async (publicId: string) => {
    if (!isWanted()) return
    try {
      const { result } = await bridge.call('device.act', { publicId, action: question })
      onAnswer(publicId, { text: String(result[field]) })
    } catch (thrown) {
      onAnswer(publicId, { fault: faultOf(thrown) })
    }
  }
  await fewAtOnce(publicIds, ask)
}
