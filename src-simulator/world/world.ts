import type { Config, DeviceConfig, Limits } from '../config'
import { ConfigError, MOST_DEVICES } from '../config'
import { Problem } from '../http/problem'
import type { HandsetFactory } from '../screens/handset'
import { JobBook } from '../automations/job-book'
import { accountsOf } from '../automations/results'
import { RateLimits } from '../limits/rate-limits'
import { Usage } from '../limits/usage'
import { SocketRegistry } from '../sockets/registry'
import { FileStore } from '../uploads/file-store'
import { TicketOffice } from '../uploads/tickets'
import { UploadSlots } from '../uploads/upload-slots'
import { Clock } from './clock'
import { FaultPlan } from './faults'
import type { Device } from './fleet'
import { fleetOf } from './fleet'
import { KeyRing } from './keys'
import { AccountLabels } from './labels'
import { Phone } from './phone'
import { Random } from '../random'

const FIRST_DASHBOARD_ID = 4101

/** Addresses kept for documentation, so that none of them is anybody's. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113']

/** Limits in part, as admin sends them. */
export type LimitsChange = { [K in keyof Limits]?: Record<string, unknown> }

/** Everything that the service knows: one account, its phones, keys, limits and time. */
export class World {
  readonly clock = new Clock()
  readonly labels = new AccountLabels()
  readonly faults = new FaultPlan()
  readonly keys: KeyRing
  readonly phones = new Map<string, Phone>()
  readonly rates: RateLimits
  readonly usage: Usage
  readonly sockets: SocketRegistry
  readonly tickets: TicketOffice
  readonly uploadSlots = new UploadSlots()
  readonly files: FileStore
  readonly jobs: JobBook
  limits: Limits
  /** The place of each phone that there ever was, so that one that comes back is the same phone. */
  private readonly places = new Map<string, number>()

  /** @throws ConfigError when identifiers clash */
  constructor(
    readonly config: Config,
    private readonly factory: HandsetFactory,
  ) {
    const { budgets, rates, tickets, uploads, automations } = config
    this.limits = { budgets, rates, tickets, uploads, automations }
    this.keys = new KeyRing(config.keys, config.seed)
    for (const device of fleetOf(config.devices, config.seed)) this.add(device)
    this.rates = new RateLimits(this.clock, rates)
    this.usage = new Usage(this.clock, this.phones, budgets)
    this.tickets = new TicketOffice(this.clock)
    this.files = new FileStore()
    this.jobs = new JobBook(this)
    this.sockets = new SocketRegistry(this.clock, this.usage)
  }

  /** New limits take effect at once. */
  changeLimits(limits: Limits): void {
    this.limits = limits
    this.rates.change(limits.rates)
    this.usage.change(limits.budgets)
  }

  /** The limits as they would be, not yet checked. @param change the same shape as in the configuration, in part */
  mergedLimits(change: LimitsChange): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.limits).map(([name, now]) => [name, { ...now, ...change[name as keyof Limits] }]),
    )
  }

  /**
   * A phone joins the account.
   * @throws Problem `invalid_action`, or `label_limit_reached`
   */
  join(config: DeviceConfig): void {
    const refuse = (detail: string): never => {
      throw new Problem('invalid_action', detail)
    }
    if (this.phones.has(config.public_id)) refuse(`There is a phone "${config.public_id}" already`)
    if (this.phones.size >= MOST_DEVICES) refuse(`An account has at most ${MOST_DEVICES} phones`)
    try {
      for (const device of fleetOf([config], this.config.seed)) this.add(device)
    } catch (error) {
      if (error instanceof ConfigError) refuse(error.message)
      throw error
    }
  }

  /** A phone leaves the account. */
  leave(phone: Phone): void {
    this.phones.delete(phone.publicId)
    this.jobs.abandon(phone.publicId)
    for (const socket of this.sockets.of(phone.publicId))
      socket.close(1011, 'the device has left the account')
    phone.leave()
    this.sockets.check()
  }

  /**
   * Asks a phone for something on behalf of a request, which interrupts the job that runs on it (spec section 3).
   * @throws Problem `device_offline` when it is not reached, `kernel_timeout` when it does not respond
   */
  async reach(phone: Phone): Promise<void> {
    if (phone.condition.reachable) this.jobs.interrupt(phone.publicId)
    await phone.reach()
  }

  async close(): Promise<void> {
    this.sockets.close()
    this.clock.close()
    for (const phone of this.phones.values()) phone.handset.close()
    await this.files.close()
  }

  private add(device: Device): void {
    const { seed } = this.config
    const index = this.places.get(device.public_id) ?? this.places.size
    this.places.set(device.public_id, index)
    const { screen, snapshot } = device
    const dashboardId = FIRST_DASHBOARD_ID + index
    const record = {
      publicId: device.public_id,
      name: device.name,
      customName: device.custom_name,
      notes: device.notes,
      labels: this.labels.adopt(device.labels),
      dashboardId,
      dashboardUrl: `https://dashboard.fleetwall.example/devices/${dashboardId}`,
      screen,
      snapshot,
      accounts: device.accounts ?? accountsOf(new Random(seed, 'accounts', device.public_id)),
      ip: `${NETWORKS[Math.floor(index / 250) % NETWORKS.length] ?? ''}.${(index % 250) + 1}`,
    }
    const handsetSeed = new Random(seed, 'handset', index).whole(0, 2 ** 31 - 1)
    const spec = { publicId: device.public_id, name: device.name, snapshot, seed: handsetSeed }
    this.phones.set(device.public_id, new Phone(record, this.factory.create(spec), this.clock))
  }
}
