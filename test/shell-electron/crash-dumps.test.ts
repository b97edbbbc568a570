import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { pruneCrashDumps } from '../../src-main/shell-electron/crash-dumps'

it('crash dumps are kept for 7 days', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetwall-dumps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'pending'))
  const now = Date.now()
  for (const [name, days] of [
    ['old.dmp', 8],
    ['new.dmp', 6],
    ['settings.dat', 8],
  ] as const) {
    const path = join(folder, 'pending', name)
    writeFileSync(path, '')
    const at = new Date(now - days * 24 * 3_600_000)
    utimesSync(path, at, at)
  }
  pruneCrashDumps(folder, now)
  pruneCrashDumps(join(folder, 'missing'), now)
  expect(readdirSync(join(folder, 'pending')).toSorted()).toEqual(['new.dmp', 'settings.dat'])
})
