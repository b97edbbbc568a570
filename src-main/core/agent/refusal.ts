import { homedir } from 'node:os'
import { sep } from 'node:path'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { FlowError } from '../flows/language/flow-error'
import { sayFault } from '../flows/on-phone/say-fault'
import { sayWhy } from '../flows/on-phone/say-why'
import { LimitReached, StepFailure, Stopped } from '../flows/on-phone/step-failure'
import { LookFailed } from '../pictures/looks'

/** Why a tool did not do what a program asked for, as the program gets it. */
export interface Refusal {
  /** A word for programs: a fault's kind, or the service's code of a problem. */
  code: string
  /** A sentence. */
  message: string
}

/** A tool refuses; its message is a sentence. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
  readonly code: string
  /** What belongs to the refusal as data, such as the phone's job. */
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

const defect = 'Something went wrong in Fleetwall.'
// Their sentences name files and folders of the computer.
const namePlaces: readonly Fault['kind'][] = [
  'not-saved',
  'own-file',
  'authorities',
  'vocabulary-file',
  'policy',
]

/** Says why something failed, without a path of this computer. @param stop of the call */
export function refusalOf(thrown: unknown, stop: AbortSignal): Refusal {
  if (thrown instanceof ToolRefused) return { code: thrown.code, message: thrown.message }
  if (thrown instanceof FaultError)
    return { code: codeOf(thrown.fault), message: sayForProgram(thrown.fault) }
  if (stop.aborted) return { code: 'cancelled', message: 'The call was cancelled.' }
  const { message } = sayWhy(thrown)
  if (thrown instanceof FlowError) return { code: 'invalid-arguments', message }
  if (thrown instanceof LimitReached) return { code: 'limit', message }
  if (thrown instanceof Stopped) return { code: thrown.why === 'stop' ? 'cancelled' : 'away', message }
  if (thrown instanceof StepFailure) return { code: 'failed', message }
  if (thrown instanceof LookFailed) return { code: 'unreadable-screen', message }
  return { code: 'internal', message: defect }
}

const codeOf = (fault: Fault) => (fault.kind === 'problem' ? fault.code : fault.kind)

/** Returns a fault's sentence, without a path of this computer and without a defect's words. */
export function sayForProgram(fault: Fault): string {
  if (fault.kind === 'internal') return defect
  return namePlaces.includes(fault.kind)
    ? 'Fleetwall could not read or write one of its files.'
    : sayFault(fault)
}

/** Returns a sentence about files without the folder of flows, and without the user's own. @param flowsFolder absolute */
export const withoutFolders = (text: string, flowsFolder: string): string =>
  text
    .replaceAll(`${flowsFolder}${sep}`, '')
    .replaceAll(flowsFolder, 'the folder of flows')
    .replaceAll(homedir(), '~')
