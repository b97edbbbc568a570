import type { CallResults } from '../../../src-shared/bridge/contract'
import type { DevicesState } from '../../../src-shared/bridge/devices-state'
import type { PhoneJobs } from '../../../src-shared/bridge/phone-jobs'
import type { Task } from '../../../src-shared/bridge/task-state'
import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { UnderWay } from '../../../src-shared/bridge/under-way'
import type { UsageState } from '../../../src-shared/bridge/usage-state'
import type { Action, Press } from '../../../src-shared/protocol/action'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Scope } from '../../../src-shared/protocol/scope'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Clock } from '../base/clock'
import type { FleetAccess } from '../fleets/fleet-address'
import type { FanOut } from '../frames/fan-out'
import type { Pace } from '../frames/pace'
import type { PhoneTasks } from '../tasks/phone-tasks'
import type { FleetView } from '../planning/fleet-view'
import type { PressOwner } from '../input/press-owner'
import type { TakeScreenshot } from '../input/take-screenshot'

export interface FleetEvents {
  devices(devices: DevicesState, tiles: TileState[]): void
  tile(tile: TileState): void
  usage(usage: UsageState): void
  underWay(underWay: UnderWay): void
  tasks(tasks: Task[]): void
  jobs(jobs: PhoneJobs): void
  /**
   * @param publicId null when it belongs to no one phone
   * @param action what was not done, or perhaps not, where it was an action
   */
  notice(publicId: string | null, fault: Fault, action?: Action): void
}

export interface FleetOptions {
  access: FleetAccess
  /** The words that the spec does not show. */
  words: Vocabulary
  /** Whether the key is known not to have a scope. */
  lacks: (scope: Scope) => boolean
  clock: Clock
  random: () => number
  /** Where pictures go. */
  frames: Pick<FanOut, 'offer' | 'drop' | 'prefer' | 'newest'>
  /** What this computer shows. */
  pace: Pick<Pace, 'framesPerSecond'>
  /** A number for a tile that no other tile of this run has. */
  nextTile: () => number
  events: FleetEvents
}

/** An open fleet: its phones, their sessions and its budgets. */
export interface Fleet {
  readonly devices: DevicesState
  readonly tiles: TileState[]
  /** Of the phones whose jobs were read, or could not be. */
  readonly jobs: PhoneJobs[]
  readonly usage: UsageState
  readonly tasks: Omit<PhoneTasks, 'close'>
  refresh(): Promise<void>
  readUsage(): Promise<void>
  /** Something was carried out beside the fleet that costs something of a daily budget. */
  spent(budget: BudgetName, amount: number): void
  /** The service refused the key, in an answer to a call that is not the fleet's own. */
  keyRefused(fault: Fault): void
  /** What the person calls the phone; its identifier when it is not in the fleet. */
  nameOf(publicId: string): string
  show(view: FleetView): void
  /**
   * What is done by hand on one of these phones is done on all of them that are live; they have their places as if they were seen.
   * @param publicIds as `Mirror.choose`
   */
  mirror(publicIds: readonly string[] | null): void
  /** Takes the pages' gestures. */
  readonly presses: Pick<PressOwner, 'gesture' | 'releasePage'>
  takeBack(publicId: string): void
  retryStream(publicId: string): void
  /** Reads a phone's jobs, without reaching it. @throws FaultError */
  readJobs(publicId: string): Promise<void>
  /** The user interrupts the job that is pending on a phone. */
  interruptJob(publicId: string): void
  /**
   * Mirrored, but where it asks the phone for something.
   * @param alone whether it is done on this phone alone all the same
   * @throws FaultError unsent: `job-pending` where it would interrupt a job, `scope-missing` where the key may not
   */
  act(publicId: string, action: Action, alone?: boolean): Promise<{ result: Record<string, unknown> }>
  /** Presses a copy chord as `act` does, and reads this phone's clipboard afterwards. @throws FaultError */
  copy(publicId: string, action: Press, alone?: boolean): Promise<CallResults['device.copy']>
  /** The phones that are busy with an action, and have been for so long that others wait for it. */
  readonly underWay: readonly UnderWay[]
  /** On how many phones something that a hand made still waits, or is under way for so long that it is told. */
  readonly waitingPhones: number
  /** Nothing of what hands have made on a phone and what still waits is done any more. */
  giveUp(publicId: string): void
  /** The phone's screen. */
  screenshot: TakeScreenshot
  /** What is still to be done is given up. @returns what of it is to be told */
  close(): Fault[]
}
