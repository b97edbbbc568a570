import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patrolTurnMs } from '../../../src-shared/features/preferences-state'
import type { JobStanding } from '../../../src-main/core/jobs/job-watch'
import {
  activeRateStandsMs,
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
  withoutPlace: false,
  touched: false,
  held: false,
  rate: null,
  turnAt: -Infinity,
  ...more,
})
const hidden = (publicId: string, forMs: number, stream: Stream = 'live') =>
  seen(publicId, stream, { seen: false, since: now - forMs })
/** Phones in sight in the order of the wall, such as `a b:live`; idle ones need no word. */
const wall = (text: string) =>
  text.split(' ').map((each) => {
    const [publicId = '', stream = 'idle'] = each.split(':')
    return seen(publicId, stream as Stream)
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
    mostFps: { thumbnails: 0, focus: 0 },
    mostFpsSince: -Infinity,
    framesPerSecond: 600,
    isLowered: true,
    tileHeight: null,
    usedUp: false,
    patrols: false,
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

describe('the live planner', () => {
  it.each<[string, PlannedPhone[], number | null, Wishes, string, string?]>([
    ['makes every phone in sight live within the limit', wall('a b'), 5, {}, 'a b'],
    ['makes every phone in sight live while the limit is unknown', wall('a b c'), null, {}, 'a b c'],
    ['leaves an idle phone out of sight idle', [hidden('a', 0, 'idle')], 5, { selected: ['a'] }, ''],
    ['takes phones in wall order, and crowds out the rest', wall('a b c'), 2, {}, 'a b', 'c'],
    ['keeps a live phone before an idle one', wall('a b:live'), 1, {}, 'b', 'a'],
    ['keeps a live phone before one that reconnects', wall('a:connecting b:live'), 1, {}, 'b', 'a'],
    ['lets a failing phone retry without a slot', wall('a:failing b:failing c d'), 2, {}, 'a b c d'],
    [
      'keeps the slot of a phone in focus that fails',
      wall('a:failing b:live c'),
      2,
      { focused: ['a'] },
      'a b',
      'c',
    ],
    [
      'keeps the slot of a phone in focus that connects',
      wall('a:connecting b:live c'),
      2,
      { focused: ['a'] },
      'a b',
      'c',
    ],
    ['keeps the slot of a phone whose connect was refused', wall('a:live b:refused c'), 2, {}, 'a b', 'c'],
    [
      'keeps the slot of a refused phone that is selected',
      wall('a:live b:refused'),
      1,
      { selected: ['b'] },
      'b',
      'a',
    ],
    [
      'keeps live phones in focus before a new one',
      wall('a b:live c:connecting d:live'),
      2,
      { focused: ['a', 'b', 'c'] },
      'b c',
      'a d',
    ],
    [
      'prefers focus to selection',
      wall('a:live b:live c'),
      1,
      { focused: ['c'], selected: ['b'] },
      'c',
      'a b',
    ],
    [
      'shows a phone in focus out of sight',
      [hidden('a', graceMs * 2, 'idle'), seen('b')],
      1,
      { focused: ['a'] },
      'a',
      'b',
    ],
    ['prefers a selected phone in sight to a live one', wall('a:live b'), 1, { selected: ['b'] }, 'b', 'a'],
    [
      'keeps the live ones of selected phones',
      wall('a b:live c'),
      1,
      { selected: ['a', 'b', 'c'] },
      'b',
      'a c',
    ],
    ['prefers a phone in sight to one out of it', [hidden('a', stillMs), seen('b')], 1, {}, 'b'],
    ['makes no phone live when the limit is 0', wall('a:live'), 0, { focused: ['a'] }, '', 'a'],
    [
      'puts a phone with an action first',
      [seen('a', 'live'), seen('b', 'idle', { acting: true })],
      1,
      {},
      'b',
      'a',
    ],
    [
      'gives an action a slot out of sight',
      [...wall('a:live b:live'), { ...hidden('c', graceMs, 'idle'), acting: true }],
      2,
      {},
      'a',
      'b',
    ],
    [
      'gives an action no second slot',
      [seen('a', 'live'), { ...hidden('c', graceMs * 2), acting: true }],
      2,
      {},
      'a c',
    ],
  ])('%s', (_, phones, limit, wishes, live, crowdedOut = '') => {
    const planned = plan(phones, limit, wishes)
    expect([planned.live.join(' '), planned.crowdedOut.join(' ')]).toEqual([live, crowdedOut])
  })

  it('keeps a phone that went out of sight live for a grace time', () => {
    expect(plan([hidden('a', graceMs - 1)], 5)).toMatchObject({ live: ['a'], changesAt: now + 1 })
    expect(plan([hidden('a', graceMs)], 5)).toMatchObject({ live: [], changesAt: null })
    expect(plan([hidden('a', 1000), hidden('b', 4000)], 5).changesAt).toBe(now + graceMs - 4000)
  })

  it('keeps a selected phone out of sight live while its slot is not needed', () => {
    const phones = [hidden('a', graceMs * 9)]
    expect(plan(phones, 1, { selected: ['a'] })).toMatchObject({ live: ['a'], changesAt: null })
    expect(plan([...phones, seen('b')], 1, { selected: ['a'] }).live).toEqual(['b'])
  })
})

describe('while the wall moves', () => {
  it('a new phone passes until the wall is still', () => {
    const came = seen('a', 'idle', { since: now - stillMs + 1 })
    expect(plan([came], 5)).toMatchObject({ live: [], passing: ['a'], changesAt: now + 1 })
    expect(plan([{ ...came, since: now - stillMs }], 5)).toMatchObject({ live: ['a'], passing: [] })
  })

  it('a phone that is in sight for a second connects', () => {
    const phones = [seen('a', 'idle', { since: now - looksMs }), seen('b', 'idle', { since: now })]
    expect(plan(phones, 5)).toMatchObject({ live: ['a'], passing: ['b'] })
  })

  it('a refused phone with unread jobs passes, and the others keep their rate', () => {
    const came = { since: now - 1, jobs: 'unknown' as const }
    const phones = [seen('a', 'refused', came), seen('b', 'live', { rate: { fps: 20, since: 0 } })]
    const { live, passing, askJobsOf } = planOf(phones, 5, { framesPerSecond: 20 })
    expect({ live: [...live], passing: [...passing], askJobsOf }).toEqual({
      live: [['b', 20]],
      passing: ['a'],
      askJobsOf: [],
    })
  })

  it('focused and selected phones, and a wall that just appeared, do not wait', () => {
    const phones = [...wall('a b c').map((phone) => ({ ...phone, since: now })), seen('d')]
    expect(plan(phones, 5, { focused: ['a'], selected: ['b'] })).toMatchObject({
      live: ['a', 'b', 'd'],
      passing: ['c'],
    })
  })

  it('a phone that just went out of sight keeps its slot before a new one', () => {
    const phones = [hidden('a', 0), seen('b')]
    expect(plan(phones, 1)).toMatchObject({ live: ['a'], crowdedOut: ['b'], changesAt: now + stillMs })
  })
})

describe('the frame rate', () => {
  const rateOf = (phones: PlannedPhone[], publicId: string, wishes: Wishes = {}) =>
    planOf(phones, null, wishes).live.get(publicId)
  const at = (fps: number, forMs: number) => ({ rate: { fps, since: now - forMs } })

  it.each([
    [1, 20],
    [30, 20],
    [31, 19],
    [60, 10],
    [100, 6],
    [500, 2],
  ])('shares the pace: %d phones get %d frames a second each', (count, fps) => {
    expect(new Set(planOf(many(count), null).live.values())).toEqual(new Set([fps]))
  })

  it('is full for each of several focused phones', () => {
    for (const phone of ['dev_7', 'dev_8'])
      expect(rateOf(many(100), phone, { focused: ['dev_7', 'dev_8'] })).toBe(30)
  })

  it('is lower on small tiles, except for touched and focused phones', () => {
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

  it('does not change for slightly smaller or larger tiles', () => {
    const small = many(2, 'live', at(12, rateStandsMs))
    const large = many(2, 'live', at(20, rateStandsMs))
    expect(rateOf(large, 'dev_0', { tileHeight: 140 })).toBe(20)
    expect(rateOf(large, 'dev_0', { tileHeight: 120 })).toBe(12)
    expect(rateOf(small, 'dev_0', { tileHeight: 190 })).toBe(12)
    expect(rateOf(small, 'dev_0', { tileHeight: 210 })).toBe(20)
  })

  it('is full thumbnail speed for a touched phone on a slow computer', () => {
    const phones = (forMs: number) => [seen('a', 'live', { touched: true, ...at(5, forMs) }), ...many(100)]
    expect(rateOf(phones(activeRateStandsMs), 'a')).toBe(20)
    expect(rateOf(phones(activeRateStandsMs - 1), 'a')).toBe(5)
  })

  it.each([2, 8, 20])('leaves the others at theirs while a gesture is mirrored to %d of 60', (count) => {
    const phones = (touched: boolean) =>
      many(60, 'live', at(10, rateStandsMs)).map((each, place) => ({
        ...each,
        touched: touched && place < count,
      }))
    expect(rateOf(phones(true), 'dev_59')).toBe(10)
    expect(rateOf(phones(true), 'dev_0')).toBe([20, 19, 10][[2, 8, 20].indexOf(count)])
  })

  it('is shared by phones in sight, and by what phones in focus leave', () => {
    const unseen = many(88, 'live', { held: true, seen: false }).map((each, at) => ({
      ...each,
      publicId: `x${at}`,
    }))
    expect(rateOf([...many(12), ...unseen], 'dev_0', { framesPerSecond: 120 })).toBe(10)
    const focused = ['dev_0', 'dev_1', 'dev_2']
    expect(rateOf(many(3, 'failing'), 'dev_2', { framesPerSecond: 60, focused: focused.slice(0, 2) })).toBe(2)
    expect(rateOf(many(13), 'dev_12', { framesPerSecond: 210, focused })).toBe(12)
    const most = { mostFps: { thumbnails: 0, focus: 10 } }
    expect(rateOf(many(13), 'dev_12', { framesPerSecond: 210, focused, ...most })).toBe(18)
  })

  it.each([
    [60, {}, null],
    [100, {}, 6],
    [100, { mostFps: { thumbnails: 5, focus: 0 } }, null],
    [100, { framesPerSecond: 420 }, 4],
    [31, { focused: ['dev_0'], framesPerSecond: 90 }, 2],
    [1, { focused: ['dev_0'], framesPerSecond: 60 }, null],
    [100, { isLowered: false }, null],
    [100, { framesPerSecond: 300, fps: { min: 5, max: 30 } }, 3],
    [100, { framesPerSecond: 67 }, 1],
    [41, { focused: ['dev_0'], framesPerSecond: 150, fps: { min: 5, max: 30 } }, 3],
  ])('says how far pictures of %d phones are slowed, with %o', (count, wishes, fps) => {
    expect(planOf(many(count), null, wishes).slowedTo).toBe(fps)
  })

  it('is lower on a slow computer, except for the focused phone', () => {
    const phones = many(30, 'live', at(15, rateStandsMs))
    const { live } = planOf(phones, null, { framesPerSecond: 300, focused: ['dev_7'] })
    expect(live.get('dev_7')).toBe(30)
    expect(new Set(phones.map(({ publicId }) => live.get(publicId)))).toEqual(new Set([9, 30]))
  })

  it('is low when minutes are scarce, and phones out of sight disconnect', () => {
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

  it.each([
    ['rises', 60, 6, 10, 30],
    ['rises to twice as much or more, as after a filter,', 60, 3, 10, 5],
    ['falls', 200, 20, 3, 30],
  ])('%s after a time', (_, count, before, after, seconds) => {
    const phones = (forMs: number) => many(count, 'live', at(before, forMs))
    const standsMs = seconds * 1000
    expect(rateOf(phones(standsMs - 1), 'dev_0')).toBe(before)
    expect(planOf(phones(standsMs - 1), null).changesAt).toBe(now + 1)
    expect(rateOf(phones(standsMs), 'dev_0')).toBe(after)
  })

  it('is at most what the user wants, of thumbnails and of phones in focus', () => {
    const most = { mostFps: { thumbnails: 5, focus: 10 }, focused: ['dev_0'] }
    const phones = [...many(2), seen('touched', 'live', { touched: true, ...at(20, 1) })]
    expect(rateOf(phones, 'dev_0', most)).toBe(10)
    expect(rateOf(phones, 'dev_1', most)).toBe(5)
    expect(rateOf(phones, 'touched', most), 'at once').toBe(5)
    expect(rateOf(phones, 'touched', { ...most, usedUp: true }), 'no new stream opens').toBe(20)
    expect(rateOf(phones, 'dev_1', { ...most, fps: { min: 8, max: 30 } })).toBe(8)
    expect(rateOf(phones, 'dev_1', { mostFps: { thumbnails: 60, focus: 60 } })).toBe(20)
  })

  it('rises at once when the user wants more', () => {
    const phones = many(2, 'live', at(5, 1000))
    expect(rateOf(phones, 'dev_0', { mostFpsSince: now - 1001 })).toBe(5)
    expect(rateOf(phones, 'dev_0', { mostFpsSince: now })).toBe(20)
  })

  it('does not change for a few phones more or fewer', () => {
    expect(rateOf(many(35, 'live', at(20, rateStandsMs)), 'dev_0')).toBe(20)
    expect(rateOf(many(36, 'live', at(20, rateStandsMs)), 'dev_0')).toBe(17)
    expect(rateOf(many(31, 'live', at(15, rateStandsMs)), 'dev_0')).toBe(15)
    expect(rateOf(many(30, 'live', at(15, rateStandsMs)), 'dev_0')).toBe(20)
  })

  it('rises after 5 s for the focused phone', () => {
    const phones = (forMs: number) => many(100, 'live', at(5, forMs))
    expect(rateOf(phones(activeRateStandsMs - 1), 'dev_0', { focused: ['dev_0'] })).toBe(5)
    expect(rateOf(phones(activeRateStandsMs), 'dev_0', { focused: ['dev_0'] })).toBe(30)
  })

  it('stays while the phone is out of sight', () => {
    const gone: PlannedPhone = { ...hidden('gone', 1), ...at(5, rateStandsMs * 2) }
    expect(rateOf([gone], 'gone')).toBe(5)
  })
})

it('frees a place once for a phone whose action was refused for lack of one', () => {
  const withoutPlace = (name: string, stream: Stream) =>
    seen(name, stream, { acting: true, withoutPlace: true })
  const wishes = { selected: ['a', 'b', 'c'] }
  expect(plan([...wall('a:live b:live'), withoutPlace('c', 'idle')], 2, wishes).live).toEqual(['a', 'c'])
  const then = [withoutPlace('a', 'live'), seen('b'), withoutPlace('c', 'live')]
  expect(plan(then, 2, wishes).live).toEqual(['a', 'c'])
})

describe('when the active minutes of the day are used up', () => {
  it('no phone connects; live ones stay and failing ones keep retrying', () => {
    const phones = [seen('a', 'live'), seen('b'), seen('c', 'failing')]
    expect(plan(phones, 5, { usedUp: true }).live).toEqual(['a', 'c'])
    expect([...planOf(phones, 5, { usedUp: true }).withoutMinutes]).toEqual(['b'])
  })

  it('a phone that comes into sight waits for minutes, not for a still wall', () => {
    const { withoutMinutes, passing } = planOf([seen('a', 'idle', { since: now })], 5, { usedUp: true })
    expect({ withoutMinutes: [...withoutMinutes], passing: [...passing] }).toEqual({
      withoutMinutes: ['a'],
      passing: [],
    })
  })

  it('a live phone stays live out of sight, since it could not reconnect', () => {
    const phones = [hidden('a', graceMs * 9), seen('b', 'live')]
    const wishes = { usedUp: true, focused: ['b'], minutesLeft: 0 }
    expect(plan(phones, 5, wishes)).toMatchObject({ live: ['a', 'b'], changesAt: null })
  })

  it('a live phone keeps its rate, since another one costs a connect', () => {
    const phones = many(2, 'live', { rate: { fps: 30, since: now - rateStandsMs } })
    const { live, changesAt } = planOf(phones, null, { usedUp: true, minutesLeft: 0, focused: ['dev_1'] })
    expect([...live.values()]).toEqual([30, 30])
    expect(changesAt).toBeNull()
  })
})

describe('the live planner, for any wall', () => {
  const time = fc.oneof(fc.constant(-Infinity), fc.integer({ min: now - 3 * graceMs, max: now }))
  const phone = fc.record({
    seen: fc.boolean(),
    since: time,
    stream: fc.constantFrom<Stream>('idle', 'connecting', 'live', 'failing', 'refused'),
    action: fc.oneof(
      { weight: 5, arbitrary: fc.constant({ acting: false, withoutPlace: false }) },
      fc.boolean().map((withoutPlace) => ({ acting: true, withoutPlace })),
    ),
    touched: fc.boolean(),
    held: fc.boolean(),
    jobs: fc.oneof(
      { weight: 3, arbitrary: fc.constant<JobStanding>('none') },
      fc.constantFrom<JobStanding>('unknown', 'pending'),
    ),
    turnAt: time,
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
      // A patrol moves slots from phone to phone; it has its own tests.
      patrols: fc.constant(false),
      mostFps: fc.record({ thumbnails: fc.constantFrom(0, 5, 12), focus: fc.constantFrom(0, 5, 20) }),
      mostFpsSince: fc.integer({ min: 0, max: now - 1 }),
      usedUp: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
      minutesLeft: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
      framesPerSecond: fc.integer({ min: 60, max: 1200 }),
      isLowered: fc.boolean(),
      tileHeight: fc.option(fc.integer({ min: 40, max: 900 }), { nil: null }),
    })
    .map(({ facts, focus, selected, ...rest }) => ({
      phones: facts.map(({ action, ...fact }, index) => ({ publicId: `dev_${index}`, ...action, ...fact })),
      focused: new Set(focus.map((index) => `dev_${index}`)),
      selected: new Set(selected.map((index) => `dev_${index}`)),
      ...rest,
      fps: { min: 1, max: 30 },
      now,
    }))
  const always = (name: string, holds: (input: PlanInput, plan: ReturnType<typeof planLive>) => void) =>
    it(name, () => fc.assert(fc.property(input, (given) => holds(given, planLive(given)))))

  /** Returns the phones that retry without a slot. */
  const failing = ({ phones, focused }: PlanInput) =>
    new Set(
      phones
        .filter(({ stream, publicId }) => stream === 'failing' && !focused.has(publicId))
        .map(({ publicId }) => publicId),
    )
  /** Returns the phones with a slot, including those that wait for their jobs to be read. */
  const inUse = (given: PlanInput, { live, askJobsOf }: Plan) => {
    const without = failing(given)
    return [...live.keys(), ...askJobsOf].filter((publicId) => !without.has(publicId))
  }
  /** Returns the phones that are out of sight and idle, but in use because of an action. */
  const actedOn = ({ phones, focused, usedUp }: PlanInput) =>
    phones.filter(
      ({ publicId, acting, held, seen, stream, jobs }) =>
        acting &&
        // A held phone counts as live, unless it can't connect.
        (!held || stream === 'failing' || (usedUp && stream === 'idle')) &&
        !seen &&
        !focused.has(publicId) &&
        jobs !== 'pending' &&
        ['idle', 'failing', 'refused'].includes(stream),
    )

  always('keeps within the account’s limit', (given, plan) => {
    const { maxActiveDevices } = given
    if (maxActiveDevices !== null) expect(inUse(given, plan).length).toBeLessThanOrEqual(maxActiveDevices)
  })

  always('gives a slot to a phone with a recent action', (given, plan) => {
    const { maxActiveDevices, phones, selected, focused } = given
    const first = phones.filter(({ publicId, acting, held, seen }) =>
      [acting, held, focused.has(publicId), seen && selected.has(publicId)].includes(true),
    )
    if (maxActiveDevices === null || first.length > maxActiveDevices) return
    expect(inUse(given, plan).length + actedOn(given).length).toBeLessThanOrEqual(maxActiveDevices)
  })

  always('connects focused phones, and reads their jobs, first', (given, plan) => {
    const { phones, focused, maxActiveDevices, usedUp } = given
    const wanted = phones.filter(
      ({ publicId, jobs, stream }) =>
        focused.has(publicId) && jobs !== 'pending' && !(usedUp && stream === 'idle'),
    )
    const has = ({ publicId }: PlannedPhone) => plan.live.has(publicId) || plan.askJobsOf.includes(publicId)
    expect(wanted.filter(has).length).toBe(Math.min(wanted.length, maxActiveDevices ?? Infinity))
    for (const order of [[...plan.live.keys()], plan.askJobsOf]) {
      const isFirst = order.map((publicId) => focused.has(publicId))
      expect(isFirst.slice(0, isFirst.filter(Boolean).length)).not.toContain(false)
    }
  })

  always('does not replace a live focused phone by another focused one', ({ phones, focused }, { live }) => {
    const ofFocused = phones.filter(({ publicId, jobs }) => focused.has(publicId) && jobs !== 'pending')
    const dropped = ofFocused.filter(({ stream, publicId }) => stream === 'live' && !live.has(publicId))
    const newcomers = ofFocused.filter(({ stream, publicId }) => stream !== 'live' && live.has(publicId))
    if (dropped.length > 0) expect(newcomers).toEqual([])
  })

  always(
    'leaves a phone with a pending job alone',
    ({ phones }, { live, askJobsOf, crowdedOut, passing }) => {
      for (const { publicId } of phones.filter(({ jobs }) => jobs === 'pending')) {
        const standings = [live, new Set(askJobsOf), crowdedOut, passing]
        expect(standings.filter((standing) => standing.has(publicId))).toEqual([])
      }
    },
  )

  always('connects no idle phone when the minutes are used up', ({ phones, usedUp }, { live, askJobsOf }) => {
    const idle = phones.filter(({ stream }) => usedUp && stream === 'idle')
    expect(idle.filter(({ publicId }) => live.has(publicId) || askJobsOf.includes(publicId))).toEqual([])
  })

  always('connects no phone before its jobs are known', ({ phones }, { live }) => {
    const unknown = phones.filter(
      ({ jobs, stream }) => jobs === 'unknown' && ['idle', 'failing', 'refused'].includes(stream),
    )
    expect(unknown.filter(({ publicId }) => live.has(publicId))).toEqual([])
  })

  always('keeps a connected phone while its jobs are unknown', (given) => {
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

  always('replaces no live phone in sight by one that the person did not choose', (given, { live }) => {
    const { phones, focused, selected } = given
    const replaced = phones.filter(
      ({ publicId, stream, seen, jobs }) =>
        stream === 'live' && seen && jobs !== 'pending' && !live.has(publicId),
    )
    const newcomers = phones.filter(
      ({ publicId, stream, acting, held }) =>
        stream === 'idle' &&
        !held &&
        live.has(publicId) &&
        !focused.has(publicId) &&
        !selected.has(publicId) &&
        !acting,
    )
    if (replaced.length > 0) expect(newcomers).toEqual([])
  })

  always('crowds out phones only when all slots are taken', (given, plan) => {
    if (plan.crowdedOut.size === 0) return
    const placed = inUse(given, plan).length + actedOn(given).length
    expect(placed).toBeGreaterThanOrEqual(given.maxActiveDevices ?? Infinity)
  })

  always(
    'gives each phone that is wanted one standing',
    ({ phones, focused }, { live, crowdedOut, passing, withoutMinutes }) => {
      for (const { publicId, seen, held, jobs } of phones) {
        const standings = [live, crowdedOut, passing, withoutMinutes].filter((standing) =>
          standing.has(publicId),
        )
        if (seen || held) expect(standings).toHaveLength(jobs === 'pending' ? 0 : 1)
        else if (!focused.has(publicId)) expect(crowdedOut.has(publicId) || passing.has(publicId)).toBe(false)
      }
    },
  )

  always(
    'asks all that are not focused together for what this computer shows, or for the least',
    (given, plan) => {
      const { phones, focused, framesPerSecond } = given
      const connecting = phones.map((phone) => ({ ...phone, rate: null }))
      const { live } = planLive({ ...given, phones: connecting })
      const isFocused = (publicId: string) => focused.has(publicId)
      // One that fails, or is out of sight, shows nothing.
      const shown = phones.filter(
        ({ publicId, seen, stream }) => seen && !isFocused(publicId) && stream !== 'failing',
      )
      const asked = shown.reduce((sum, { publicId }) => sum + (live.get(publicId) ?? 0), 0)
      expect(asked).toBeLessThanOrEqual(framesPerSecond * 1.25 + 2 * shown.length)
      const ofRest = shown.flatMap(({ publicId, touched, seen }) =>
        touched && seen ? [] : (live.get(publicId) ?? []),
      )
      expect(new Set(ofRest).size).toBeLessThanOrEqual(1)
      for (const fps of live.values()) expect(Number.isInteger(fps)).toBe(true)
      const slowest = Math.min(...shown.flatMap(({ publicId }) => plan.live.get(publicId) ?? []))
      if (plan.slowedTo !== null) expect(plan.slowedTo).toBeLessThanOrEqual(slowest)
    },
  )

  always('names a time of change in the future', (_, { changesAt }) => {
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

  always('returns the same plan once it is carried out', (given, { live }) => {
    const again = planLive({ ...given, phones: carriedOut(given, live) })
    expect(new Map([...again.live].sort())).toEqual(new Map([...live].sort()))
  })

  always('changes a plan that is carried out only when it said', (given, { live, changesAt }) => {
    const phones = carriedOut(given, live)
    const next = planLive({ ...given, phones })
    const later = changesAt === null ? now + 10 * graceMs : changesAt - 1
    if (next.changesAt !== null && next.changesAt <= later) return
    expect(planLive({ ...given, phones, now: later }).live).toEqual(next.live)
  })
})

describe('500 phones, 30 in sight, 20 at a time', () => {
  const perRow = 6
  const rowsSeen = 5
  const maxActiveDevices = 20

  /** Scrolls by `steps` (-1, 0 or 1 row each), one every `rowMs`, and plans as the fleet does. */
  const scroll = (steps: readonly number[], rowMs: number) => {
    const phones = many(500, 'idle', { seen: false })
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
      const { live, changesAt } = planOf(phones, maxActiveDevices, { now: time })
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
    /** Passes time, and plans when the last plan said. */
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

  it('connect once each, only where the wall comes to rest', () => {
    const { whileMoving, total, live } = scroll(Array<number>(50).fill(1), 100)
    expect(whileMoving).toBe(20)
    expect(total).toBe(40)
    expect(live).toHaveLength(20)
    expect(live.every(({ seen }) => seen)).toBe(true)
  })

  it('do not reconnect when the wall scrolls back and forth by one row', () => {
    const { total } = scroll(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? 1 : -1)),
      200,
    )
    expect(total).toBeLessThanOrEqual(26)
  })

  it('connect less often than twice a second, however the wall scrolls', () => {
    const step = fc.constantFrom(-1, 0, 1)
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 20, max: stillMs - 1 }),
        (steps, rowMs) => {
          const { whileMoving, live } = scroll(steps, rowMs)
          const seconds = (steps.length * rowMs) / 1000
          // 20 at the start, and as many as have left each time the wall is still.
          const rests = steps.filter((each, index) => each === 0 && steps[index - 1] !== 0).length
          expect(whileMoving).toBeLessThanOrEqual(20 + 20 * rests + 2 * seconds)
          expect(live).toHaveLength(20)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('a phone whose frames something takes', () => {
  const held = (publicId: string, stream: Stream, more: Partial<PlannedPhone> = {}): PlannedPhone => ({
    ...hidden(publicId, 3_600_000, stream),
    held: true,
    ...more,
  })

  it('stays live out of sight for as long as they are taken', () => {
    const { live, changesAt } = planOf([held('a', 'live'), hidden('b', 3_600_000)], 2)
    expect([...live.keys()]).toEqual(['a'])
    expect(changesAt).toBeNull()
  })

  it('keeps its place before all but focused phones', () => {
    const phones = [...many(3, 'live'), held('a', 'live')]
    expect(planOf(phones, 2, { selected: ['dev_1'] }).live.has('a')).toBe(true)
    expect([...planOf(phones, 1, { focused: ['dev_2'] }).live.keys()]).toEqual(['dev_2'])
  })

  it('connects out of sight, within the limit', () => {
    expect(planOf([held('a', 'idle')], 1).live.has('a')).toBe(true)
    const full = planOf([held('a', 'idle'), held('b', 'live')], 1)
    expect([...full.live.keys()]).toEqual(['b'])
    expect([...full.crowdedOut]).toEqual(['a'])
  })

  it('is left alone while a job is pending on it', () => {
    const { live, leftAlone } = planOf([held('a', 'live', { jobs: 'pending' })], 1)
    expect(live.size).toBe(0)
    expect([...leftAlone]).toEqual(['a'])
  })

  it('keeps its frame rate out of sight', () => {
    const { live } = planOf([held('a', 'live', { rate: { fps: 12, since: -Infinity } })], 1)
    expect(live.get('a')).toBe(12)
  })
})

describe('a patrol', () => {
  const turn = patrolTurnMs
  /** Plays plans as time goes on. @returns which phones were live, at each change */
  const play = (count: number, slots: number, forMs: number, wishes: Wishes = {}) => {
    const phones = many(count)
    const shown: string[][] = []
    for (let at = now; at <= now + forMs; at += turn / 4) {
      const { live } = planOf(phones, slots, { patrols: true, ...wishes, now: at })
      for (const phone of phones) {
        const stream = live.has(phone.publicId) ? 'live' : 'idle'
        if (phone.stream !== stream) Object.assign(phone, { stream, turnAt: at })
      }
      const names = [...live.keys()].toSorted()
      if (shown.at(-1)?.join() !== names.join()) shown.push(names)
    }
    return shown
  }

  it('lets all phones in sight be live in turns, and each for a whole turn', () => {
    expect(play(6, 2, 3.5 * turn)).toEqual([
      ['dev_0', 'dev_1'],
      ['dev_2', 'dev_3'],
      ['dev_4', 'dev_5'],
      ['dev_0', 'dev_1'],
    ])
  })

  it('moves on one phone a turn where all but one are live', () => {
    const shown = play(4, 3, 4.5 * turn)
    expect(shown).toHaveLength(5)
    for (const names of shown) expect(names).toHaveLength(3)
    expect(new Set(shown.flat()).size).toBe(4)
  })

  it('leaves selected phones live', () => {
    for (const names of play(5, 2, 5 * turn, { selected: ['dev_3'] })) expect(names).toContain('dev_3')
  })

  it('plans again when a turn ends, but not where all are live', () => {
    const phones = [seen('a', 'live', { turnAt: now - 5000 }), seen('b')]
    expect(plan(phones, 1, { patrols: true }).changesAt).toBe(now - 5000 + turn)
    expect(plan(phones, 2, { patrols: true }).changesAt).toBe(null)
    expect(plan(phones, 1).changesAt).toBe(null)
  })
})
