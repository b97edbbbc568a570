import type { Fault } from '../../../src-shared/protocol/fault'

/**
 * A refusal because of the rate (spec 7, rule 3).
 * @param limitLayer the layer that tripped, if the service names it; `limitRemaining` is the rest of it
 */
export const limited = (retryAfterS: number, limitLayer?: string, limitRemaining = 0): Fault => ({
  kind: 'problem',
  code: 'rate_limited',
  status: 429,
  detail: '',
  retryAfterS,
  ...(limitLayer === undefined ? {} : { limitLayer, limitRemaining }),
})
