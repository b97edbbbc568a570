import { spawn, type ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { startBrowser } from '../e2e/harness/browser-shell'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { outputOf, stop } from '../e2e/harness/process'
import { findProgram, root, sandboxFlags } from '../e2e/harness/programs'
import { displayOf, inShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder } from '../e2e/harness/wall'

// The first start may also build the app.
const patience = 120_000

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ devices: 2 })
})
afterAll(() => simulator.close())

/** Runs the start command as `npm start -- ...args` does. */
function start(args: string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['src-main/launch.mjs', ...args], {
    cwd: root,
    env: { ...plainEnvironment(), ...noKeyring, ...simulator.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => stop(child))
  return child
}

inShell('electron', 'The start command', () => {
  it(
    'opens the wall in Electron, and ends with it',
    async () => {
      const { ELECTRON_OVERRIDE_DIST_PATH: dist } = process.env
      const electron = inject('shells').electron
      const display = electron ? displayOf(electron) : ''
      const folder = await freshFolder()
      const child = start(['--user-data-dir', folder.path], {
        DISPLAY: display,
        ...(dist === undefined ? {} : { ELECTRON_OVERRIDE_DIST_PATH: dist }),
      })
      const output = outputOf(child)
      const streams = async () => (await simulator.sockets('stream')).length
      await expect.poll(streams, { timeout: 60_000, interval: 100 }).toBe(2)
      const says = 'Fleetwall: running as root, so Electron runs with --no-sandbox.'
      expect(output.text().includes(says)).toBe(sandboxFlags.length > 0)
      await stop(child)
      await expect.poll(streams, { timeout: 20_000, interval: 100 }).toBe(0)
      await folder.remove()
    },
    patience,
  )
})

inShell('browser', 'The start command', () => {
  it.each([
    { when: 'without a display', args: [], says: 'There is no display. Open' },
    { when: 'with --browser', args: ['--browser'], says: 'open' },
  ])(
    'serves the wall to a browser $when, and says so',
    async ({ args, says }) => {
      const found = inject('shells').browser
      if (!found) throw new Error('there is no Chromium')
      const folder = await freshFolder()
      const child = start([...args, '--user-data-dir', folder.path], {})
      const output = outputOf(child)
      const [url] = await output.shows(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/)
      const line = `Fleetwall: ${says} this address in a browser on this machine:`
      expect(output.text().split('\n')).toEqual([line, url, ''])

      const browser = await startBrowser(found)
      const page = await browser.newPage()
      await page.goto(url)
      await page.locator('[data-device][data-state=live]').nth(1).waitFor()
      await browser.close()
      await stop(child)
      expect(
        await fetch(url).then(
          () => 'answers',
          () => 'gone',
        ),
        'the server has ended',
      ).toBe('gone')
      await folder.remove()
    },
    patience,
  )
})

inShell('browser', 'npm start', () => {
  it(
    'ends with its wall on one SIGTERM, with a page open',
    async () => {
      const folder = await freshFolder()
      const found = inject('shells').browser
      const npm = findProgram('npm')
      if (!found || !npm) throw new Error('there is no Chromium or no npm')
      const child: ChildProcess = spawn(npm, ['start', '--', '--browser', '--user-data-dir', folder.path], {
        cwd: root,
        env: { ...plainEnvironment(), ...noKeyring },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(() => stop(child))
      const [url] = await outputOf(child).shows(/http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/)
      const browser = await startBrowser(found)
      const page = await browser.newPage()
      await page.goto(url)
      await page.locator('[data-device][data-state=live]').nth(11).waitFor()
      child.kill('SIGTERM')
      const answers = () =>
        fetch(url).then(
          () => true,
          () => false,
        )
      await expect.poll(answers, { timeout: 3000, interval: 50 }).toBe(false)
      await browser.close()
      await folder.remove()
    },
    patience,
  )
})
