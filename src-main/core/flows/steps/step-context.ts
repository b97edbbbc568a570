// What each command does on a phone: one file a group, `do-step` chooses.
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import type { Names, Value } from '../language/template'
import type { FrameSink } from '../../frames/live-frames'
import type { Allowance } from '../on-phone/allowance'
import type { Eyes } from '../on-phone/eyes'
import type { FlowPhone } from '../on-phone/flow-phone'
import type { Hands } from '../on-phone/hands'

/** The names of a case, which its steps change. */
export interface CaseNames extends Names {
  env: Readonly<Record<string, string>>
  fleetwall: Record<string, Value>
}

/** A video of a phone's screen, while it is written. */
export interface Film extends FrameSink {
  /** Finishes the file. @throws Error when it is not whole, or there is none */
  end(): Promise<void>
}

/** Where a case keeps pictures and videos. Gives paths relative to the report's folder. */
export interface CaseFiles {
  /** @param name without ending, inside the case's folder */
  save(name: string, ending: string, bytes: Buffer): Promise<string>
  /** Begins a video. @param title for players */
  film(name: string, title: string): Promise<{ path: string; film: Film }>
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
  memory: { airplane: boolean | null; hasLaunched: boolean; endFilm: (() => Promise<void>) | null }
  /** Pictures and videos of the present step, for its report. */
  pictures: string[]
}
