import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadKeptSheets } from '../../../src-main/core/sheets/kept-sheets'
import type { KeyedFleet } from '../../../src-shared/features/fleets-state'
import { mostSheets } from '../../../src-shared/features/sheet-limits'

const fleet = (id: string, kind: KeyedFleet['kind'] = 'saved'): KeyedFleet => ({
  id,
  kind,
  baseUrl: 'https://a',
})

describe('kept sheets', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-kept-'))
    return () => rm(folder, { recursive: true, force: true })
  })
  const load = () => loadKeptSheets(folder, () => undefined)

  it('come back after a restart as they came, each fleet’s own, the last used first', () => {
    const sheets = load()
    sheets.keep(fleet('one'), 'b.csv', 'Yg==')
    sheets.keep(fleet('one'), 'a.csv', 'YQ==')
    sheets.keep(fleet('two'), 'a.csv', 'Yw==')
    sheets.keep(fleet('one'), 'a.csv', 'ZA==')
    const again = load()
    expect(again.of(fleet('one'))).toEqual(['a.csv', 'b.csv'])
    expect([again.read(fleet('one'), 'a.csv'), again.read(fleet('two'), 'a.csv')]).toEqual(['ZA==', 'Yw=='])
    again.read(fleet('one'), 'b.csv')
    expect(load().of(fleet('one'))).toEqual(['b.csv', 'a.csv'])
  })

  it('go with their file and with their fleet, and a fleet of this run leaves none', async () => {
    const sheets = load()
    sheets.keep(fleet('one'), 'a.csv', 'YQ==')
    sheets.keep(fleet('one'), 'b.csv', 'Yg==')
    sheets.keep(fleet('run', 'this-run'), 'c.csv', 'Yw==')
    expect(sheets.read(fleet('run', 'this-run'), 'c.csv')).toBe('Yw==')
    sheets.remove(fleet('one'), 'a.csv')
    expect(() => sheets.read(fleet('one'), 'a.csv')).toThrow()
    expect(load().of(fleet('run', 'this-run'))).toEqual([])
    sheets.forget(fleet('one'))
    expect(await readdir(folder)).toEqual(['sheets.json'])
  })

  it('are at most a hundred a fleet', () => {
    const sheets = load()
    for (let at = 0; at < mostSheets; at += 1) sheets.keep(fleet('one'), `${at}`, '')
    expect(() => sheets.keep(fleet('one'), 'more', '')).toThrow()
    sheets.keep(fleet('one'), '7', 'YQ==')
    sheets.keep(fleet('two'), 'more', '')
  })
})
