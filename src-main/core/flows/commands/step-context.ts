import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import type { Env, FlowBody, Step } from '../language/flow'
import type { Names, Value } from '../language/template'
import type { FrameSink } from '../../frames/live-frames'
import type { Allowance } from '../on-phone/allowance'
import type { Eyes } from '../on-phone/eyes'
import type { FlowPhone } from '../on-phone/flow-phone'
import type { Hands } from '../on-phone/hands'
import type { Why } from '../on-phone/say-why'

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

/** A step failed, and with it the case, unless it stands in something that may fail. */
export class CaseFailed extends Error {
  override readonly name = 'CaseFailed'
  readonly step: Step
  readonly title: string
  readonly why: Why

  constructor(step: Step, title: string, why: Why) {
    super(why.message)
    this.step = step
    this.title = title
    this.why = why
  }
}

/** Runs what stands inside the present step. @throws CaseFailed, LimitReached, Stopped */
export interface InnerSteps {
  /** Resolves when the case may go on. */
  mayGoOn(): Promise<void>
  steps(steps: readonly Step[]): Promise<void>
  /** @param env wins over the body's own */
  body(body: FlowBody, env: Env): Promise<void>
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
  /** Says in the report of the present step what it did, where its title can't. */
  tell(message: string): void
  inner: InnerSteps
}
