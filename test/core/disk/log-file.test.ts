import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogFile } from '../../../src-main/core/disk/log-file'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetwall-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'fleetwall.log')
const line = (nth: number) => `${String(nth).padStart(9, '0')}\n`

describe('the log file', () => {
  it('is created by its first line, for its user alone', () => {
    const file = createLogFile(path())
    expect(existsSync(path())).toBe(false)
    file.write(line(1))
    expect(readFileSync(path(), 'utf8')).toBe(line(1))
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('keeps the newest lines in two files of bounded size, over restarts too', () => {
    for (let nth = 0; nth < 500; nth += 1) {
      const file = createLogFile(path(), 1000)
      file.write(line(nth))
      file.close()
    }
    const both = readFileSync(`${path()}.old`, 'utf8') + readFileSync(path(), 'utf8')
    expect(statSync(path()).size).toBeLessThanOrEqual(1000)
    expect(statSync(`${path()}.old`).size).toBe(1000)
    expect(both.endsWith(line(498) + line(499))).toBe(true)
  })

  it('drops lines while nothing can be written', () => {
    const blocked = join(folder, 'a file')
    writeFileSync(blocked, '')
    const file = createLogFile(join(blocked, 'fleetwall.log'))
    expect(() => file.write(line(1))).not.toThrow()
  })
  it.skipIf(process.platform === 'win32')('never waits for a pipe in its place', () => {
    execFileSync('mkfifo', [path()])
    const file = createLogFile(path())
    file.write(line(1))
    file.close()
    expect(statSync(path()).isFIFO()).toBe(true)
  })
})
