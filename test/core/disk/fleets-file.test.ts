import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFleetsFile } from '../../../src-main/core/disk/fleets-file'
import type { OwnFileFault } from '../../../src-main/core/disk/own-file'
import { createFakeClock } from '../time/fake-clock'

describe('a file of what is kept of each fleet', () => {
  let folder: string
  let faults: OwnFileFault[]
  const path = () => join(folder, 'words.json')
  const open = () =>
    openFleetsFile<readonly string[], string>({
      ...{ clock: createFakeClock(), path: path(), list: 'words', most: 2 },
      report: (fault) => void faults.push(fault),
      onFailed: (error) => expect.fail(String(error)),
      check(entry) {
        const { fleet, word } = entry as { fleet: string; word: unknown }
        return typeof word === 'string' ? { fleet, one: word } : null
      },
      read: (words) => words,
      write: (words) => words.map((word) => ({ word })),
      isWritten: (fleet) => fleet !== 'passing',
    })
  const written = () => (JSON.parse(readFileSync(path(), 'utf8')) as { words: unknown[] }).words

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleets-file-'))
    faults = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('has it after a restart, the last entries of too many', () => {
    const file = open()
    file.keep('lab', ['a', 'b', 'c'])
    file.keep('shop', ['d'])
    file.keep('passing', ['e'])
    file.flush()
    const again = open()
    expect(['lab', 'shop', 'passing'].map(again.of)).toEqual([['b', 'c'], ['d'], undefined])
  })

  it('writes the fleets that have changed last', () => {
    const file = open()
    for (let at = 0; at < 51; at += 1) file.keep(String(at), ['a'])
    file.keep('0', ['b'])
    file.flush()
    expect([open().of('0'), open().of('1'), written().length]).toEqual([['b'], undefined, 50])
  })

  it('no longer has a fleet that was removed', () => {
    const file = open()
    file.keep('lab', ['a'])
    file.forget({ id: 'lab', kind: 'saved', baseUrl: '' })
    file.flush()
    expect([file.of('lab'), written()]).toEqual([undefined, []])
  })

  it('leaves out entries that it can’t read, and keeps a copy of the file', () => {
    const words = ['a', 1, 'b', 'c'].map((word) => ({ fleet: 'lab', word }))
    writeFileSync(path(), JSON.stringify({ version: 1, words, later: true }))
    expect(open().of('lab')).toEqual(['a', 'b'])
    expect(faults).toMatchObject([{ reason: 'set-aside' }])
  })
})
