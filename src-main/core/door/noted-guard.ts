import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Caller } from '../agent/tool-fleet'
import type { GuardPhone } from '../flows/in-fleet/flow-phones'
import type { DoorWindow } from './door-window'

/**
 * Has a call of a program wait for its turn on each phone, and notes in the activity log that it acts, once for each phone, and
 * each refusal.
 * @param by the program's name there
 * @param tool what it does
 * @param ended ends all that it does
 */
export function notedGuard(
  { turns, activity }: Pick<DoorWindow, 'turns' | 'activity'>,
  who: Caller,
  { by, tool }: { by: string; tool: string },
  ended: AbortSignal,
): GuardPhone {
  const noted = new Set<string>()
  const note = (publicId: string, hasActed: boolean, fault: Fault | null) => {
    if (hasActed && noted.has(publicId)) return
    if (hasActed) noted.add(publicId)
    activity.program({ by, tool, publicId, hasActed, fault })
  }
  return async (publicId, stop, work, isInput) => {
    let hasActed = false
    const act: typeof work = (until) => {
      hasActed = true
      return work(until)
    }
    try {
      const done = await turns.on(publicId, who, AbortSignal.any([stop, ended]), (inTurn) =>
        isInput ? turns.untouched(publicId, inTurn, act) : act(inTurn),
      )
      note(publicId, hasActed, null)
      return done
    } catch (thrown) {
      note(publicId, hasActed, faultOf(thrown))
      throw thrown
    }
  }
}
