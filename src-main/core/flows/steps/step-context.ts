// What each command does on a phone: one file a group, `do-step` chooses.
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../base/clock'
import type { Names, Value } from '../language/template'
import type { Allowance } from '../on-phone/allowance'
import type { Eyes } from '../on-phone/eyes'
import type { FlowPhone } from '../on-phone/flow-phone'
import type { Hands } from '../on-phone/hands'

/** The names of a case, which its steps change. */
export interface CaseNames extends Names {
  env: Readonly<Record<string, string>>
  fleetwall: Record<string, Value>
}

/** Where a case keeps pictures. Gives paths relative to the report's folder. */
export interface CaseFiles {
  /** @param name without ending, inside the case's folder */
  save(name: string, ending: string, bytes: Buffer): Promise<string>
}

/** What a step needs of its case. */
export interface StepContext {
  clock: Clock
  phone: FlowPhone
  hands: Hands
  eyes: Eyes
  uploads: Allowance
  names: CaseNames
  words: Vocabulary
  files: CaseFiles
  /** Aborted when the case has to end at once; its reason is what the case ends with. */
  stop: AbortSignal
  /** What steps leave for later steps of the case. */
  memory: { airplane: boolean | null; hasLaunched: boolean }
  /** Pictures of the present step, for its report. */
  pictures: string[]
}
