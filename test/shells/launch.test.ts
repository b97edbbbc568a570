import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { pidsOfTree } from '../bench/process-tree'
import { connectBrowser } from '../e2e/harness/browser-shell'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { outputOf, stop } from '../e2e/harness/process'
import { findProgram, sandboxFlags } from '../e2e/harness/programs'
import { displayOf, inShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder } from '../e2e/harness/wall'
import { kindsThatHold } from './memory-search'
import { copyProject } from './project-copy'

// Each start builds the app.
const patience = 120_000
const wallAddress = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/

let simulator: Simulator
let project: Awaited<ReturnType<typeof copyProject>>
let folder: Awaited<ReturnType<typeof freshFolder>>

beforeAll(async () => {
  simulator = await startSimulator({ devices: 2 })
  project = await copyProject()
  folder = await freshFolder()
})
afterAll(async () => {
  await simulator.close()
  await project.remove()
  await folder.remove()
})

/** Starts a program in the copied project, on the simulated fleet. */
function start(command: string, args: string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(command, args, {
    cwd: project.path,
    env: { ...plainEnvironment(), ...noKeyring, ...simulator.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => stop(child))
  return child
}
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

inShell('electron', 'The start command', () => {
  it(
    'opens the wall in Electron, whose main process alone gets the key',
    async () => {
      const { ELECTRON_OVERRIDE_DIST_PATH: dist } = process.env
      const electron = inject('shells').electron
      const child = start(process.execPath, ['build/launch.mjs', '--user-data-dir', folder.path], {
        DISPLAY: electron ? displayOf(electron) : '',
        ...(dist === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: dist }),
      })
      const output = outputOf(child)
      const streams = async () => (await simulator.sockets('stream')).length
      await expect.poll(streams, { timeout: 60_000 }).toBe(2)
      const says = 'Fleetwall: running as root, so Electron runs with --no-sandbox.'
      expect(output.text().includes(says)).toBe(sandboxFlags.length > 0)
      // Only Linux shows the memory of processes.
      if (process.platform === 'linux') {
        const [app = 0] = pidsOfTree(child.pid ?? 0).filter((pid) => pid !== child.pid)
        expect(kindsThatHold(app, simulator.apiKey)).toEqual(['main'])
        expect(readFileSync(`/proc/${app}/environ`, 'utf8')).not.toContain(simulator.apiKey)
      }
      await stop(child)
      await expect.poll(streams).toBe(0)
    },
    patience,
  )
})

inShell('browser', 'The start command', () => {
  it(
    'serves the wall to a browser without a display, and says so',
    async () => {
      const child = start(process.execPath, ['build/launch.mjs', '--user-data-dir', folder.path], {})
      const output = outputOf(child)
      const [url] = await output.shows(wallAddress)
      const line = 'Fleetwall: There is no display. Open this address in a browser on this machine:'
      expect(output.text().split('\n')).toEqual([line, url, ''])
      expect(await answers(url)).toBe(true)
      await stop(child)
      expect(await answers(url)).toBe(false)
    },
    patience,
  )
})

inShell('browser', 'npm start', () => {
  it(
    'serves the wall with --browser, and ends on one SIGTERM with a page open',
    async () => {
      const found = inject('shells').browser
      const npm = findProgram('npm')
      if (!found || !npm) throw new Error('there is no Chromium or no npm')
      const child = start(npm, ['start', '--', '--browser', '--user-data-dir', folder.path], {})
      const output = outputOf(child)
      const [url] = await output.shows(wallAddress)
      expect(output.text()).toContain('Fleetwall: open this address in a browser on this machine:')
      const browser = await connectBrowser(found)
      const page = await browser.newPage()
      await page.goto(url)
      await page.locator('[data-device][data-state=live]').nth(1).waitFor()
      child.kill('SIGTERM')
      await expect.poll(() => answers(url), { timeout: 3000, interval: 50 }).toBe(false)
      await browser.close()
    },
    patience,
  )
})
