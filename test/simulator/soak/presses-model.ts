import { expect } from 'vitest'
import type { TestService } from '../service'
import { SECOND_MS } from '../service'
import { HOLD_MS } from './steps'

/** A model of presses (spec 3): a release comes between two presses. */
export class PressesModel {
  private readonly seen = new Map<string, number>()
  private readonly down = new Set<string>()

  constructor(private readonly service: TestService) {}

  /** The phones with a press. */
  get pressed(): string[] {
    return [...this.down]
  }

  /** Reads the phone's new events. */
  async check(id: string): Promise<void> {
    const since = this.seen.get(id) ?? 0
    const { json } = await this.service.admin('GET', `/phones/${id}/events?since=${since}`)
    const { next, events } = json as { next: number; events: { type: string }[] }
    this.seen.set(id, next)
    for (const { type } of events) {
      if (type === 'down') {
        expect(this.pressed).not.toContain(id)
        this.down.add(id)
      } else if (type === 'up') {
        expect(this.pressed).toContain(id)
        this.down.delete(id)
      }
    }
  }

  /** Checks that the press is released at once, before the hold times out. */
  async expectUp(id: string, advance: (ms: number) => Promise<void>): Promise<void> {
    await this.check(id)
    for (let ms = 0; ms < HOLD_MS - SECOND_MS && this.down.has(id); ms += 250) {
      await advance(250)
      await this.check(id)
    }
    expect(this.pressed).not.toContain(id)
  }
}
