import { expect, it } from 'vitest'
import { usageSchema } from '../../src-shared/protocol/usage'

const budget = { used: -5, budget: 2 ** 53 - 1, remaining: 7 }
const answer = (resets_at: string) => ({
  ...{ active_minutes: budget, actions: budget, snapshots: budget, uploads: budget },
  ...{ max_active_devices: -1, resets_at },
})

it('shows no negative and no absurd count', () => {
  const usage = usageSchema.parse(answer('2030-01-01T00:00:00Z'))
  expect(usage.actions).toEqual({ used: 0, budget: 1_000_000_000, remaining: 7 })
  expect(usage.max_active_devices).toBe(0)
})

it('takes no time that is long', () => {
  expect(usageSchema.safeParse(answer(`2030-01-01T00:00:00.${'0'.repeat(50)}Z`)).success).toBe(true)
  expect(usageSchema.safeParse(answer(`2030-01-01T00:00:00.${'0'.repeat(500)}Z`)).success).toBe(false)
})
