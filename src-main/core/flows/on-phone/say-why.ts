import { FaultError } from '../../../../src-shared/protocol/fault'
import { FlowError } from '../language/flow-error'
import { sayFault } from './say-fault'
import { StepFailure } from './step-failure'

/** Why a step failed, for a report. */
export interface Why {
  message: string
  expected: string | null
  seen: string | null
}

/** Says why a step failed; a defect of Fleetwall is thrown on. */
export function sayWhy(thrown: unknown): Why {
  if (thrown instanceof StepFailure) {
    const { message, expected, seen } = thrown
    return { message, expected, seen }
  }
  if (thrown instanceof FaultError) return { message: sayFault(thrown.fault), expected: null, seen: null }
  if (thrown instanceof FlowError)
    return {
      message: `${thrown.message.charAt(0).toUpperCase()}${thrown.message.slice(1)}.`,
      expected: null,
      seen: null,
    }
  throw thrown
}
