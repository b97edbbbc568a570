import { describe, expect, it } from 'vitest'
import { defectOf, withoutFolders } from '../../src-shared/bridge/defect'

describe('a report of an error', () => {
  it.each([
    ['at run (/opt/program/out/main/main.js:12:3)', 'at run (main.js:12:3)'],
    ['at file:///Any%20Folder/app/loopback.js:1:2', 'at loopback.js:1:2'],
    [String.raw`C:\Folder\AppData\fleets.json is locked`, 'fleets.json is locked'],
    ["ENOENT: no such file, open '/data/x/fleets.json'", "ENOENT: no such file, open 'fleets.json'"],
    ['at fleetwall://app/assets/index-1a2b.js:9:1', 'at index-1a2b.js:9:1'],
    ['src-main/core/app.ts and 3/4 stay', 'src-main/core/app.ts and 3/4 stay'],
  ])('names no folder of the user: %s', (text, kept) => {
    expect(withoutFolders(text, 500)).toBe(kept)
  })

  it('describes anything that was thrown', () => {
    const error = new TypeError('no tile')
    expect(defectOf(error).detail).toBe('TypeError: no tile')
    expect(defectOf(error).stack).toMatch(/^TypeError: no tile\n\s+at .*defect\.test\.ts/)
    expect(defectOf(error).stack).not.toContain(import.meta.dirname)
    expect(defectOf('a text')).toEqual({ detail: 'a text', stack: '' })
    expect(defectOf(undefined)).toEqual({ detail: 'undefined', stack: '' })
  })

  it.each(['a'.repeat(1e6), '/'.repeat(1e6), 'a+'.repeat(5e5), '/a'.repeat(5e5), 'a://'.repeat(2e5)])(
    'takes linear time for any text',
    (text) => {
      // Processor time, because other tests run beside this one.
      const before = process.cpuUsage()
      const { detail } = defectOf(new Error(text))
      withoutFolders(text, 1e6)
      expect(detail.length).toBeLessThanOrEqual(2000)
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
    },
  )
})
