import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noArrangement } from '../../../src-shared/features/arrangement'
import { noLastView, type LastView } from '../../../src-shared/features/last-view'
import { defaultPreferences, lookOf } from '../../../src-shared/features/preferences-state'
import { loadLastViews } from '../../../src-main/core/settings/last-views'
import { createLog } from '../../../src-main/core/base/log'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const fleet = (id: string, kind: 'saved' | 'environment' | 'this-run' = 'saved', baseUrl = '') => ({
  id,
  kind,
  baseUrl,
})
const rented = {
  name: 'Rented',
  search: '',
  labels: ['rented'],
  match: 'any' as const,
  conditions: [],
  outcomes: [],
}
const left = (search: string): LastView => ({
  search,
  labels: ['rented'],
  match: 'none',
  conditions: ['offline'],
  outcomes: ['job:failed'],
  selected: ['dev_a', 'dev_b'],
  focused: 'dev_a',
  saved: [rented],
  arrangement: { ...noArrangement, sort: 'name', pinned: ['dev_a'] },
  look: null,
})

describe('how fleets were left', () => {
  let folder: string
  let clock: FakeClock

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'last-views-'))
    clock = createFakeClock()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const path = () => join(folder, 'last-views.json')
  const load = () =>
    loadLastViews(
      path(),
      clock,
      createLog(() => undefined, 'silent'),
      () => undefined,
    )

  it('is nothing for one that never was, and no file is written for that', async () => {
    const views = await load()
    expect(views.of(fleet('a'))).toEqual(noLastView)
    views.keep(fleet('a'), noLastView)
    views.close()
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps the labels that an account is known to have, until the fleet is removed', async () => {
    const views = await load()
    const labels = [{ name: 'spring', color: '#FF0000' }]
    views.labelsOf(fleet('a')).keep(labels)
    views.keep(fleet('a'), left('1'))
    views.labelsOf(fleet('mine', 'this-run')).keep(labels)
    views.close()
    const again = await load()
    expect(again.labelsOf(fleet('a')).known).toEqual(labels)
    expect(again.of(fleet('a'))).toEqual(left('1'))
    expect(again.labelsOf(fleet('mine', 'this-run')).known).toEqual([])
    again.forget(fleet('a'))
    expect(again.labelsOf(fleet('a')).known).toEqual([])
    again.close()
  })

  it('survives a restart for each fleet, with one write for many changes', async () => {
    const views = await load()
    for (const search of ['1', '12', '123']) views.keep(fleet('a'), left(search))
    views.keep(fleet('b'), left('b'))
    expect(clock.pending).toBe(1)
    views.close()
    const next = await load()
    expect(next.of(fleet('a'))).toEqual(left('123'))
    expect(next.of(fleet('b'))).toEqual(left('b'))
  })

  it('is one of each wall, which share what is arranged by hand', async () => {
    const views = await load()
    const look = lookOf({ ...defaultPreferences, tileSize: 300 })
    views.keep(fleet('a'), left('first'))
    views.keep(fleet('a'), { ...left('second'), look }, 2)
    const moved = { ...left('second'), arrangement: { ...noArrangement, pinned: ['dev_b'] }, saved: [], look }
    views.keep(fleet('a'), moved, 2)
    views.close()
    const next = await load()
    expect(next.of(fleet('a'), 2)).toEqual(moved)
    const first = {
      ...left('first'),
      saved: [],
      arrangement: { ...noArrangement, sort: 'name', pinned: ['dev_b'] },
    }
    expect(next.of(fleet('a'))).toEqual(first)
    expect(next.of(fleet('a'), 3), 'a new wall has the pins').toMatchObject({
      search: '',
      arrangement: { pinned: ['dev_b'] },
    })
    next.forget(fleet('a'))
    expect(next.of(fleet('a'), 2)).toEqual(noLastView)
  })

  it('is forgotten with its fleet', async () => {
    const views = await load()
    views.keep(fleet('a'), left('a'))
    clock.runNext()
    views.forget(fleet('a'))
    clock.runNext()
    expect((await load()).of(fleet('a'))).toEqual(noLastView)
  })

  it('is another one’s where the environment names another service', async () => {
    const views = await load()
    views.keep(fleet('environment', 'environment', 'http://one/v1'), left('one'))
    views.close()
    const next = await load()
    expect(next.of(fleet('environment', 'environment', 'http://one/v1'))).toEqual(left('one'))
    expect(next.of(fleet('environment', 'environment', 'http://two/v1'))).toEqual(noLastView)
  })

  it('lasts as long as the run where the fleet does', async () => {
    const views = await load()
    views.keep(fleet('a', 'this-run'), left('a'))
    views.keep(fleet('b'), left('b'))
    expect(views.of(fleet('a'))).toEqual(left('a'))
    views.close()
    expect(await readFile(path(), 'utf8')).not.toContain('"a"')
  })

  it('is kept of the twenty fleets that were left last', async () => {
    const views = await load()
    for (let at = 0; at < 20; at++) views.keep(fleet(`f${at}`), left(`${at}`))
    views.keep(fleet('f0'), left('again'))
    views.keep(fleet('more'), left('more'))
    views.close()
    const next = await load()
    expect(next.of(fleet('f0'))).toEqual(left('again'))
    expect(next.of(fleet('f1'))).toEqual(noLastView)
    expect(next.of(fleet('f2'))).toEqual(left('2'))
  })

  it('leaves out invalid values, keeps the rest, and the file aside', async () => {
    const views = [{ fleet: 'a', search: 1 }, null, { fleet: 'b', ...left('b'), later: true }]
    await writeFile(path(), JSON.stringify({ views }))
    const loaded = await load()
    expect(loaded.of(fleet('a'))).toEqual(noLastView)
    expect(loaded.of(fleet('b'))).toEqual(left('b'))
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^last-views\.json\.unreadable-/))
  })

  it('keeps a file aside with more views than there can be', async () => {
    const views = Array.from({ length: 1001 }, () => ({ fleet: 'b', ...left('b') }))
    await writeFile(path(), JSON.stringify({ views }))
    expect((await load()).of(fleet('b'))).toEqual(noLastView)
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^last-views\.json\.unreadable-/))
  })

  it('have the usual order and label filter where an older file names none', async () => {
    const older = { search: 'b', labels: ['rented'], conditions: [], selected: [], focused: null, saved: [] }
    await writeFile(path(), JSON.stringify({ views: [{ fleet: 'b', ...older }] }))
    expect((await load()).of(fleet('b'))).toEqual({ ...noLastView, ...older })
  })

  it.each(['{"views": ', '[]', '{}'])('keeps a file aside that holds none: %s', async (text) => {
    await writeFile(path(), text)
    expect((await load()).of(fleet('a'))).toEqual(noLastView)
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^last-views\.json\.unreadable-/)])
  })
})
