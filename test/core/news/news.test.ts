import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadNews } from '../../../src-main/core/news/kept-news'
import { createNews, toldWithinMs } from '../../../src-main/core/news/news'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { TileState } from '../../../src-shared/features/tile-state'
import { lostAfterMs } from '../../../src-main/core/news/lost-phones'
import { fakeDevice, fakeTile } from '../../renderer/fake-phone'
import { mostNews, type News } from '../../../src-shared/features/news-state'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const about = (title: string, over: Partial<News> = {}): News => ({
  group: 'jobs',
  title,
  body: { text: 'jobReview' },
  target: { kind: 'phone', publicId: title },
  isKept: true,
  ...over,
})

describe('news', () => {
  let folder: string
  let clock: FakeClock
  let reported: unknown[]
  let events: AppEvent[]
  let fleet: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'news-'))
    clock = createFakeClock()
    reported = []
    events = []
    fleet = 'lab'
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const path = () => join(folder, 'news.json')
  const load = () =>
    loadNews({
      clock,
      path: path(),
      report: (fault) => reported.push(fault),
      onFailed: (error) => reported.push(error),
    })
  const open = (file = load()) =>
    createNews({
      ...{ clock, file, fleetKey: () => fleet, phoneName: (id) => `Phone ${id}` },
      emit: (event) => events.push(event),
    })
  const titles = (file = load()) => file.of(fleet).map(({ title }) => title)
  const told = () => events.flatMap((event) => (event.type === 'told' ? [event.news] : []))

  it('are told together when they come within a short time', () => {
    const news = open()
    news.add(about('a'))
    clock.advance(toldWithinMs - 1)
    news.add(about('b', { group: 'flows' }))
    expect(told()).toEqual([])
    clock.advance(1)
    news.add(about('c'))
    clock.advance(toldWithinMs)
    expect(told()).toEqual([[about('a'), about('b', { group: 'flows' })], [about('c')]])
  })

  it('about phones that have left the account for good are forgotten', () => {
    const file = load()
    const news = open(file)
    for (const publicId of ['a', 'b']) news.add(about(publicId))
    news.add(about('c', { target: null }))
    const devices = { status: 'ready', devices: [fakeDevice('a')], fault: null } as const
    news.devices({ ...devices, devices: [...devices.devices] })
    expect(titles(file)).toEqual(['c', 'b', 'a'])
    clock.advance(5 * 60_000)
    news.devices({ ...devices, devices: [...devices.devices] })
    expect(titles(file)).toEqual(['c', 'a'])
  })

  it('of a schedule that fails again and again are one, and told once until seen', () => {
    const file = load()
    const news = open(file)
    const failed = about('Night', { group: 'schedules' })
    const fail = () => {
      news.add(failed)
      clock.advance(60_000)
    }
    fail()
    news.add(about('Day', { group: 'schedules' }))
    fail()
    fail()
    expect(titles(file)).toEqual(['Night', 'Day'])
    expect(
      told()
        .flat()
        .map(({ title }) => title),
    ).toEqual(['Night', 'Day'])
    news.seen(null)
    fail()
    expect(told()).toHaveLength(3)
  })

  it('stay over a restart until they are seen, the newest first, each with its fleet', () => {
    const file = load()
    const news = open(file)
    news.add(about('a'))
    news.add(about('told alone', { isKept: false }))
    news.add(about('b'))
    fleet = 'shop'
    news.add(about('c', { title: { text: 'budgetActions' }, body: [{ text: 'arrived', values: { n: 2 } }] }))
    file.close()
    expect(titles()).toEqual([{ text: 'budgetActions' }])
    fleet = 'lab'
    const again = load()
    expect(titles(again)).toEqual(['b', 'a'])

    const now = open(again)
    now.seen([again.of(fleet)[1]?.id ?? ''])
    expect(titles(again)).toEqual(['b'])
    now.seen(null)
    again.close()
    expect(titles()).toEqual([])
    expect(events.at(-1)).toEqual({ type: 'news', news: [] })
  })

  it('are phones that were live and stay away for five minutes', () => {
    const file = load()
    const news = open(file)
    const see = (publicId: string, over: Partial<TileState>) => news.tile(fakeTile(publicId, over))
    const network: Fault = { kind: 'network', reason: 'connection-refused', host: 'a' }
    for (const publicId of ['a', 'b', 'c', 'd']) see(publicId, {})
    see('a', { state: 'offline' })
    see('b', { state: 'blocked' })
    see('c', { state: 'parked', fault: network })
    see('d', { state: 'parked', fault: { kind: 'problem', code: 'quota_exceeded', status: 429, detail: '' } })
    see('never live', { state: 'offline' })
    clock.advance(lostAfterMs - 1)
    // A retry is no return.
    see('a', { state: 'connecting' })
    see('a', { state: 'offline' })
    see('b', {})
    expect(titles(file)).toEqual([])
    clock.advance(1)
    expect(titles(file)).toEqual(['Phone c', 'Phone a'])
    see('a', {})
    see('a', { state: 'offline' })
    news.forget()
    clock.advance(lostAfterMs)
    expect(titles(file)).toHaveLength(2)
  })

  it('are phones that are still away after a pause, each once, and none that came back', () => {
    const file = load()
    const news = open(file)
    const see = (state: TileState['state'], ids = ['a', 'b', 'c']) => {
      for (const publicId of ids) news.tile(fakeTile(publicId, { state }))
    }
    see('live')
    see('offline')
    clock.advance(lostAfterMs - 1)
    // The screen is locked: nobody looks.
    see('idle')
    clock.advance(lostAfterMs)
    expect(titles(file)).toEqual([])
    see('connecting')
    see('offline', ['a', 'b'])
    see('live', ['c'])
    see('offline', ['c'])
    clock.advance(0)
    expect(titles(file)).toEqual(['Phone b', 'Phone a'])
    see('idle')
    see('offline')
    clock.advance(lostAfterMs)
    expect(titles(file)).toEqual(['Phone c', 'Phone b', 'Phone a'])
  })

  it('send their list once for many that come at once', () => {
    const news = open()
    for (let n = 0; n < 200; n += 1) news.add(about(`${n}`))
    clock.advance(toldWithinMs)
    const lists = events.flatMap((event) => (event.type === 'news' ? [event.news.length] : []))
    expect(lists).toEqual([200])
  })

  it('keep the newest of very many', () => {
    const file = load()
    for (let n = 0; n <= mostNews; n += 1) file.add(fleet, about(`${n}`))
    expect(titles(file)).toHaveLength(mostNews)
    expect(titles(file)[0]).toBe(`${mostNews}`)
  })

  it('leave out what another version wrote, and keep such a file aside', () => {
    const file = load()
    file.add(fleet, about('a'))
    file.add(fleet, about('b'))
    file.close()
    writeFileSync(path(), readFileSync(path(), 'utf8').replace('"jobReview"', '"of later"'))
    expect(titles()).toEqual(['a'])
    expect(reported).toHaveLength(1)
  })
})
