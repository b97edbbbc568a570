import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { pidsOfTree } from '../bench/process-tree'
import { startLoopbackHost } from '../e2e/harness/browser-shell'
import type { RunningElectron } from '../e2e/harness/electron-shell'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { stop } from '../e2e/harness/process'
import { programArguments } from '../e2e/harness/programs'
import { displayOf, inShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder, wallOf } from '../e2e/harness/wall'
import { kindOf, kindsThatHold, memoryHolds } from './memory-search'

// Only Linux shows the memory of processes.
describe.skipIf(process.platform !== 'linux')('A key in memory', () => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>
  /** The fleet of the environment, with its key in a file. */
  let environment: Record<string, string>

  beforeEach(async () => {
    simulator = await startSimulator({ devices: 2 })
    folder = await freshFolder()
    const { FLEETWALL_API_KEY: key = '', ...address } = simulator.environment
    const path = join(folder.path, 'key')
    await writeFile(path, `${key}\n`, { mode: 0o600 })
    environment = { ...noKeyring, ...address, FLEETWALL_API_KEY_FILE: path }
  })
  afterEach(async () => {
    await simulator.close()
    await folder.remove()
  })

  const holders = (pid: number) => kindsThatHold(pid, simulator.apiKey)
  const streams = async () => (await simulator.sockets('stream')).length

  inShell('electron', 'from a file', (shell) => {
    it('is in the main process alone: after the start, refusals, and a crash of the page', async () => {
      const app = (await shell.launch({ userDataDir: folder.path, environment })) as RunningElectron
      const pid = app.electron.process().pid ?? 0
      await wallOf(app).showsLive(2)
      expect(new Set(pidsOfTree(pid).map(kindOf))).toEqual(
        new Set(['main', 'zygote', 'gpu-process', 'utility', 'renderer']),
      )
      expect(holders(pid)).toEqual(['main'])

      await simulator.admin('POST', '/faults', { on: 'listDevices', code: 'internal', times: 2 })
      await wallOf(app).run('Refresh phones')
      for (const public_id of simulator.phones)
        await simulator.admin('POST', '/sockets', { public_id, channel: 'stream', do: 'close', code: 1011 })
      await wallOf(app).showsLive(2)
      await expect.poll(streams, { timeout: 20_000 }).toBe(2)
      expect(holders(pid)).toEqual(['main'])

      await app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
      )
      await expect
        .poll(
          () =>
            pidsOfTree(pid)
              .map(kindOf)
              .filter((kind) => kind === 'renderer').length,
        )
        .toBe(1)
      expect(holders(pid)).toEqual(['main'])
      await app.close()
    })
  })

  inShell('electron', 'given to the program', () => {
    it('is in the main process alone', async () => {
      const { electron } = inject('shells')
      if (!electron) throw new Error('there is no Electron')
      const child = spawn(electron.binary, [...programArguments, '--user-data-dir', folder.path], {
        env: {
          ...plainEnvironment(),
          ...noKeyring,
          ...simulator.environment,
          DISPLAY: displayOf(electron),
        },
        stdio: 'ignore',
      })
      await expect.poll(streams, { timeout: 60_000 }).toBe(2)
      // The children of the program's first life take a moment to end.
      await expect.poll(() => holders(child.pid ?? 0)).toEqual(['main'])
      expect(readFileSync(`/proc/${child.pid}/environ`, 'utf8')).not.toContain(simulator.apiKey)
      await stop(child)
    })
  })

  inShell('browser', 'from a file', () => {
    it('is in the loopback host alone', async () => {
      const host = await startLoopbackHost({ userDataDir: folder.path, environment })
      await expect.poll(() => memoryHolds(host.pid, simulator.apiKey)).toBe(true)
      expect(holders(host.pid)).toEqual(['main'])
      expect(readFileSync(`/proc/${host.pid}/environ`, 'utf8')).not.toContain(simulator.apiKey)
      await host.close()
    })
  })
})
