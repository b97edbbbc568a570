import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultPreferences } from '../../../src-shared/features/preferences-state'
import { createLog } from '../../../src-main/core/base/log'
import { loadPreferences } from '../../../src-main/core/settings/preferences'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('the preferences', () => {
  let folder: string
  let clock: FakeClock
  let logged: string[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preferences-'))
    clock = createFakeClock()
    logged = []
  })
  afterEach(() => rm(folder, { recursive: true }))

  const path = () => join(folder, 'data', 'preferences.json')
  const load = () =>
    loadPreferences(
      path(),
      clock,
      createLog((line) => logged.push(line), 'warn'),
      () => undefined,
    )
  const written = async (): Promise<unknown> => JSON.parse(await readFile(path(), 'utf8'))
  const write = async (text: string) => {
    await mkdir(join(folder, 'data'), { recursive: true })
    await writeFile(path(), text)
  }

  it('have defaults without a file, and write none', async () => {
    const preferences = await load()
    expect(preferences.now).toEqual(defaultPreferences)
    preferences.close()
    expect(await readdir(folder)).toEqual([])
  })

  it('hold at once, and are written once for many changes', async () => {
    const preferences = await load()
    for (const tileSize of [200, 300, 400]) preferences.change({ tileSize })
    preferences.change({ shortcuts: { 'view.search': ['f3'] } })
    expect(preferences.now).toMatchObject({ tileSize: 400, shortcuts: { 'view.search': ['f3'] } })
    expect(clock.pending).toBe(1)
    expect(await readdir(folder)).toEqual([])
    clock.runNext()
    expect(await written()).toEqual({ version: 1, ...preferences.now })
    expect((await load()).now).toEqual(preferences.now)
    // Nothing was set aside as unreadable.
    expect((await readdir(join(folder, 'data'))).toSorted()).toEqual(['preferences.json'])
  })

  it('are written at the end, if they were not yet', async () => {
    const preferences = await load()
    preferences.change({ tileSize: 200 })
    preferences.close()
    expect(await written()).toMatchObject({ tileSize: 200 })
    expect(clock.pending).toBe(0)
  })

  it('leave out invalid values, keep the rest, and the file aside', async () => {
    await write(JSON.stringify({ tileSize: 'huge', inspector: { wall: true, focus: false }, colour: 'pink' }))
    expect((await load()).now).toEqual({ ...defaultPreferences, inspector: { wall: true, focus: false } })
    expect(await readdir(join(folder, 'data'))).toContainEqual(
      expect.stringMatching(/^preferences\.json\.unreadable-/),
    )
  })

  it.each(['{"tileSize": 2', 'null', '"fit"'])('keep a file aside that holds none: %s', async (text) => {
    await write(text)
    expect((await load()).now).toEqual(defaultPreferences)
    expect(await readdir(join(folder, 'data'))).toEqual([
      expect.stringMatching(/^preferences\.json\.unreadable-/),
    ])
  })

  it('hold where they cannot be written, and that is logged', async () => {
    const preferences = await load()
    await writeFile(join(folder, 'data'), 'a file where the folder should be')
    preferences.change({ tileSize: 200 })
    clock.runNext()
    expect(preferences.now.tileSize).toBe(200)
    expect(logged.join('')).toContain('preferences not written')
  })
})
