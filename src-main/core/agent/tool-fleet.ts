import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { FlowCase } from '../../../src-shared/features/flows-state'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { FlowPhone } from '../flows/on-phone/flow-phone'
import type { ReadRun } from '../flows/in-fleet/window-run'
import type { CheckedFlow } from '../flows/reading/check'
import type { Fleet } from '../open-fleet/fleet'
import type { Pictures } from '../pictures/pictures'
import type { Clock } from '../time/clock'

/** Who calls. */
export interface Caller {
  /** As the window shows it. */
  name: string
  /** Whether a pending job does not refuse the call, which interrupts it. */
  mayInterrupt: boolean
}

/** Flows that a program runs. */
export interface AgentRun extends ReadRun {
  flows: readonly CheckedFlow[]
}

/** What came of such a run. */
export interface AgentRunResult {
  cases: readonly FlowCase[]
  /** Where what it saved lies, in the folder of flows; null for nothing. */
  results: string | null
}

/** What the tools need of an open fleet: of a window, or of a command that has opened it alone. */
export interface ToolFleet {
  readonly clock: Clock
  readonly pictures: Pick<Pictures, 'of'>
  words(): Vocabulary
  /** @throws FaultError while none is open */
  fleet(): Fleet
  /** Whether the person has paused all phones, so that none is live. */
  readonly isPaused: boolean
  /** Returns a phone of the fleet, as flows use it. */
  phone(publicId: string): FlowPhone
  /** Makes a phone live when there is a place. @returns ends this use */
  use(phone: FlowPhone): () => void
  /** Does what acts on a phone at its turn. @throws FaultError when View only, a person or a job keeps the phone */
  inTurn<Done>(
    publicId: string,
    caller: Caller,
    stop: AbortSignal,
    work: (stop: AbortSignal) => Promise<Done>,
  ): Promise<Done>
  /**
   * Does one input, within a turn, while no person uses the phone; waits for one, and begins again when one comes before the
   * input has gone out.
   * @param work throws the reason of its `stop` when that is aborted before the input has gone out
   * @throws FaultError `held`, `view-only`; the reason of `stop`; what `work` throws
   */
  untouched<Done>(
    publicId: string,
    stop: AbortSignal,
    work: (stop: AbortSignal) => Promise<Done>,
  ): Promise<Done>
  /** Aborts once a person uses the phone; has aborted while a finger is on it. */
  nextTouch(publicId: string): AbortSignal
  /** Returns what happened, newest first. @param publicIds null for all phones, and for what concerns none */
  activity(publicIds: readonly string[] | null): Promise<readonly ActivityEntry[]>
  /** Where flows lie that need no grant of their folder; absolute. */
  readonly flowsFolder: string
  /** @throws FaultError when a budget does not allow it, or the reason of `stop` */
  runFlows(run: AgentRun, stop: AbortSignal): Promise<AgentRunResult>
}
