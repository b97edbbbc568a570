// A phone as a flow uses it: what goes to it and comes from it, counted and paced.
import type { Action } from '../../../../src-shared/protocol/action'
import type { AutomationLaunch } from '../../../../src-shared/protocol/automation'
import type { Usage } from '../../../../src-shared/protocol/usage'
import type { FrameSink } from '../../frames/live-frames'
import type { Screen } from '../../screens/screen'

/**
 * How a phone stands:
 * - `live`: its frames come
 * - `waiting`: for a place among the phones in use, or for its connection
 * - `away`: offline, or its stream fails, which may pass
 * - `busy`: a job is pending on it
 * - `gone`: it does not come back during a run: it is blocked, or has left the account
 * - `refused`: the service refused the key, so no phone can be reached
 */
export interface PhoneStanding {
  name: 'live' | 'waiting' | 'away' | 'busy' | 'gone' | 'refused'
  /** A sentence, but for `live` and `waiting`. */
  reason: string
}

/** A change of a phone's name, notes or labels; what is left out stays. */
export interface PhoneEdit {
  /** Null removes it. */
  readonly customName?: string | null
  /** Null clears them. */
  readonly notes?: string | null
  readonly addLabels?: readonly string[]
  readonly removeLabels?: readonly string[]
}

/** One phone of the fleet, for flows. Everything throws FaultError, or the reason of `stop` before anything is sent. */
export interface FlowPhone {
  readonly publicId: string
  readonly name: string
  readonly screen: Screen
  readonly standing: PhoneStanding
  /** Whether its stream is being opened, and the service has not answered. */
  readonly isDialing: boolean
  /** Calls whenever the standing changes. @returns ends that */
  onStanding(listener: () => void): () => void
  /** Makes the phone live when there is a place, and its screen show its frames. */
  enter(): void
  /** Gives the phone's frames to something else, too. @returns ends that */
  open(sink: FrameSink): () => void
  /** Tries the stream of a phone that is away now, instead of in a while. */
  reconnect(): void
  /** Gives the place up. */
  leave(): void
  /** Sends an action once, at the service's rate. @param unsent also ends its wait for the rate; left out: `stop` does */
  act(action: Action, stop: AbortSignal, unsent?: AbortSignal): Promise<Record<string, unknown>>
  /** Types a text. @param unsent as for `act` @returns the characters that the phone skipped */
  type(text: string, stop: AbortSignal, unsent?: AbortSignal): Promise<readonly string[]>
  /** Uploads a file. @param path absolute */
  upload(path: string, stop: AbortSignal): Promise<void>
  /** The names of its labels. */
  readonly labels: readonly string[]
  /** Changes its name, notes or labels, at the rate of edits (spec 4.4). It costs no action. */
  edit(edit: PhoneEdit, stop: AbortSignal): Promise<void>
  /** Launches an automation; the phone is left alone from then on. */
  launch(launch: AutomationLaunch, stop: AbortSignal): Promise<void>
  /** The status of the job that was launched last; null while it is not known. `isGone`: the service no longer has it. */
  readonly jobStatus: { status: string; hasEnded: boolean; isGone: boolean } | null
}

/** The fleet as a run needs it. */
export interface FlowFleet {
  readonly phones: readonly FlowPhone[]
  readonly usage: Usage | null
}
