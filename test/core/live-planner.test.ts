import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graceMs, planLive, type PlanInput, type PlannedPhone } from '../../src-main/core/live-planner'

const now = 100_000
type Stream = PlannedPhone['stream']
const seen = (publicId: string, stream: Stream = 'idle'): PlannedPhone => ({
  publicId,
  hiddenSince: null,
  stream,
})
const hidden = (publicId: string, forMs: number, stream: Stream = 'live'): PlannedPhone => ({
  publicId,
  hiddenSince: now - forMs,
  stream,
})
const plan = (phones: PlannedPhone[], maxActiveDevices: number | null, focused: string | null = null) => {
  const { live, crowdedOut, changesAt } = planLive({ phones, focused, maxActiveDevices, now })
  return { live: [...live].sort(), crowdedOut: [...crowdedOut].sort(), changesAt }
}

describe('who is live', () => {
  it('every phone that is seen, where the account allows', () => {
    expect(plan([seen('a'), seen('b')], 5)).toEqual({ live: ['a', 'b'], crowdedOut: [], changesAt: null })
  })

  it('every phone that is seen, while the account’s limit is not known', () => {
    expect(plan([seen('a'), seen('b'), seen('c')], null).live).toEqual(['a', 'b', 'c'])
  })

  it('no phone out of sight that was not live', () => {
    expect(plan([hidden('a', 0, 'idle')], 5).live).toEqual([])
  })

  it('the first of the wall, when not all may be; the others are crowded out', () => {
    expect(plan([seen('a'), seen('b'), seen('c')], 2)).toMatchObject({ live: ['a', 'b'], crowdedOut: ['c'] })
  })

  it('the one that is live already, before a newcomer higher on the wall', () => {
    expect(plan([seen('a'), seen('b', 'live')], 1)).toMatchObject({ live: ['b'], crowdedOut: ['a'] })
  })

  it('the one that is live already, before one that connects again higher on the wall', () => {
    expect(plan([seen('a', 'connecting'), seen('b', 'live')], 1)).toMatchObject({ live: ['b'] })
  })

  it('beside one that fails, because that one is not in use; it goes on trying', () => {
    const phones = [seen('a', 'failing'), seen('b', 'failing'), seen('c'), seen('d')]
    expect(plan(phones, 2)).toEqual({ live: ['a', 'b', 'c', 'd'], crowdedOut: [], changesAt: null })
  })

  it('the focused one, before one that is live', () => {
    expect(plan([seen('a', 'live'), seen('b')], 1, 'b')).toMatchObject({ live: ['b'], crowdedOut: ['a'] })
  })

  it('the focused one, though its tile is out of sight', () => {
    expect(plan([hidden('a', graceMs * 2, 'idle'), seen('b')], 1, 'a').live).toEqual(['a'])
  })

  it('one that went out of sight, for a grace time', () => {
    expect(plan([hidden('a', graceMs - 1)], 5)).toEqual({ live: ['a'], crowdedOut: [], changesAt: now + 1 })
    expect(plan([hidden('a', graceMs)], 5)).toEqual({ live: [], crowdedOut: [], changesAt: null })
  })

  it('a newcomer in sight, before one that went out of sight', () => {
    expect(plan([hidden('a', 1), seen('b')], 1)).toMatchObject({ live: ['b'], crowdedOut: [] })
  })

  it('changes when the first grace time ends', () => {
    expect(plan([hidden('a', 1000), hidden('b', 4000)], 5).changesAt).toBe(now + graceMs - 4000)
  })

  it('none, when the account allows none', () => {
    expect(plan([seen('a', 'live')], 0, 'a')).toMatchObject({ live: [], crowdedOut: ['a'] })
  })
})

describe('whatever the wall', () => {
  const phone = fc.record({
    hiddenSince: fc.option(fc.integer({ min: now - 3 * graceMs, max: now }), { nil: null }),
    stream: fc.constantFrom<Stream>('idle', 'connecting', 'live', 'failing'),
  })
  const input: fc.Arbitrary<PlanInput> = fc
    .record({
      facts: fc.array(phone, { maxLength: 30 }),
      focus: fc.option(fc.nat({ max: 40 }), { nil: null }),
      maxActiveDevices: fc.option(fc.integer({ min: 0, max: 35 }), { nil: null }),
    })
    .map(({ facts, focus, maxActiveDevices }) => ({
      phones: facts.map((fact, index) => ({ publicId: `dev_${index}`, ...fact })),
      focused: focus === null ? null : `dev_${focus}`,
      maxActiveDevices,
      now,
    }))
  const always = (name: string, holds: (input: PlanInput, plan: ReturnType<typeof planLive>) => void) =>
    it(name, () => fc.assert(fc.property(input, (given) => holds(given, planLive(given)))))

  const failing = ({ phones }: PlanInput) =>
    new Set(phones.filter(({ stream }) => stream === 'failing').map(({ publicId }) => publicId))
  const inUse = (given: PlanInput, live: Set<string>) => {
    const without = failing(given)
    return [...live].filter((publicId) => !without.has(publicId))
  }

  always('there are never more in use than the account allows', (given, { live }) => {
    const { maxActiveDevices } = given
    if (maxActiveDevices !== null) expect(inUse(given, live).length).toBeLessThanOrEqual(maxActiveDevices)
  })

  always('the focused phone is live', ({ phones, focused, maxActiveDevices }, { live }) => {
    const exists = phones.some(({ publicId }) => publicId === focused)
    if (focused !== null && exists && maxActiveDevices !== 0) expect(live).toContain(focused)
  })

  always('nobody in sight is thrown out for a newcomer but the focused one', (given, { live }) => {
    const { phones, focused } = given
    const thrownOut = phones.filter(
      ({ publicId, stream, hiddenSince }) => stream === 'live' && hiddenSince === null && !live.has(publicId),
    )
    const newcomers = phones.filter(
      ({ publicId, stream }) =>
        (stream === 'idle' || stream === 'connecting') && live.has(publicId) && publicId !== focused,
    )
    if (thrownOut.length > 0) expect(newcomers).toEqual([])
  })

  always('no room is left while someone in sight is crowded out', (given, { live, crowdedOut }) => {
    if (crowdedOut.size > 0) expect(inUse(given, live).length).toBe(given.maxActiveDevices)
  })

  always('each phone in sight is either live or crowded out', ({ phones }, { live, crowdedOut }) => {
    for (const { publicId, hiddenSince } of phones) {
      if (hiddenSince !== null) expect(crowdedOut.has(publicId)).toBe(false)
      else expect(live.has(publicId)).toBe(!crowdedOut.has(publicId))
    }
  })

  always('a plan that is carried out stays as it is', (given, { live }) => {
    const carriedOut = (each: PlannedPhone): Stream => {
      if (each.stream === 'failing') return 'failing'
      return live.has(each.publicId) ? 'live' : 'idle'
    }
    const phones = given.phones.map((each) => ({ ...each, stream: carriedOut(each) }))
    expect(planLive({ ...given, phones }).live).toEqual(live)
  })
})
