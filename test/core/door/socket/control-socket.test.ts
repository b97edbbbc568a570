import { once } from 'node:events'
import { lstatSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  controlAddress,
  listenForPrograms,
  reachApp,
  type ControlSocket,
} from '../../../../src-main/core/door/socket/control-socket'
import { faultOf } from '../../../../src-shared/protocol/fault'

const umask = process.umask()

describe.skipIf(process.platform === 'win32')('the socket for programs', () => {
  let folder: string
  let socket: ControlSocket | null
  let programs: number

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-socket-'))
    socket = null
    programs = 0
  })
  afterEach(async () => {
    socket?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = async (platform: NodeJS.Platform = 'linux', at = folder) =>
    (socket = await listenForPrograms(
      at,
      (program) => {
        programs += 1
        program.end()
      },
      platform,
    ))
  /** Connects, and waits until the app has ended the connection. */
  const reaches = async (platform: NodeJS.Platform = 'linux') => {
    const program = await reachApp(folder, platform)
    if (!program) return false
    program.resume()
    await once(program, 'close')
    return true
  }

  it('is open for its user alone, and gone when it closes', async () => {
    expect(await reaches()).toBe(false)
    const { address } = await open()
    expect(address).toBe(join(folder, 'control.sock'))
    expect(lstatSync(address).mode & 0o777).toBe(0o600)
    expect(await reaches()).toBe(true)
    expect(programs).toBe(1)
    socket?.close()
    expect(await reaches()).toBe(false)
    expect(lstatSync(address, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('keeps the mode of other files', async () => {
    await open()
    const path = join(folder, 'file')
    writeFileSync(path, '', { mode: 0o640 })
    expect(statSync(path).mode & 0o777).toBe(0o640 & ~umask)
  })

  it('takes the place of what a killed app has left', async () => {
    const path = join(folder, 'control.sock')
    const listen = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', listen])
    expect(lstatSync(path).isSocket()).toBe(true)
    await open()
    expect(await reaches()).toBe(true)
  })

  it('leaves a socket to the program that answers there', async () => {
    const other = createServer((program) => program.end())
    await once(other.listen(join(folder, 'control.sock')), 'listening')
    expect(faultOf(await open().catch((thrown: unknown) => thrown))).toMatchObject({
      kind: 'door',
      why: 'failed',
    })
    expect(await reaches()).toBe(true)
    other.close()
  })

  it('says that a folder’s path is too long', async () => {
    const long = join(folder, 'x'.repeat(100))
    const fault = faultOf(await open('linux', long).catch((thrown: unknown) => thrown))
    expect(fault).toEqual({ kind: 'door', why: 'long-path', detail: long })
    expect(await reachApp(long, 'linux')).toBeNull()
  })

  it('is on Windows a pipe whose name only a file of the user tells', async () => {
    const here = process.cwd()
    // Elsewhere the pipe's name is that of a socket in the current folder.
    process.chdir(folder)
    try {
      const { address } = await open('win32')
      expect(address).toMatch(/^\\\\\.\\pipe\\fleetwall-control-[\da-f]{32}$/)
      expect(controlAddress(folder, 'win32')).toBe(address)
      expect(statSync(join(folder, 'control-pipe')).mode & 0o777).toBe(0o600)
      expect(await reaches('win32')).toBe(true)
      socket?.close()
      expect(controlAddress(folder, 'win32')).toBeNull()
      writeFileSync(join(folder, 'control-pipe'), '\\\\.\\pipe\\another')
      expect(controlAddress(folder, 'win32')).toBeNull()
    } finally {
      process.chdir(here)
    }
  })
})
