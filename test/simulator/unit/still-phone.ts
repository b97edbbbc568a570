import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'
import { Clock } from '../../../src-simulator/world/clock'
import { Phone } from '../../../src-simulator/world/phone'
import { RecordingHandset } from '../recording-handset'
import type { HandsetCall } from '../recording-handset'

/** Stops the machine's clock until it is set; `vi.restoreAllMocks` restarts it. */
export function standStill(): { ms: number } {
  const time = { ms: 0 }
  vi.spyOn(performance, 'now').mockImplementation(() => time.ms)
  return time
}

const SIZE = { width: 200, height: 400 }

/** A phone that records its calls; only `during` moves its time. */
export class StillPhone {
  readonly clock = new Clock()
  readonly phone: Phone
  private readonly handset: RecordingHandset
  private readonly began: number

  constructor() {
    standStill()
    this.began = this.clock.now()
    const spec = { publicId: 'dev_still', name: 'Still', snapshot: SIZE, seed: 1 }
    this.handset = new RecordingHandset(spec, () => Math.round(this.clock.now() - this.began))
    const record = {
      publicId: 'dev_still',
      name: 'Still',
      customName: null,
      notes: null,
      labels: [],
      dashboardId: 1,
      dashboardUrl: '',
      screen: SIZE,
      snapshot: SIZE,
      ip: '192.0.2.1',
      accounts: [],
    }
    this.phone = new Phone(record, this.handset, this.clock)
  }

  /** The handset calls within `ms` of the service's time, each with its offset from the start in ms. */
  async during(ms: number): Promise<[number, ...HandsetCall][]> {
    await turn()
    await this.clock.advance(ms)
    return this.handset.calls.splice(0).map(({ at, call }) => [at, ...call])
  }

  close(): void {
    this.clock.close()
    vi.restoreAllMocks()
  }
}
