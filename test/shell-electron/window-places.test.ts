import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  arrangementOf,
  broughtBack,
  keptWithin,
  type Box,
  type DisplayRoom,
  type WindowPlace,
} from '../../src-main/shell-electron/window-place'
import { loadWindowPlaces } from '../../src-main/shell-electron/window-places'
import { createFakeClock, type FakeClock } from '../core/base/fake-clock'

const bar = 40
const display = (x: number, y: number, width: number, height: number): DisplayRoom => ({
  bounds: { x, y, width, height },
  workArea: { x, y: y + bar, width, height: height - bar },
})
const laptop = display(0, 0, 1440, 900)
const beside = display(1440, -200, 2560, 1440)
const place = (box: Partial<Box>, spread: WindowPlace['spread'] = 'none'): WindowPlace => ({
  x: 100,
  y: 100,
  width: 1000,
  height: 700,
  ...box,
  spread,
})

describe('a window that changes its size', () => {
  it.each([
    ['stays where it is', { x: 100, y: 100 }, { x: 100, y: 100 }],
    ['is moved in from the right', { x: 1000, y: 100 }, { x: 440, y: 100 }],
    ['is moved in from below', { x: 100, y: 700 }, { x: 100, y: 200 }],
    ['is moved in from above and from the left', { x: -50, y: 0 }, { x: 0, y: bar }],
  ])('%s', (_, at, kept) => {
    const size = { width: 1000, height: 700 }
    expect(keptWithin({ ...at, ...size }, laptop)).toEqual({ ...kept, ...size })
  })

  it('is no larger than its display has room for', () => {
    expect(keptWithin({ x: 1500, y: 0, width: 3000, height: 2000 }, beside)).toEqual({
      ...beside.workArea,
    })
  })
})

describe('where a window is opened', () => {
  it('is where it stood, on whichever display', () => {
    expect(broughtBack(place({}), [laptop])).toEqual(place({}))
    expect(broughtBack(place({ x: 2000, y: -100 }), [laptop, beside])).toEqual(place({ x: 2000, y: -100 }))
    expect(broughtBack(place({ x: -900 }), [laptop])).toEqual(place({ x: -900 }))
  })

  it.each([
    ['right of all displays', { x: 1400 }],
    ['left of them', { x: -950 }],
    ['above, where its upper edge cannot be taken', { y: -300 }],
    ['below', { y: 890 }],
  ])('is the middle of the first display when that was %s', (_, box) => {
    expect(broughtBack(place(box, 'maximized'), [laptop])).toEqual(place({ x: 220, y: 120 }, 'maximized'))
  })

  it('has no more room than its display', () => {
    const large = { width: 4000, height: 3000 }
    expect(broughtBack(place(large), [laptop])).toMatchObject({ x: 100, y: 100, width: 1440, height: 860 })
    expect(broughtBack(place({ ...large, x: 9000 }), [laptop])).toEqual(
      place({ x: 0, y: bar, width: 1440, height: 860 }),
    )
  })
})

describe('the places of windows', () => {
  let folder: string
  let clock: FakeClock

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'places-'))
    clock = createFakeClock()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const path = () => join(folder, 'windows.json')
  const load = () =>
    loadWindowPlaces({ path: path(), clock, onFailed: (error) => expect.fail(String(error)) })
  const alone = arrangementOf([laptop])
  const both = arrangementOf([beside, laptop])

  it('are another for each arrangement of displays, in whatever order they are told', async () => {
    const places = await load()
    places.keep('wall', alone, place({ x: 1 }))
    places.keep('wall', both, place({ x: 2 }, 'full-screen'))
    places.keep('wall', alone, place({ x: 3 }))
    expect(clock.pending).toBe(1)
    places.close()
    const next = await load()
    expect(next.of('wall', alone)).toEqual(place({ x: 3 }))
    expect(next.of('wall', arrangementOf([laptop, beside]))).toEqual(place({ x: 2 }, 'full-screen'))
  })

  it('are the last one with displays that were never there', async () => {
    const places = await load()
    places.keep('wall', alone, place({ x: 1 }))
    places.keep('wall', both, place({ x: 2 }))
    places.keep('phone', both, place({ x: 3 }))
    expect(places.of('wall', arrangementOf([beside]))).toEqual(place({ x: 2 }))
    expect(places.of('none', both)).toBeNull()
  })

  it('are those of sixty windows at most', async () => {
    const places = await load()
    for (let at = 0; at <= 60; at++) places.keep(`${at}`, alone, place({ x: at }))
    expect(places.of('0', alone)).toBeNull()
    expect(places.of('1', alone)).toEqual(place({ x: 1 }))
  })

  it('know which phones have a window of their own, until the person closes it', async () => {
    const own = (publicId: string, width = 400) => ({ publicId, width, height: 800 })
    const places = await load()
    for (const publicId of ['a', 'b', 'c']) places.opened(own(publicId))
    places.closed('b')
    places.opened(own('a', 500))
    places.close()
    expect((await load()).open).toEqual([own('c'), own('a', 500)])
    await writeFile(path(), JSON.stringify({ places: [], open: [own('a'), { publicId: 'b' }, 7] }))
    expect((await load()).open).toEqual([own('a')])
    await writeFile(path(), JSON.stringify({ places: [] }))
    expect((await load()).open).toEqual([])
  })

  it('know which windows are kept on top of others, until they are not', async () => {
    const places = await load()
    for (const window of ['a', 'b', 'a']) places.keepOnTop(window, true)
    places.keepOnTop('b', false)
    places.close()
    const next = await load()
    expect(['a', 'b', 'c'].map(next.isOnTop)).toEqual([true, false, false])
    await writeFile(path(), JSON.stringify({ places: [], onTop: [7, 'c'] }))
    expect((await load()).isOnTop('c')).toBe(true)
  })

  it('leave out what cannot be used, and keep the rest', async () => {
    const good = { window: 'wall', displays: alone, ...place({}), later: 1 }
    const places = [{ ...good, x: 'left' }, 7, good, { ...good, window: 'phone', spread: 'wide' }]
    await writeFile(path(), JSON.stringify({ places }))
    const loaded = await load()
    expect(loaded.of('wall', alone)).toEqual(place({}))
    expect(loaded.of('phone', alone)).toBeNull()
  })

  it('keep a file aside that holds none', async () => {
    await writeFile(path(), '{"places": 1}')
    expect((await load()).of('wall', alone)).toBeNull()
    expect(await readdir(folder)).toEqual(['windows.json.unreadable'])
  })
})
