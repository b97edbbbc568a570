import { expect } from 'vitest'
import type { TestService } from '../service'
import { SECOND_MS } from '../service'
import { HOLD_MS } from './steps'

/** What spec 3 says of a finger: one that is down goes up before it comes down again. */
export class PressesModel {
  private readonly seen = new Map<string, number>()
  private readonly down = new Set<string>()

  constructor(private readonly service: TestService) {}

  /** The phones on which a finger is down. */
  get pressed(): string[] {
    return [...this.down]
  }

  /** Reads what the phone has carried out since the last time. */
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

  /** The finger is let go at once, not only when a press has been held for too long. */
  async expectUp(id: string, advance: (ms: number) => Promise<void>): Promise<void> {
    await this.check(id)
    for (let ms = 0; ms < HOLD_MS - SECOND_MS && this.down.has(id); ms += 250) {
      await advance(250)
      await this.check(id)
    }
    expect(this.pressed).not.toContain(id)
  }
}
