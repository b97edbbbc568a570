import { describe, expect, it } from 'vitest'
import { FleetUses } from '../../../../src-main/core/flows/in-fleet/fleet-uses'
import { fakeUsage } from '../../../renderer/fake-phone'

describe('what runs on a fleet share', () => {
  const usage = fakeUsage()
  const mostPhones = () => 2

  it('lasts while one of them is under way, in the window or for a terminal', () => {
    const uses = new FleetUses()
    const use = () => uses.of('oslo', false, usage, mostPhones)
    const first = use()
    const ends = [uses.hold('oslo'), uses.hold('oslo')]
    expect(use()).toBe(first)
    expect(uses.of('rome', false, usage, mostPhones)).not.toBe(first)
    ends[0]?.()
    expect(use()).toBe(first)
    ends[1]?.()
    expect(uses.of('oslo', true, usage, mostPhones)).toBe(first)
    expect(use()).not.toBe(first)
  })
})
