import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { CallResult } from '../../../src-shared/bridge/contract'
import type { PageId } from '../../../src-shared/bridge/page-id'
import type { DevicesState, UnderWay } from '../../../src-shared/features/phones'
import type { BusyPhone, PhoneJobs } from '../../../src-shared/features/jobs'
import type { Preferences } from '../../../src-shared/features/preferences-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { UsageState } from '../../../src-shared/features/usage-state'
import type { Action, Press } from '../../../src-shared/protocol/action'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { Size } from '../../../src-shared/protocol/device'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { ScopeStates } from '../../../src-shared/protocol/scope'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Clock } from '../time/clock'
import type { NoteWork } from '../disk/journal'
import type { RateGate } from '../service/rate-gate'
import type { Interruptions } from '../jobs/interruptions'
import type { LabelMemory } from '../settings/last-views'
import type { FleetAccess } from '../saved-fleets/fleet-address'
import type { FanOut } from '../frames/fan-out'
import type { FlowInput } from './flow-input'
import type { Pace } from '../frames/pace'
import type { PhoneTasks } from '../tasks/phone-tasks'
import type { FleetView } from '../planning/fleet-view'
import type { PlanningOptions } from '../planning/planning'
import type { PressOwner } from '../input/press-owner'
import type { Screenshot } from '../input/take-screenshot'
import type { IsViewOnly } from '../input/view-only'
import type { FramedPhone } from '../frames/live-frames'

/** Hears how a fleet's phones are used. */
export interface FleetUse {
  /** A person used a phone by hand. */
  touched(publicId: string): void
  /** A person's finger came to a phone, or left it. */
  pressed(publicId: string): void
  /** A mirrored action has ended on a phone. @param fault null if it succeeded */
  mirrored(publicId: string, action: Action, fault: Fault | null): void
  /** An action or a snapshot of this program was counted by the service. */
  spent(publicId: string, budget: BudgetName): void
}

export interface FleetOptions {
  access: FleetAccess
  /** The service's words that the spec leaves open. */
  words: Vocabulary
  /** Whether to find out which scopes the key has; else it is taken to have all. */
  learnsScopes: boolean
  clock: Clock
  random: () => number
  /** Takes the frames of tiles; left out: no page shows any. */
  frames?: Pick<FanOut, 'offer' | 'drop' | 'prefer'>
  pace: Pick<Pace, 'framesPerSecond' | 'isLowered'>
  /** As `PlanningOptions.onSlowed`; left out: no person hears it. */
  onSlowed?: PlanningOptions['onSlowed']
  /** The most frames a second that the user wants. */
  mostFps: () => Preferences['mostFps']
  /** Whether no phone may be live. */
  isPaused: () => boolean
  /** As `PlanningOptions.worksUnseen`; left out: never. */
  worksUnseen?: PlanningOptions['worksUnseen']
  /** Returns a number that no other tile of this process has. */
  nextTile: () => number
  /** Writes the journal; left out: nothing is left for the next start. */
  note?: NoteWork
  /** Left out for a fleet that no person uses. */
  use?: FleetUse
  /** Which phones the person has locked; left out: none. */
  isViewOnly?: IsViewOnly
  /** The account's labels that are known from earlier; left out: none are. */
  labels?: LabelMemory | undefined
  /** Those of the account's jobs; left out: none are known, and none are kept. */
  interruptions?: Interruptions | undefined
  /** Sends an event to the pages. */
  emit: (event: AppEvent) => void
}

/** Runs an open fleet: its phones, their sessions and its budgets. */
export interface Fleet {
  readonly devices: DevicesState
  readonly tiles: TileState[]
  /** The jobs of each phone for which a read has ended. */
  readonly jobs: PhoneJobs[]
  readonly usage: UsageState
  readonly scopes: ScopeStates
  readonly tasks: Omit<PhoneTasks, 'close'>
  refresh(): Promise<void>
  readUsage(): Promise<void>
  /** A call that is not the fleet's own used some of a daily budget. */
  spent(): void
  /** Why no call that is not the fleet's own may use the key; null while it is in use. */
  readonly keyRefusal: Fault | null
  /** Notes that the service refused the key in a call that is not the fleet's own. */
  keyRefused(fault: Fault): void
  /** Learns what the key may do from the fault of a call that is not the fleet's own. */
  learn(fault: Fault): void
  readonly isViewOnly: IsViewOnly
  /** Returns the phone's name; its public id when it is not in the fleet. */
  nameOf(publicId: string): string
  /** Returns a phone, whose frames can be taken. */
  framed(publicId: string): FramedPhone
  show(view: FleetView): void
  /**
   * Mirrors a person's input in a page on one of these phones to all of them that are live. They keep slots as if they were
   * in sight.
   * @param publicIds as `Mirror.choose`
   */
  mirror(pageId: PageId, publicIds: readonly string[] | null): void
  /** Takes the pages' gestures. */
  readonly presses: Pick<PressOwner, 'gesture' | 'releasePage' | 'isPressed'>
  takeBack(publicId: string): void
  retryStream(publicId: string): void
  /** Whether the phone's stream is being opened, and the service has not answered. */
  isDialing(publicId: string): boolean
  /** Reads a phone's jobs, without reaching it. @throws FaultError */
  readJobs(publicId: string): Promise<void>
  /** Reads the jobs of all phones, as `readJobs`; a phone that fails has its fault in `jobs`. */
  readAllJobs(): Promise<void>
  /** Returns the phones among these whose pending job would be interrupted; reads unknown jobs, for 2 s at most. */
  busyAmong(publicIds: readonly string[]): Promise<BusyPhone[]>
  /** Follows jobs of its phones that were launched earlier, until they end. */
  resumeJobs(jobs: readonly AutomationJob[]): void
  /** Interrupts the job that is pending on a phone. */
  interruptJob(publicId: string): void
  /** Leaves a phone alone whose job was interrupted, until the job has ended. */
  letJobRun(publicId: string): void
  /**
   * Sends an action, and to the phones that mirror this one in the page where it was made.
   * @param pageId null or left out for what no page asks for, which is not mirrored
   * @throws FaultError `job-pending` before it interrupts a job, `scope-missing` when the key lacks permission
   */
  act(publicId: string, action: Action, pageId?: PageId | null): Promise<{ result: Record<string, unknown> }>
  /** Fits an action of a screen of the size `space` to a phone's own. @throws FaultError when its size can't be read */
  fit(publicId: string, action: Action, space: Size): Promise<Action>
  /** Presses a copy chord as `act` does, and reads this phone's clipboard afterwards. @throws FaultError */
  copy(publicId: string, action: Press, pageId?: PageId | null): Promise<CallResult<'device.copy'>>
  /** Returns the live phones that input on this one is mirrored to in a page. */
  followersOf(pageId: PageId, publicId: string): readonly string[]
  /** The input of flows, which is never mirrored. */
  readonly flowInput: FlowInput
  /** The rate of actions, which flows and tasks share. */
  readonly actionRate: Pick<RateGate, 'waits' | 'hurry' | 'onChange'>
  /** The phones whose action takes so long that it is shown. */
  readonly underWay: readonly UnderWay[]
  /** How many phones have input that waits, or an action that is shown as under way. */
  readonly waitingPhones: number
  /** Cancels the input of a phone that is not done. */
  giveUp(publicId: string): void
  readonly screenshot: Screenshot
  /** Cancels all unfinished work. @returns the faults to report */
  close(): Fault[]
}
