import { limits } from '../../../src-shared/protocol/limits'
import type { GestureFlaw } from '../../rules/screen-gesture'
import { messages } from '../../text/messages'

/** Says what a field of a gesture needs. @param field its label */
export function describeGestureFlaw(flaw: GestureFlaw, field: string): string {
  const words = messages.gesture
  if (flaw.field !== 'points') {
    const { least, most } = flaw
    return flaw.field === 'notches' && least > 0 ? words.noNotch : words.wrong({ field, least, most })
  }
  switch (flaw.why) {
    case 'count':
      return words.pointsCount({ least: limits.pathPointsMin, most: limits.pathPointsMax })
    case 'no-point':
      return words.noPoint({ typed: flaw.typed })
    case 'outside':
      return words.pointOutside({ typed: flaw.typed, ...flaw.most })
  }
}
