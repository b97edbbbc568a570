import { FaultError, faultOf } from '../../../../src-shared/protocol/fault'
import { LookFailed } from '../../pictures/looks'
import { FlowError } from '../language/flow-error'
import { sayFault } from './say-fault'
import { LimitReached, StepFailure, Stopped } from './step-failure'

/** Why a step failed, for a report. */
export interface Why {
  message: string
  expected: string | null
  seen: string | null
}

// A flow can fill texts of 100,000 characters into each of its steps.
const mostChars = 1000

/** Returns a text's start, with … in place of the rest: a copy, which keeps nothing of a long text in memory. */
export function startOf(text: string, most: number): string {
  if (text.length <= most) return text
  const copy = [...text.slice(0, most - 1)].join('')
  return `${copy.replace(/\p{Surrogate}$/u, '')}…`
}

/**
 * Says why a step failed, in at most 1000 characters each. A defect of Fleetwall fails its step alone.
 * @param conceal hides secrets
 */
export function sayWhy(thrown: unknown, conceal = (text: string) => text): Why {
  const { message, expected, seen } = wholeWhy(thrown)
  const start = (text: string | null) => (text === null ? null : startOf(conceal(text), mostChars))
  return { message: startOf(conceal(message), mostChars), expected: start(expected), seen: start(seen) }
}

function wholeWhy(thrown: unknown): Why {
  if (thrown instanceof StepFailure) return thrown
  if (thrown instanceof FaultError) return { message: sayFault(thrown.fault), expected: null, seen: null }
  if (thrown instanceof LookFailed || thrown instanceof LimitReached || thrown instanceof Stopped)
    return { message: thrown.message, expected: null, seen: null }
  if (thrown instanceof FlowError)
    return {
      message: `${thrown.message.charAt(0).toUpperCase()}${thrown.message.slice(1)}.`,
      expected: null,
      seen: null,
    }
  return { message: sayFault(faultOf(thrown)), expected: null, seen: null }
}
