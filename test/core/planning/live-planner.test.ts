import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JobStanding } from '../../../src-main/core/jobs/job-watch'
import {
  inHandRateStandsMs,
  graceMs,
  looksMs,
  planLive,
  rateStandsMs,
  stillMs,
  type Plan,
  type PlanInput,
  type PlannedPhone,
} from '../../../src-main/core/planning/live-planner'

const now = 100_000
type Stream = PlannedPhone['stream']
const seen = (publicId: string, stream: Stream = 'idle', more: Partial<PlannedPhone> = {}): PlannedPhone => ({
  publicId,
  seen: true,
  since: -Infinity,
  stream,
  jobs: 'none',
  acting: false,
  touched: false,
  rate: null,
  ...more,
})
const hidden = (publicId: string, forMs: number, stream: Stream = 'live'): PlannedPhone => ({
  publicId,
  seen: false,
  since: now - forMs,
  stream,
  jobs: 'none',
  acting: false,
  touched: false,
  rate: null,
})
const many = (count: number, stream: Stream = 'idle', more: Partial<PlannedPhone> = {}) =>
  Array.from({ length: count }, (_, index) => seen(`dev_${index}`, stream, more))

type Wishes = Partial<Omit<PlanInput, 'phones' | 'selected' | 'focused'>> & {
  selected?: string[]
  focused?: string[]
}
const planOf = (phones: PlannedPhone[], maxActiveDevices: number | null, wishes: Wishes = {}) =>
  planLive({
    phones,
    maxActiveDevices,
    minutesLeft: 1,
    fps: { min: 1, max: 30 },
    framesPerSecond: 600,
    tileHeight: null,
    usedUp: false,
    now,
    ...wishes,
    selected: new Set(wishes.selected),
    focused: new Set(wishes.focused),
  })
const plan = (phones: PlannedPhone[], maxActiveDevices: number | null, wishes: Wishes = {}) => {
  const { live, crowdedOut, passing, changesAt } = planOf(phones, maxActiveDevices, wishes)
  return {
    live: [...live.keys()].sort(),
    crowdedOut: [...crowdedOut].sort(),
    passing: [...passing].sort(),
    changesAt,
  }
}

describe('who is live', () => {
  it('every phone that is seen, where the account allows', () => {
    expect(plan([seen('a'), seen('b')], 5)).toEqual({
      live: ['a', 'b'],
      crowdedOut: [],
      passing: [],
      changesAt: null,
    })
  })

  it('every phone that is seen, while the account’s limit is not known', () => {
    expect(plan([seen('a'), seen('b'), seen('c')], null).live).toEqual(['a', 'b', 'c'])
  })

  it('no phone out of sight that was not live, though it is selected', () => {
    expect(plan([hidden('a', 0, 'idle')], 5, { selected: ['a'] }).live).toEqual([])
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
    expect(plan(phones, 2)).toMatchObject({ live: ['a', 'b', 'c', 'd'], crowdedOut: [] })
  })

  it('the focused one, though it fails: nobody comes and goes with each of its attempts', () => {
    const phones = (stream: Stream) => [seen('a', stream), seen('b', 'live'), seen('c')]
    for (const stream of ['failing', 'connecting'] as const)
      expect(plan(phones(stream), 2, { focused: ['a'] })).toMatchObject({
        live: ['a', 'b'],
        crowdedOut: ['c'],
      })
  })

  it('one that was refused, perhaps for want of its place: nobody else is refused for it', () => {
    const phones = [seen('a', 'live'), seen('b', 'refused'), seen('c')]
    expect(plan(phones, 2)).toMatchObject({ live: ['a', 'b'], crowdedOut: ['c'] })
    expect(plan([seen('a', 'live'), seen('b', 'refused')], 1, { selected: ['b'] }).live).toEqual(['b'])
  })

  it('of several focused ones those that are live, before one that is opened now', () => {
    const phones = [seen('a'), seen('b', 'live'), seen('c', 'connecting'), seen('d', 'live')]
    expect(plan(phones, 2, { focused: ['a', 'b', 'c'] })).toMatchObject({
      live: ['b', 'c'],
      crowdedOut: ['a', 'd'],
    })
  })

  it('the focused one, before the selected ones and before one that is live', () => {
    const phones = [seen('a', 'live'), seen('b', 'live'), seen('c')]
    expect(plan(phones, 1, { focused: ['c'], selected: ['b'] })).toMatchObject({
      live: ['c'],
      crowdedOut: ['a', 'b'],
    })
  })

  it('the focused one, though its tile is out of sight', () => {
    expect(plan([hidden('a', graceMs * 2, 'idle'), seen('b')], 1, { focused: ['a'] }).live).toEqual(['a'])
  })

  it('a selected one that is seen, before one that is live, because it was asked for', () => {
    expect(plan([seen('a', 'live'), seen('b')], 1, { selected: ['b'] }).live).toEqual(['b'])
  })

  it('of the selected ones that are seen, those that are live already', () => {
    const phones = [seen('a'), seen('b', 'live'), seen('c')]
    expect(plan(phones, 1, { selected: ['a', 'b', 'c'] }).live).toEqual(['b'])
  })

  it('one that went out of sight, for a grace time', () => {
    expect(plan([hidden('a', graceMs - 1)], 5)).toMatchObject({ live: ['a'], changesAt: now + 1 })
    expect(plan([hidden('a', graceMs)], 5)).toMatchObject({ live: [], changesAt: null })
  })

  it('one that went out of sight while it is selected, for as long as nobody in sight needs its place', () => {
    const phones = [hidden('a', graceMs * 9)]
    expect(plan(phones, 1, { selected: ['a'] })).toMatchObject({ live: ['a'], changesAt: null })
    expect(plan([...phones, seen('b')], 1, { selected: ['a'] }).live).toEqual(['b'])
  })

  it('a newcomer in sight, before one that went out of sight', () => {
    expect(plan([hidden('a', stillMs), seen('b')], 1)).toMatchObject({ live: ['b'], crowdedOut: [] })
  })

  it('changes when the first grace time ends', () => {
    expect(plan([hidden('a', 1000), hidden('b', 4000)], 5).changesAt).toBe(now + graceMs - 4000)
  })

  it('none, when the account allows none', () => {
    expect(plan([seen('a', 'live')], 0, { focused: ['a'] })).toMatchObject({ live: [], crowdedOut: ['a'] })
  })
})

describe('while the wall moves', () => {
  it('who comes into sight only passes, and is live once the wall stands still', () => {
    const came = seen('a', 'idle', { since: now - stillMs + 1 })
    expect(plan([came], 5)).toMatchObject({ live: [], passing: ['a'], changesAt: now + 1 })
    expect(plan([{ ...came, since: now - stillMs }], 5)).toMatchObject({ live: ['a'], passing: [] })
  })

  it('who is seen for a second is live all the same', () => {
    const phones = [seen('a', 'idle', { since: now - looksMs }), seen('b', 'idle', { since: now })]
    expect(plan(phones, 5)).toMatchObject({ live: ['a'], passing: ['b'] })
  })

  it('who was refused and has yet to be asked for its jobs is as one that comes: the others keep their rate', () => {
    const came = { since: now - 1, jobs: 'unknown' as const }
    const phones = [seen('a', 'refused', came), seen('b', 'live', { rate: { fps: 20, since: 0 } })]
    const { live, passing, askJobsOf } = planOf(phones, 5, { framesPerSecond: 20 })
    expect({ live: [...live], passing: [...passing], askJobsOf }).toEqual({
      live: [['b', 20]],
      passing: ['a'],
      askJobsOf: [],
    })
  })

  it('nobody has to wait who is focused or selected, and none of a wall that has just appeared', () => {
    const phones = [
      seen('a', 'idle', { since: now }),
      seen('b', 'idle', { since: now }),
      seen('c', 'idle', { since: now }),
      seen('d'),
    ]
    expect(plan(phones, 5, { focused: ['a'], selected: ['b'] })).toMatchObject({
      live: ['a', 'b', 'd'],
      passing: ['c'],
    })
  })

  it('who has just gone out of sight is not thrown out for a newcomer', () => {
    const phones = [hidden('a', 0), seen('b')]
    expect(plan(phones, 1)).toMatchObject({ live: ['a'], crowdedOut: ['b'], changesAt: now + stillMs })
  })
})

describe('at what frame rate', () => {
  const rateOf = (phones: PlannedPhone[], publicId: string, wishes: Wishes = {}) =>
    planOf(phones, null, wishes).live.get(publicId)
  const at = (fps: number, forMs: number) => ({ rate: { fps, since: now - forMs } })

  it.each([
    [1, 20],
    [30, 20],
    [31, 15],
    [40, 15],
    [41, 10],
    [60, 10],
    [61, 5],
    [500, 5],
  ])('%d phones share what one machine can show: %d frames a second each', (count, fps) => {
    expect(new Set(planOf(many(count), null).live.values())).toEqual(new Set([fps]))
  })

  it('each of several focused ones has all of it', () => {
    for (const phone of ['dev_7', 'dev_8'])
      expect(rateOf(many(100), phone, { focused: ['dev_7', 'dev_8'] })).toBe(30)
  })

  it('the focused one has all of it', () => {
    expect(rateOf(many(100), 'dev_7', { focused: ['dev_7'] })).toBe(30)
  })

  it('small screens have fewer, but not one that is in use, nor the one that is opened large', () => {
    const phones = [seen('a'), seen('b', 'idle', { touched: true }), seen('c')]
    const ratesAt = (tileHeight: number) =>
      [...planOf(phones, null, { tileHeight, focused: ['c'] }).live.entries()].sort()
    expect(ratesAt(159)).toEqual([
      ['a', 12],
      ['b', 20],
      ['c', 30],
    ])
    expect(ratesAt(160)).toEqual([
      ['a', 20],
      ['b', 20],
      ['c', 30],
    ])
  })

  it('the one that it has, where the screens are only a little smaller or larger than it is for', () => {
    const small = many(2, 'live', at(12, rateStandsMs))
    const large = many(2, 'live', at(20, rateStandsMs))
    expect(rateOf(large, 'dev_0', { tileHeight: 130 })).toBe(20)
    expect(rateOf(large, 'dev_0', { tileHeight: 120 })).toBe(12)
    expect(rateOf(small, 'dev_0', { tileHeight: 190 })).toBe(12)
    expect(rateOf(small, 'dev_0', { tileHeight: 210 })).toBe(20)
  })

  it('one that is in use has what a thumbnail shows, on a slow computer too', () => {
    const phones = (forMs: number) => [seen('a', 'live', { touched: true, ...at(5, forMs) }), ...many(100)]
    expect(rateOf(phones(inHandRateStandsMs), 'a')).toBe(20)
    expect(rateOf(phones(inHandRateStandsMs - 1), 'a')).toBe(5)
  })

  it('lower for all alike on a computer that shows less, but not for the focused one', () => {
    const phones = many(30, 'live', at(15, rateStandsMs))
    const { live } = planOf(phones, null, { framesPerSecond: 300, focused: ['dev_7'] })
    expect(live.get('dev_7')).toBe(30)
    expect(new Set(phones.map(({ publicId }) => live.get(publicId)))).toEqual(new Set([10, 30]))
  })

  it('low, when the active minutes of the day are nearly gone; and who is out of sight goes first', () => {
    const phones = [...many(3), hidden('gone', 1)]
    expect(rateOf(phones, 'dev_0', { minutesLeft: 0.049 })).toBe(5)
    expect(rateOf(phones, 'dev_0', { minutesLeft: 0.049, focused: ['dev_0'] })).toBe(15)
    expect(rateOf(phones, 'dev_0', { minutesLeft: 0.05 })).toBe(20)
    expect(rateOf(many(3, 'live', at(20, rateStandsMs)), 'dev_0', { minutesLeft: 0.049 })).toBe(5)
    expect(plan(phones, null, { minutesLeft: 0.049 }).live).not.toContain('gone')
    expect(
      rateOf(phones, 'dev_0', { minutesLeft: 0.049, fps: { min: 8, max: 30 } }),
      'as low as the service takes',
    ).toBe(8)
  })

  it('the one that it has, until that has stood for half a minute', () => {
    const phones = (forMs: number) => many(200, 'live', at(30, forMs))
    expect(rateOf(phones(rateStandsMs - 1), 'dev_0')).toBe(30)
    expect(planOf(phones(rateStandsMs - 1), null).changesAt).toBe(now + 1)
    expect(rateOf(phones(rateStandsMs), 'dev_0')).toBe(5)
  })

  it('the one that it has, where there are only a few phones more or less than it is for', () => {
    expect(rateOf(many(37, 'live', at(20, rateStandsMs)), 'dev_0')).toBe(20)
    expect(rateOf(many(38, 'live', at(20, rateStandsMs)), 'dev_0')).toBe(15)
    expect(rateOf(many(25, 'live', at(15, rateStandsMs)), 'dev_0')).toBe(15)
    expect(rateOf(many(24, 'live', at(15, rateStandsMs)), 'dev_0')).toBe(20)
  })

  it('a higher one sooner for who is opened large', () => {
    const phones = (forMs: number) => many(100, 'live', at(5, forMs))
    expect(rateOf(phones(inHandRateStandsMs - 1), 'dev_0', { focused: ['dev_0'] })).toBe(5)
    expect(rateOf(phones(inHandRateStandsMs), 'dev_0', { focused: ['dev_0'] })).toBe(30)
  })

  it('the one that it has, while nobody sees it', () => {
    const gone: PlannedPhone = { ...hidden('gone', 1), ...at(5, rateStandsMs * 2) }
    expect(rateOf([gone], 'gone')).toBe(5)
  })
})

describe('a phone to which an action was sent', () => {
  it('is live before the others that are seen', () => {
    expect(plan([seen('a', 'live'), seen('b', 'idle', { acting: true })], 1)).toMatchObject({
      live: ['b'],
      crowdedOut: ['a'],
    })
  })

  it('has a place of its own out of sight, for which the last of the others goes', () => {
    const acting = { ...hidden('c', graceMs, 'idle'), acting: true }
    expect(plan([seen('a', 'live'), seen('b', 'live'), acting], 2)).toMatchObject({
      live: ['a'],
      crowdedOut: ['b'],
    })
  })

  it('takes no second place when it is live', () => {
    const acting = { ...hidden('c', graceMs * 2), acting: true }
    expect(plan([seen('a', 'live'), acting], 2).live).toEqual(['a', 'c'])
  })
})

describe('when the active minutes of the day are used up', () => {
  it('nobody new connects; who is live stays, and who comes back by itself goes on waiting', () => {
    const phones = [seen('a', 'live'), seen('b'), seen('c', 'failing')]
    expect(plan(phones, 5, { usedUp: true }).live).toEqual(['a', 'c'])
    expect([...planOf(phones, 5, { usedUp: true }).withoutMinutes]).toEqual(['b'])
  })

  it('who comes into sight waits for minutes, not for the wall to stand still', () => {
    const { withoutMinutes, passing } = planOf([seen('a', 'idle', { since: now })], 5, { usedUp: true })
    expect({ withoutMinutes: [...withoutMinutes], passing: [...passing] }).toEqual({
      withoutMinutes: ['a'],
      passing: [],
    })
  })

  it('who is live stays so out of sight too, because it could not come back', () => {
    const phones = [hidden('a', graceMs * 9), seen('b', 'live')]
    const wishes = { usedUp: true, focused: ['b'], minutesLeft: 0 }
    expect(plan(phones, 5, wishes)).toMatchObject({ live: ['a', 'b'], changesAt: null })
  })

  it('who is live stays at its rate: another one costs a connect', () => {
    const phones = many(2, 'live', { rate: { fps: 30, since: now - rateStandsMs } })
    const { live, changesAt } = planOf(phones, null, { usedUp: true, minutesLeft: 0, focused: ['dev_1'] })
    expect([...live.values()]).toEqual([30, 30])
    expect(changesAt).toBeNull()
  })
})

describe('whatever the wall', () => {
  const time = fc.oneof(fc.constant(-Infinity), fc.integer({ min: now - 3 * graceMs, max: now }))
  const phone = fc.record({
    seen: fc.boolean(),
    since: time,
    stream: fc.constantFrom<Stream>('idle', 'connecting', 'live', 'failing', 'refused'),
    acting: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    touched: fc.boolean(),
    jobs: fc.oneof(
      { weight: 3, arbitrary: fc.constant<JobStanding>('none') },
      fc.constantFrom<JobStanding>('unknown', 'pending'),
    ),
    rate: fc.option(
      fc.record({ fps: fc.constantFrom(5, 10, 15, 30), since: fc.integer({ min: 0, max: now }) }),
      { nil: null },
    ),
  })
  const input: fc.Arbitrary<PlanInput> = fc
    .record({
      facts: fc.array(phone, { maxLength: 60 }),
      focus: fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 3 }),
      selected: fc.uniqueArray(fc.nat({ max: 60 })),
      maxActiveDevices: fc.option(fc.integer({ min: 0, max: 35 }), { nil: null }),
      usedUp: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
      minutesLeft: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
      framesPerSecond: fc.integer({ min: 60, max: 1200 }),
      tileHeight: fc.option(fc.integer({ min: 40, max: 900 }), { nil: null }),
    })
    .map(({ facts, focus, selected, ...rest }) => ({
      phones: facts.map((fact, index) => ({ publicId: `dev_${index}`, ...fact })),
      focused: new Set(focus.map((index) => `dev_${index}`)),
      selected: new Set(selected.map((index) => `dev_${index}`)),
      ...rest,
      fps: { min: 1, max: 30 },
      now,
    }))
  const always = (name: string, holds: (input: PlanInput, plan: ReturnType<typeof planLive>) => void) =>
    it(name, () => fc.assert(fc.property(input, (given) => holds(given, planLive(given)))))

  /** Those that try without a place. */
  const failing = ({ phones, focused }: PlanInput) =>
    new Set(
      phones
        .filter(({ stream, publicId }) => stream === 'failing' && !focused.has(publicId))
        .map(({ publicId }) => publicId),
    )
  /** Those that have a place: also the ones that connect only once their jobs are known. */
  const inUse = (given: PlanInput, { live, askJobsOf }: Plan) => {
    const without = failing(given)
    return [...live.keys(), ...askJobsOf].filter((publicId) => !without.has(publicId))
  }
  /** Out of sight and not live, but in use because of an action. */
  const actedOn = ({ phones, focused }: PlanInput) =>
    phones.filter(
      ({ publicId, acting, seen, stream, jobs }) =>
        acting &&
        !seen &&
        !focused.has(publicId) &&
        jobs !== 'pending' &&
        ['idle', 'failing', 'refused'].includes(stream),
    )

  always('there are never more in use than the account allows', (given, plan) => {
    const { maxActiveDevices } = given
    if (maxActiveDevices !== null) expect(inUse(given, plan).length).toBeLessThanOrEqual(maxActiveDevices)
  })

  always('a phone that is acted on has its place before all but the focused one', (given, plan) => {
    const { maxActiveDevices, phones, selected, focused } = given
    const first = phones.filter(({ publicId, acting, seen }) =>
      [acting, focused.has(publicId), seen && selected.has(publicId)].includes(true),
    )
    if (maxActiveDevices === null || first.length > maxActiveDevices) return
    expect(inUse(given, plan).length + actedOn(given).length).toBeLessThanOrEqual(maxActiveDevices)
  })

  always('the focused phones are the first to connect, or to be asked for their jobs', (given, plan) => {
    const { phones, focused, maxActiveDevices, usedUp } = given
    const wanted = phones.filter(
      ({ publicId, jobs, stream }) =>
        focused.has(publicId) && jobs !== 'pending' && !(usedUp && stream === 'idle'),
    )
    const has = ({ publicId }: PlannedPhone) => plan.live.has(publicId) || plan.askJobsOf.includes(publicId)
    expect(wanted.filter(has).length).toBe(Math.min(wanted.length, maxActiveDevices ?? Infinity))
    for (const order of [[...plan.live.keys()], plan.askJobsOf]) {
      const places = order.map((publicId) => focused.has(publicId))
      expect(places.slice(0, places.filter(Boolean).length)).not.toContain(false)
    }
  })

  always('no focused phone that is live is let go for another', ({ phones, focused }, { live }) => {
    const ofFocused = phones.filter(({ publicId, jobs }) => focused.has(publicId) && jobs !== 'pending')
    const letGo = ofFocused.filter(({ stream, publicId }) => stream === 'live' && !live.has(publicId))
    const newcomers = ofFocused.filter(({ stream, publicId }) => stream !== 'live' && live.has(publicId))
    if (letGo.length > 0) expect(newcomers).toEqual([])
  })

  always(
    'a phone with a pending job is left alone',
    ({ phones }, { live, askJobsOf, crowdedOut, passing }) => {
      for (const { publicId } of phones.filter(({ jobs }) => jobs === 'pending')) {
        const places = [live, new Set(askJobsOf), crowdedOut, passing]
        expect(places.filter((place) => place.has(publicId))).toEqual([])
      }
    },
  )

  always('nobody new connects when the minutes are used up', ({ phones, usedUp }, { live, askJobsOf }) => {
    const idle = phones.filter(({ stream }) => usedUp && stream === 'idle')
    expect(idle.filter(({ publicId }) => live.has(publicId) || askJobsOf.includes(publicId))).toEqual([])
  })

  always('nobody connects before its jobs are known', ({ phones }, { live }) => {
    const unknown = phones.filter(
      ({ jobs, stream }) => jobs === 'unknown' && ['idle', 'failing', 'refused'].includes(stream),
    )
    expect(unknown.filter(({ publicId }) => live.has(publicId))).toEqual([])
  })

  always('the jobs of a phone that is open are no reason to let it go until they are known', (given) => {
    const known = given.phones.map((each) =>
      each.jobs === 'unknown' ? { ...each, jobs: 'none' as const } : each,
    )
    const open = given.phones.filter(({ stream }) => stream === 'live' || stream === 'connecting')
    const liveOf = (phones: PlannedPhone[]) => {
      const { live } = planLive({ ...given, phones })
      return open.filter(({ publicId }) => live.has(publicId))
    }
    expect(liveOf([...given.phones])).toEqual(liveOf(known))
  })

  always('nobody in sight is thrown out for a newcomer that was not asked for', (given, { live }) => {
    const { phones, focused, selected } = given
    const thrownOut = phones.filter(
      ({ publicId, stream, seen, jobs }) =>
        stream === 'live' && seen && jobs !== 'pending' && !live.has(publicId),
    )
    const newcomers = phones.filter(
      ({ publicId, stream, acting }) =>
        stream === 'idle' &&
        live.has(publicId) &&
        !focused.has(publicId) &&
        !selected.has(publicId) &&
        !acting,
    )
    if (thrownOut.length > 0) expect(newcomers).toEqual([])
  })

  always('no room is left while someone in sight is crowded out', (given, plan) => {
    if (plan.crowdedOut.size === 0) return
    const placed = inUse(given, plan).length + actedOn(given).length
    expect(placed).toBeGreaterThanOrEqual(given.maxActiveDevices ?? Infinity)
  })

  always(
    'each phone in sight is live, crowded out, passing, without minutes or left alone',
    ({ phones, focused }, { live, crowdedOut, passing, withoutMinutes }) => {
      for (const { publicId, seen, jobs } of phones) {
        const places = [live, crowdedOut, passing, withoutMinutes].filter((place) => place.has(publicId))
        if (seen) expect(places).toHaveLength(jobs === 'pending' ? 0 : 1)
        else if (!focused.has(publicId)) expect(crowdedOut.has(publicId) || passing.has(publicId)).toBe(false)
      }
    },
  )

  always('a plan that changes by itself does so later', (_, { changesAt }) => {
    if (changesAt !== null) expect(changesAt).toBeGreaterThan(now)
  })

  const carriedOut = (given: PlanInput, live: ReadonlyMap<string, number>): PlannedPhone[] =>
    given.phones.map((each) => {
      const fps = live.get(each.publicId)
      if (fps === undefined)
        return { ...each, stream: each.stream === 'failing' ? 'failing' : 'idle', rate: null }
      const rate = each.rate?.fps === fps ? each.rate : { fps, since: now }
      return { ...each, stream: each.stream === 'failing' ? 'failing' : 'live', rate }
    })

  always('a plan that is carried out stays as it is', (given, { live }) => {
    const again = planLive({ ...given, phones: carriedOut(given, live) })
    expect(new Map([...again.live].sort())).toEqual(new Map([...live].sort()))
  })

  always('a plan that is carried out changes only when it said', (given, { live, changesAt }) => {
    const phones = carriedOut(given, live)
    const next = planLive({ ...given, phones })
    const later = changesAt === null ? now + 10 * graceMs : changesAt - 1
    if (next.changesAt !== null && next.changesAt <= later) return
    expect(planLive({ ...given, phones, now: later }).live).toEqual(next.live)
  })
})

describe('500 phones, 30 of them seen, 20 at a time', () => {
  const perRow = 6
  const rowsSeen = 5
  const maxActiveDevices = 20

  /** Scrolls one row every `rowMs`, by `steps` (-1, 0 or 1 row each), and plans as the fleet does. */
  const scroll = (steps: readonly number[], rowMs: number) => {
    const phones = Array.from({ length: 500 }, (_, index): PlannedPhone => ({
      ...seen(`dev_${index}`),
      seen: false,
    }))
    const dials = new Map<string, number>()
    let top = 20
    let time = now

    const look = (appears: boolean) => {
      phones.forEach((phone, index) => {
        const row = Math.floor(index / perRow)
        const isSeen = row >= top && row < top + rowsSeen
        if (isSeen === phone.seen) return
        phone.seen = isSeen
        phone.since = appears ? -Infinity : time
      })
    }
    const carryOut = () => {
      const wishes = {
        focused: new Set<string>(),
        selected: new Set<string>(),
        minutesLeft: 1,
        fps: { min: 1, max: 30 },
        framesPerSecond: 600,
        tileHeight: null,
        usedUp: false,
      }
      const { live, changesAt } = planLive({ phones, ...wishes, maxActiveDevices, now: time })
      expect(live.size).toBeLessThanOrEqual(maxActiveDevices)
      for (const phone of phones) {
        const fps = live.get(phone.publicId)
        if (fps !== undefined && phone.rate?.fps !== fps) {
          dials.set(phone.publicId, (dials.get(phone.publicId) ?? 0) + 1)
        }
        phone.stream = fps === undefined ? 'idle' : 'live'
        phone.rate =
          fps === undefined ? null : { fps, since: phone.rate?.fps === fps ? phone.rate.since : time }
      }
      return changesAt
    }
    /** Time passes, and the plan changes when it said. */
    const wait = (ms: number) => {
      const end = time + ms
      for (let at = carryOut(); at !== null && at <= end; at = carryOut()) time = at
      time = end
    }
    const total = () => [...dials.values()].reduce((sum, each) => sum + each, 0)

    look(true)
    wait(rowMs)
    for (const step of steps) {
      top = Math.min(78, Math.max(0, top + step))
      look(false)
      wait(rowMs)
    }
    const whileMoving = total()
    wait(60_000)
    return { whileMoving, total: total(), live: phones.filter(({ stream }) => stream === 'live') }
  }

  it('cost no connect while they fly by, and one each where the wall comes to rest', () => {
    const { whileMoving, total, live } = scroll(Array<number>(50).fill(1), 100)
    expect(whileMoving).toBe(20)
    expect(total).toBe(40)
    expect(live).toHaveLength(20)
    expect(live.every(({ seen }) => seen)).toBe(true)
  })

  it('are not connected anew by a wall that trembles by one row', () => {
    const { total } = scroll(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? 1 : -1)),
      200,
    )
    expect(total).toBeLessThanOrEqual(26)
  })

  it('are connected less often than twice a second, however the wall is scrolled', () => {
    const step = fc.constantFrom(-1, 0, 1)
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 20, max: stillMs - 1 }),
        (steps, rowMs) => {
          const { whileMoving, live } = scroll(steps, rowMs)
          const seconds = (steps.length * rowMs) / 1000
          // 20 at the start; and each time that the wall stands still, as many as have left since.
          const rests = steps.filter((each, index) => each === 0 && steps[index - 1] !== 0).length
          expect(whileMoving).toBeLessThanOrEqual(20 + 20 * rests + 2 * seconds)
          expect(live).toHaveLength(20)
        },
      ),
      { numRuns: 30 },
    )
  })
})
