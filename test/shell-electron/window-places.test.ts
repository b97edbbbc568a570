import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptWithin, type WindowPlace } from '../../src-main/shell-electron/window-place'
import { loadWindowPlaces } from '../../src-main/shell-electron/window-places'
import { createFakeClock, type FakeClock } from '../core/time/fake-clock'

describe('a box kept within a work area', () => {
  const area = { x: 1440, y: 40, width: 1440, height: 860 }
  const size = { width: 1000, height: 700 }

  it.each([
    ['stays', { x: 1500, y: 100 }, { x: 1500, y: 100 }],
    ['moves left and up', { x: 9000, y: 700 }, { x: 1880, y: 200 }],
    ['moves right and down', { x: 0, y: 0 }, { x: 1440, y: 40 }],
  ])('%s', (_, from, to) => {
    expect(keptWithin({ ...from, ...size }, area)).toEqual({ ...to, ...size })
  })

  it('becomes no larger than the area', () => {
    expect(keptWithin({ x: 1500, y: 0, width: 3000, height: 2000 }, area)).toEqual(area)
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
    loadWindowPlaces({
      path: path(),
      clock,
      onFailed: (error) => expect.fail(String(error)),
      report: () => undefined,
    })
  const place = (x: number, spread: WindowPlace['spread'] = 'none'): WindowPlace => ({
    x,
    y: 100,
    width: 1000,
    height: 700,
    spread,
  })

  it('are remembered for each window', async () => {
    const places = await load()
    places.keep('wall', place(1))
    places.keep('phone', place(2, 'full-screen'))
    places.keep('wall', place(3))
    expect(clock.pending).toBe(1)
    places.close()
    const next = await load()
    expect([next.of('wall'), next.of('phone')]).toEqual([place(3), place(2, 'full-screen')])
    expect(next.of('other')).toBeNull()
  })

  it('are remembered for the last 60 windows', async () => {
    const places = await load()
    for (let at = 0; at <= 60; at++) places.keep(`${at}`, place(at))
    expect([places.of('0'), places.of('1')]).toEqual([null, place(1)])
  })

  it('include which phones have a window, until the user closes it', async () => {
    const own = (publicId: string, width = 400, fleetId: string | null = null) => ({
      publicId,
      width,
      height: 800,
      fleetId,
    })
    const places = await load()
    // Two fleets may have phones of the same id.
    for (const publicId of ['a', 'b', 'c']) places.opened(own(publicId))
    places.opened(own('b', 400, 'rack'))
    places.closed({ fleetId: null, publicId: 'b' })
    places.opened(own('a', 500))
    places.close()
    expect((await load()).open).toEqual([own('c'), own('b', 400, 'rack'), own('a', 500)])
  })

  it('include which walls have a window beside the first, until the user closes it', async () => {
    const places = await load()
    const [first, further, other] = [
      { fleetId: 'a', wall: 1 },
      { fleetId: 'a', wall: 2 },
      { fleetId: null, wall: 2 },
    ]
    for (const wall of [first, further, other, first]) places.wallOpened(wall)
    places.wallClosed(further)
    places.close()
    expect((await load()).walls).toEqual([other, first])
  })

  it('include which windows stay on top', async () => {
    const places = await load()
    for (const window of ['a', 'b', 'a']) places.keepOnTop(window, true)
    places.keepOnTop('b', false)
    places.close()
    const next = await load()
    expect(['a', 'b'].map((window) => next.isOnTop(window))).toEqual([true, false])
  })

  it('start empty and set the file aside when it is unreadable', async () => {
    await writeFile(path(), '{"places": 1}')
    expect((await load()).of('wall')).toBeNull()
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^windows\.json\.unreadable-/)])
  })
})
