import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNoteUsage } from '../../../src-main/core/history/note-usage'
import { loadUsageHistories, type UsageHistories } from '../../../src-main/core/history/usage-history'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { unknownUsage, type UsageState } from '../../../src-shared/features/usage-state'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('usage history', () => {
  let folder: string
  let clock: FakeClock
  let histories: UsageHistories

  const load = () =>
    loadUsageHistories({
      clock,
      path: join(folder, 'usage-history.json'),
      report: () => undefined,
      onFailed: (error) => {
        throw error
      },
    })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'usage-'))
    clock = createFakeClock()
    histories = load()
  })
  afterEach(() => {
    histories.close()
    rmSync(folder, { recursive: true })
  })
  const state = (actions: number, resets_at = '2030-01-02T00:00:00Z'): UsageState => {
    const budget = (used: number) => ({ used, budget: 1000, remaining: 1000 - used })
    return {
      ...unknownUsage,
      usage: {
        active_minutes: budget(0),
        actions: budget(actions),
        snapshots: budget(0),
        uploads: budget(0),
        max_active_devices: 5,
        resets_at,
      },
    }
  }

  it('keeps one sample a minute and the newest', () => {
    for (let at = 0; at <= 12; at++) {
      histories.read('lab', state(at))
      clock.advance(10_000)
    }
    const { samples } = histories.of('lab')
    expect(samples.map(({ used }) => used.actions)).toEqual([0, 6, 12])
  })

  it('keeps every sample in order and at its time while the clock is a year off', () => {
    const year = 365 * 24 * 3_600_000
    const begun = clock.now()
    const aheadBy = (ms: number) => ({ serviceAheadMs: ms })
    histories.read('lab', state(0))
    for (const [nth, off] of [year, -year, -year, year].entries()) {
      clock.advance(60_000)
      clock.setWall(off)
      histories.read('lab', { ...state(nth + 1), ...aheadBy(begun + (nth + 1) * 60_000 - clock.now()) })
    }
    expect(histories.of('lab').samples.map(({ at, used }) => [(at - begun) / 60_000, used.actions])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ])
  })

  it('goes on after a clock that was a year ahead, of a service without a clock', () => {
    const year = 365 * 24 * 3_600_000
    histories.read('lab', state(0))
    clock.setWall(year)
    histories.read('lab', state(1))
    clock.setWall(-year)
    for (let nth = 2; nth < 6; nth += 1) {
      clock.advance(60_000)
      histories.read('lab', state(nth))
    }
    const { samples } = histories.of('lab')
    expect(samples.map(({ used }) => used.actions)).toEqual([0, 1, 3, 4, 5])
    expect(samples.every(({ at }) => at <= clock.now())).toBe(true)
  })

  it('forgets a fleet that was removed, also in its file', () => {
    histories.spent('lab', { publicId: 'a', name: 'A' }, 'actions')
    histories.spent('shop', { publicId: 'b', name: 'B' }, 'actions')
    histories.forget('lab')
    histories.close()
    histories = load()
    expect(histories.of('lab').phones).toEqual([])
    expect(histories.of('shop').phones).toHaveLength(1)
  })

  it('forgets yesterday when the budgets reset', () => {
    histories.spent('lab', { publicId: 'a', name: 'A' }, 'actions')
    histories.read('lab', state(5))
    histories.read('lab', state(0, '2030-01-03T00:00:00Z'))
    expect(histories.of('lab')).toMatchObject({ samples: [{ used: { actions: 0 } }], phones: [] })
  })

  it('counts what each phone used, with its minutes, and keeps it over a restart', () => {
    const note = createNoteUsage(histories, () => 'lab')
    const tile = (live: boolean): AppEvent =>
      ({
        type: 'tile',
        tile: { publicId: 'a', state: live ? 'live' : 'idle', control: 'closed' },
      }) as AppEvent
    note.event(tile(true))
    clock.advance(90_000)
    note.event(tile(false))
    clock.advance(600_000)
    note.spent('a', 'actions')
    note.spent('a', 'actions')
    histories.close()
    expect(readFileSync(join(folder, 'usage-history.json'), 'utf8')).toContain('"version": 1')
    histories = load()
    const [phone] = histories.of('lab').phones
    expect(phone).toMatchObject({ publicId: 'a', used: { actions: 2 } })
    expect(phone?.used.active_minutes).toBeCloseTo(1.5)
  })

  it('counts an upload once for as long as it is on the list, and then forgets it', () => {
    const note = createNoteUsage(histories, () => 'lab')
    const uploads = (changed: { id: string; place: number }[], removed: number[] = []): AppEvent =>
      ({
        type: 'uploads',
        changes: {
          changed: changed.map((one) => ({ ...one, publicId: 'a', state: 'done', fleetId: 'lab' })),
          removed,
        },
      }) as AppEvent
    const counted = () => histories.of('lab').phones[0]?.used.uploads
    note.event(uploads([{ id: 'one', place: 0 }]))
    note.event(uploads([{ id: 'one', place: 0 }]))
    expect(counted()).toBe(1)
    note.event(uploads([{ id: 'retried', place: 0 }]))
    expect(counted()).toBe(2)
    note.event(uploads([], [0]))
    // Only what is remembered would not count.
    note.event(uploads([{ id: 'retried', place: 0 }]))
    expect(counted()).toBe(3)
  })

  it('keeps fleets apart', () => {
    histories.read('lab', state(1))
    expect(histories.of('home').samples).toEqual([])
  })
})
