import { expect } from 'vitest'
import type { UsageReport } from '../../../src-simulator/api/answers'
import type { TestService } from '../service'
import { DAY_MS } from '../service'
import { CONFIG, PHONES, SLACK_MS } from './steps'

export type Counted = 'actions' | 'snapshots' | 'uploads'

/** A model of daily budgets (spec 8). */
export class BudgetsModel {
  private readonly counted: Record<Counted, number> = { actions: 0, snapshots: 0, uploads: 0 }
  private usage: UsageReport | undefined

  constructor(
    private readonly service: TestService,
    private readonly now: () => number,
  ) {}

  count(budget: Counted): void {
    this.counted[budget] += 1
  }

  spent(budget: Counted): boolean {
    return this.counted[budget] >= CONFIG.budgets[budget] * PHONES.length
  }

  /** Checks the usage against the count. @param idle no phone has been in use since the last time */
  async check(idle: boolean): Promise<void> {
    const usage = await this.service.usage()
    const earlier = this.usage
    this.usage = usage
    const midnight = Date.parse(usage.resets_at)
    expect(midnight % DAY_MS).toBe(0)
    expect(midnight).toBeGreaterThan(this.now() - SLACK_MS)
    expect(midnight).toBeLessThanOrEqual(this.now() + DAY_MS)
    const isNewDay = earlier !== undefined && earlier.resets_at !== usage.resets_at
    if (isNewDay) expect(midnight).toBeGreaterThan(Date.parse(earlier.resets_at))
    for (const budget of ['active_minutes', 'actions', 'snapshots', 'uploads'] as const) {
      const { used, budget: total, remaining } = usage[budget]
      expect(used).toBeGreaterThanOrEqual(0)
      expect(used).toBeLessThanOrEqual(total)
      expect(remaining).toBe(Math.max(0, total - used))
      if (earlier && !isNewDay) expect(used).toBeGreaterThanOrEqual(earlier[budget].used)
      if (budget === 'active_minutes') {
        if (idle && earlier) expect(used).toBe(isNewDay ? 0 : earlier.active_minutes.used)
      } else if (isNewDay) {
        expect(used).toBeLessThanOrEqual(1)
        this.counted[budget] = used
      } else expect([budget, used]).toEqual([budget, this.counted[budget]])
    }
  }
}
