import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { GuardPhone } from '../flows/in-fleet/flow-phones'
import type { DoorWindow } from './door-window'
import type { Caller } from './turns'

/**
 * Has a call of a program wait for its turn on each phone, and notes it in the activity log, once for each phone.
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
  const note = (publicId: string, fault: Fault | null) => {
    if (noted.has(publicId)) return
    noted.add(publicId)
    activity.program({ by, tool, publicId, hasActed: true, fault })
  }
  return async (publicId, stop, work, isInput) => {
    try {
      const done = await turns.on(publicId, who, AbortSignal.any([stop, ended]), (inTurn) =>
        isInput ? turns.untouched(publicId, inTurn, work) : work(inTurn),
      )
      note(publicId, null)
      return done
    } catch (thrown) {
      note(publicId, faultOf(thrown))
      throw thrown
    }
  }
}
