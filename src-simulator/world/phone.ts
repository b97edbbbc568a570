import type { Handset, Size } from '../screens/handset'
import { Problem } from '../http/problem'
import type { Clock } from './clock'
import { EventLog } from './event-log'
import type { Label } from '../api/answers'

/** How long the service waits for a phone before it answers `kernel_timeout`, in milliseconds. */
const DEVICE_TIMEOUT_MS = 5000

/** How a phone is doing, as admin sets it. */
export interface Condition {
  reachable: boolean
  blocked: boolean
  rejects: boolean
  delay_ms: number
  animate_fps: number
}

/** What the service keeps about a phone (spec section 2). */
export interface DeviceRecord {
  publicId: string
  name: string
  customName: string | null
  notes: string | null
  labels: Label[]
  dashboardId: number
  dashboardUrl: string
  screen: Size
  snapshot: Size
  ip: string
  /** The names of the accounts that are signed in on it. */
  accounts: string[]
}

/** A phone of the fleet: its record, its handset, its condition, and what it carried out. */
export class Phone {
  readonly events: EventLog
  readonly condition: Condition = {
    reachable: true,
    blocked: false,
    rejects: false,
    delay_ms: 0,
    animate_fps: 0,
  }
  private tail: Promise<unknown> = Promise.resolve()
  private gone = false

  constructor(
    readonly record: DeviceRecord,
    readonly handset: Handset,
    private readonly clock: Clock,
  ) {
    this.events = new EventLog(clock)
  }

  get publicId(): string {
    return this.record.publicId
  }

  /** Whether the phone takes commands and shows its screen now. */
  get accepting(): boolean {
    return this.condition.reachable && !this.condition.blocked
  }

  change(change: Partial<Condition>): void {
    Object.assign(this.condition, change)
    if (change.animate_fps !== undefined) this.handset.animate(change.animate_fps)
  }

  /** Whether a point is on the screen, in snapshot pixels. */
  shows(x: number, y: number): boolean {
    return x < this.record.snapshot.width && y < this.record.snapshot.height
  }

  /**
   * Waits until the phone has answered.
   * @throws Problem `device_not_found`, `device_offline`, or `kernel_timeout` when it is slower than the service waits
   */
  async reach(): Promise<void> {
    this.assertReachable()
    const delay = this.condition.delay_ms
    await this.clock.sleep(Math.min(delay, DEVICE_TIMEOUT_MS))
    if (delay > DEVICE_TIMEOUT_MS) throw new Problem('kernel_timeout', 'The device did not respond in time')
    this.assertReachable()
  }

  /** The phone leaves the account: it ends what it was asked for, and takes nothing more. */
  leave(): void {
    this.gone = true
    this.condition.reachable = false
    void this.inTurn(() => this.handset.close())
  }

  /** @throws Problem `device_not_found` or `device_blocked` */
  assertNotBlocked(): void {
    this.assertHere()
    if (this.condition.blocked) {
      throw new Problem('device_blocked', 'Access to this device is temporarily blocked')
    }
  }

  /** @throws Problem `device_not_found`, `device_blocked` or `command_rejected` */
  assertAccepts(): void {
    this.assertNotBlocked()
    if (this.condition.rejects) throw new Problem('command_rejected', 'The device rejected the command')
  }

  /** Runs `work` after everything that was asked of this phone before. */
  inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.tail.then(work)
    this.tail = result.catch(() => undefined)
    return result
  }

  private assertHere(): void {
    if (this.gone) throw new Problem('device_not_found', 'The device has left the account')
  }

  private assertReachable(): void {
    this.assertHere()
    if (!this.condition.reachable) throw new Problem('device_offline', 'The device is unreachable')
  }
}
