import { beforeEach, describe, expect, it } from 'vitest'
import type { KeptSchedule } from '../../../src-main/core/schedules/kept-schedules'
import {
  mostLateMs,
  Schedules,
  type ScheduleNews,
  type ScheduleStart,
  type StartResult,
} from '../../../src-main/core/schedules/schedules'
import {
  noCounts,
  stateOfSchedule,
  type ScheduleDraft,
  type ScheduleTime,
} from '../../../src-shared/features/schedules-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const hourMs = 3_600_000
const lab = { id: 'lab', kind: 'saved', baseUrl: '' } as const
const done: StartResult = {
  outcome: 'done',
  counts: { ...noCounts, done: 1 },
  leftOut: null,
  reason: null,
}
const every = (minutes: number): ScheduleTime => ({ kind: 'every', minutes, from: 0 })
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the schedules', () => {
  let clock: FakeClock
  /** What stands in the file. */
  let written: KeptSchedule[]
  let isDiskFull: boolean
  let onWrite: (all: KeptSchedule[]) => void
  let schedules: Schedules
  /** The starts that were begun, each with what ends it. */
  let begun: { name: string; due: number | null; start: ScheduleStart; end: (result?: StartResult) => void }[]
  let news: ScheduleNews[]

  /** Begins the program on what the file has. */
  const open = () => {
    begun = []
    news = []
    schedules = new Schedules({
      clock,
      zone: 'UTC',
      file: {
        read: () => structuredClone(written),
        write(all) {
          if (isDiskFull) throw new FaultError({ kind: 'own-file', reason: 'not-written', path: '' })
          written = structuredClone([...all])
          onWrite(written)
        },
      },
      isThere: (fleet) => fleet === 'lab' || fleet === 'shop',
      carryOut: (_, start) =>
        new Promise((resolve, reject) => {
          const { draft, due, stop } = start
          stop.addEventListener('abort', () => reject(new FaultError({ kind: 'cancelled' })))
          begun.push({ name: draft.name, due, start, end: (result = done) => resolve(result) })
        }),
      tell: (_, each) => news.push(each),
    })
    schedules.open()
  }
  const add = (time: ScheduleTime, name = 'Morning') => {
    const draft: ScheduleDraft = {
      name,
      time,
      work: { kind: 'screenshot' },
      phones: { kind: 'all' },
      shares: {},
    }
    return schedules.save(lab, null, draft)
  }
  const daily = (hours: number): ScheduleTime => ({
    kind: 'daily',
    time: `${String(hours).padStart(2, '0')}:00`,
  })
  const [first, others] = [() => schedules.of(lab)[0], () => news.filter(({ type }) => type !== 'changed')]

  beforeEach(() => {
    // Midnight UTC.
    clock = createFakeClock()
    clock.setWall(-5000)
    written = []
    isDiskFull = false
    onWrite = () => undefined
    open()
  })

  it('start at their time, once, and say when they start next', async () => {
    add(daily(7))
    clock.advance(7 * hourMs)
    expect(begun.map(({ due }) => due)).toEqual([clock.now()])
    clock.advance(60_000)
    begun[0]?.end()
    await settled()
    expect(first()).toMatchObject({ nextAt: clock.now() - 60_000 + 24 * hourMs, last: { outcome: 'done' } })
    expect(begun).toHaveLength(1)
  })

  it('miss what was due during nine hours of sleep, say so, and never make up for it', async () => {
    add(every(60))
    const slept = 9 * hourMs + mostLateMs + 30_000
    clock.setWall(slept)
    clock.advance(60_000)
    expect(begun).toEqual([])
    expect(others()).toEqual([{ type: 'missed', name: 'Morning', times: 9, at: Date.UTC(2030, 0, 1, 9) }])
    expect(stateOfSchedule(first() ?? expect.fail())).toBe('missed')
    clock.advance(hourMs)
    expect(begun.map(({ due }) => due)).toEqual([Date.UTC(2030, 0, 1, 10)])
    begun[0]?.end()
    await settled()
    expect(first()).toMatchObject({ last: { outcome: 'done' }, missed: { times: 9 } })
  })

  it('miss what was due while the program was closed, until a person has seen it', () => {
    const id = add(daily(7))
    schedules.close()
    clock.advance(50 * hourMs)
    open()
    expect(begun).toEqual([])
    expect(first()?.missed).toEqual({ times: 2, at: Date.UTC(2030, 0, 2, 7) })
    schedules.see(lab, id)
    expect(stateOfSchedule(first() ?? expect.fail())).toBe('waiting')
    open()
    expect([first()?.missed, others()]).toEqual([null, []])
  })

  it('start once for one time, also after a kill in the middle, and tell of it', () => {
    add(daily(7))
    clock.advance(7 * hourMs)
    expect(written[0]?.run?.due).toBe(clock.now())
    // Killed: nothing is closed.
    open()
    clock.advance(60_000)
    expect(begun).toEqual([])
    expect(first()).toMatchObject({
      runsSince: null,
      last: { outcome: 'unknown', reason: { kind: 'ended' } },
    })
    expect(others()).toMatchObject([{ type: 'ended', end: { outcome: 'unknown' } }])
  })

  it('say which run or task does their work, until it has ended', async () => {
    add(daily(7))
    clock.advance(7 * hourMs)
    begun[0]?.start.onBegun('run')
    expect([first()?.workId, others()]).toEqual(['run', []])
    begun[0]?.end()
    await settled()
    expect(first()?.workId).toBeNull()
  })

  it('stand in the file before they begin, and do not begin where that fails', () => {
    add(daily(7))
    isDiskFull = true
    clock.advance(7 * hourMs + 60_000)
    expect(begun).toEqual([])
    expect(first()?.last).toMatchObject({ outcome: 'failed', reason: { fault: { kind: 'own-file' } } })
  })

  it('do not start for a time again when the clock is set back', async () => {
    add(daily(7))
    clock.advance(7 * hourMs)
    begun[0]?.end()
    await settled()
    clock.setWall(-2 * hourMs)
    clock.advance(3 * hourMs)
    expect(begun).toHaveLength(1)
  })

  it('begin no time twice when they are edited after the clock was set back', async () => {
    const id = add(daily(7))
    clock.advance(7 * hourMs)
    begun[0]?.end()
    await settled()
    clock.setWall(-hourMs)
    const { time, work, phones, shares } = first() ?? expect.fail()
    schedules.save(lab, id, { name: 'Renamed', time, work, phones, shares })
    clock.advance(2 * hourMs)
    expect(begun).toHaveLength(1)
  })

  it('go on after a clock that was a year ahead for a minute', () => {
    add(daily(7))
    clock.advance(hourMs)
    clock.setWall(365 * 24 * hourMs)
    clock.advance(60_000)
    expect(others()).toMatchObject([{ type: 'missed' }])
    clock.setWall(-365 * 24 * hourMs)
    clock.advance(7 * hourMs)
    expect(begun).toHaveLength(1)
  })

  it('say that they began for a time to come, as the clock was ahead', () => {
    add(every(60))
    clock.setWall(3 * hourMs - 60_000)
    clock.advance(60_000)
    expect(begun.map(({ due }) => due)).toEqual([Date.UTC(2030, 0, 1, 3)])
    news = []
    clock.setWall(-3 * hourMs)
    clock.advance(60_000)
    const until = Date.UTC(2030, 0, 1, 3)
    expect(others()).toEqual([{ type: 'ahead', name: 'Morning', until }])
    expect(first()).toMatchObject({ aheadUntil: until, nextAt: until + hourMs })
    clock.advance(3 * hourMs)
    expect([first()?.aheadUntil, others().length]).toEqual([null, 1])
  })

  it('say nothing of a clock that a few seconds were taken from', () => {
    add(daily(7))
    clock.advance(7 * hourMs)
    clock.setWall(-5000)
    clock.advance(30_000)
    expect([first()?.aheadUntil, others()]).toEqual([null, []])
  })

  it('stop although their file can’t be written', async () => {
    const id = add(every(10))
    clock.advance(20 * 60_000)
    isDiskFull = true
    schedules.stop(lab, id)
    await settled()
    expect(begun.map(({ start }) => start.stop.aborted)).toEqual([true])
    expect(first()).toMatchObject({ runsSince: null, isNextWaiting: false })
  })

  it.each(['stop', 'pause'] as const)('miss the start that waits on %s, and say so', async (what) => {
    const id = add(every(10))
    clock.advance(20 * 60_000)
    if (what === 'stop') schedules.stop(lab, id)
    else schedules.pause(lab, id, true)
    begun[0]?.end()
    await settled()
    expect(begun).toHaveLength(1)
    expect(first()).toMatchObject({ missed: { times: 1, at: clock.now() } })
    expect(others()).toContainEqual({ type: 'missed', name: 'Morning', times: 1, at: clock.now() })
  })

  it('keep the start that waits through a kill at the end of the first', async () => {
    add(every(10))
    clock.advance(20 * 60_000)
    const states: unknown[] = []
    onWrite = ([kept]) => states.push([kept?.run?.due, kept?.next])
    begun[0]?.end()
    await settled()
    expect(states).toEqual([[clock.now(), null]])
  })

  it('start both of two that are due at one time', () => {
    add(daily(7), 'One')
    add(daily(7), 'Two')
    clock.advance(7 * hourMs)
    expect(begun.map(({ name }) => name)).toEqual(['One', 'Two'])
  })

  it('let one further start wait for the first, and miss the others', async () => {
    add(every(10))
    clock.advance(40 * 60_000)
    expect(begun).toHaveLength(1)
    expect(first()).toMatchObject({ isNextWaiting: true, missed: { times: 2 } })
    begun[0]?.end()
    await settled()
    expect(begun.map(({ due }) => due)).toEqual([10, 20].map((m) => Date.UTC(2030, 0, 1, 0, m)))
    expect(first()).toMatchObject({ isNextWaiting: false, runsSince: clock.now() })
  })

  it('miss the start that waits when the program is killed', () => {
    add(every(10))
    clock.advance(20 * 60_000)
    open()
    expect(begun).toEqual([])
    expect(first()).toMatchObject({ isNextWaiting: false, missed: { times: 1, at: clock.now() } })
  })

  it('neither start nor miss what is due while they are paused', () => {
    const id = add(every(10))
    schedules.pause(lab, id, true)
    clock.advance(hourMs)
    expect(first()).toMatchObject({ nextAt: null, missed: null })
    schedules.pause(lab, id, false)
    clock.advance(10 * 60_000)
    expect([begun.length, others()]).toEqual([1, []])
  })

  it('start by hand, and stop when a person says so', async () => {
    const id = add(daily(7))
    schedules.run(lab, id)
    schedules.run(lab, id)
    expect(begun.map(({ due }) => due)).toEqual([null])
    schedules.stop(lab, id)
    await settled()
    expect(begun).toHaveLength(1)
    expect(first()).toMatchObject({ runsSince: null, last: { due: null, outcome: 'stopped' } })
  })

  it('keep what they used of a day’s budgets, also after a kill', () => {
    const id = add(daily(7))
    schedules.run(lab, id)
    const use = { resetsAt: 'tomorrow', used: { actions: 4 } }
    begun[0]?.start.onUse(use)
    open()
    schedules.run(lab, id)
    expect(begun[0]?.start.use).toEqual(use)
  })

  it('of a fleet of this run stand in no file', () => {
    const draft: ScheduleDraft = {
      ...{ name: 'Here', time: daily(7), work: { kind: 'screenshot' }, phones: { kind: 'all' }, shares: {} },
    }
    const shop = { id: 'shop', kind: 'this-run', baseUrl: '' } as const
    schedules.save(shop, null, draft)
    expect(written).toEqual([])
    clock.advance(7 * hourMs)
    expect(begun.map(({ name }) => name)).toEqual(['Here'])
  })

  it('end with their fleet', async () => {
    add(daily(7))
    clock.advance(7 * hourMs)
    schedules.forget(lab)
    await settled()
    expect([schedules.of(lab), written, begun[0]?.start.stop.aborted]).toEqual([[], [], true])
  })

  it('set no timer while none has a time to come', () => {
    const id = add(daily(7))
    schedules.pause(lab, id, true)
    expect(clock.pending).toBe(0)
  })
})
