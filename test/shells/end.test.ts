import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { dropFiles } from '../e2e/harness/drop'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { ended, outputOf, stop } from '../e2e/harness/process'
import { programArguments, root } from '../e2e/harness/programs'
import { displayOf, inEachShell, inShell } from '../e2e/harness/shells'
import { startSimulator } from '../e2e/harness/simulator'
import { freshFolder, openWall, type Wall } from '../e2e/harness/wall'

const longestEndMs = 3000
let folder: Awaited<ReturnType<typeof freshFolder>>
beforeEach(async () => {
  folder = await freshFolder()
})
afterEach(() => folder.remove())

/** Returns how long something takes, in ms. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

inEachShell('A signal', (shell) => {
  it('ends within 3 s on SIGTERM during an upload, which the next start reports', async () => {
    const simulator = await startSimulator({ devices: 1 })
    const [phone = ''] = simulator.phones
    const start = () => openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
    const wall = await start()
    await wall.showsLive(1)
    await simulator.admin('PUT', `/phones/${phone}`, { delay_ms: 60_000 })
    const files = await freshFolder()
    const path = join(files.path, 'one.bin')
    await writeFile(path, randomBytes(10))
    await dropFiles(wall, wall.screen(phone), [path])
    await wall.page.locator('[data-transfer=sending]').waitFor()
    expect(await timed(() => wall.end('SIGTERM'))).toBeLessThan(longestEndMs)

    const next = await start()
    await next.page.getByText('Fleetwall last ended with 1 unfinished item.').waitFor()
    await next.close()
    await simulator.close()
    await files.remove()
  })

  it.each(['SIGINT', 'SIGHUP'] as const)('%s ends the program within 3 s', async (signal) => {
    const simulator = await startSimulator({ devices: 1 })
    const child = startShell(shell.name, ['--user-data-dir', folder.path], simulator.environment)
    const streams = async () => (await simulator.sockets('stream')).length
    if (shell.name === 'browser') await outputOf(child).shows(/token=/)
    else await expect.poll(streams).toBe(1)
    const exited = ended(child)
    child.kill(signal)
    expect(await timed(() => exited)).toBeLessThan(longestEndMs)
    await simulator.close()
  })
})

inEachShell('An error that nothing catches', (shell) => {
  const readLog = () => readFile(join(folder.path, 'fleetwall.log'), 'utf8').catch(() => '')
  const offersDetails = async ({ page }: Wall) => {
    await page.getByText('Something went wrong in Fleetwall.').first().waitFor()
    await page.getByRole('button', { name: 'Copy details' }).first().waitFor()
  }

  it('in the page is shown and logged, and the wall goes on', async () => {
    const wall = await openWall(shell, { userDataDir: folder.path, environment: {} })
    await wall.showsLive(12)
    await wall.page.evaluate(() => void setTimeout(() => Reflect.apply(null as never, null, [])))
    await offersDetails(wall)
    await expect.poll(readLog).toContain('an error in a page')
    await wall.showsLive(12)
    await wall.close()
  })
})

inShell('electron', 'An error that nothing catches', (shell) => {
  it('in the main process is shown and logged without secrets, and the wall goes on', async () => {
    const wall = await openWall(shell, { userDataDir: folder.path, environment: {} })
    await wall.showsLive(12)
    const { electron } = wall as Wall & { electron: { evaluate(run: () => void): Promise<void> } }
    await electron.evaluate(() => {
      setTimeout(() => {
        throw new Error('defect with fw_live_id_canarysecret')
      })
      void Promise.reject(new Error('another defect'))
    })
    await wall.page.getByText('Error: another defect').waitFor()
    await wall.page.getByText('Error: defect with [key]').waitFor()
    await wall.page.getByRole('button', { name: 'Copy details' }).first().waitFor()
    const log = await readFile(join(folder.path, 'fleetwall.log'), 'utf8')
    expect(log).toContain('another defect')
    expect(log).not.toContain('canarysecret')
    await wall.showsLive(12)
    await wall.close()
  })
})

/** Starts the built program, without a driver. */
function startShell(name: 'electron' | 'browser', args: string[], environment: Record<string, string> = {}) {
  const electron = inject('shells').electron
  const [command, ...first] =
    name === 'browser'
      ? [process.execPath, join(root, 'out/main/loopback.js')]
      : [electron?.binary ?? '', ...programArguments]
  const display = electron ? { DISPLAY: displayOf(electron) } : {}
  const child = spawn(command, [...first, ...args], {
    env: { ...plainEnvironment(), ...noKeyring, ...display, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => stop(child))
  return child
}

inEachShell('A start that fails', (shell) => {
  const why = [
    {
      because: 'the address in the environment is invalid',
      args: () => ['--user-data-dir', folder.path],
      environment: {
        FLEETWALL_BASE_URL: 'http://phones.example/v1',
        FLEETWALL_API_KEY: 'fw_live_canary_environment',
      },
      says: /^Fleetwall could not start: FLEETWALL_BASE_URL takes an https address.*\n/m,
    },
    {
      because: 'its folder is a file',
      args: () => ['--user-data-dir', join(folder.path, 'a file')],
      environment: {},
      says: /^Fleetwall could not start: The folder \/\S+\/a file can’t be used \(EEXIST\)\.\n/m,
    },
  ]
  it.each(why)('says in one line that $because', async ({ args, environment, says }) => {
    await writeFile(join(folder.path, 'a file'), '')
    const child = startShell(shell.name, args(), environment)
    const output = outputOf(child)
    await output.shows(says)
    expect(output.text()).not.toMatch(/canary|\n\s+at /)
    if (shell.name === 'browser') expect(await ended(child)).toBe(1)
    else {
      // The window with the reason is open.
      const early = await Promise.race([
        ended(child),
        new Promise((resolve) => setTimeout(resolve, 1000, 'open')),
      ])
      expect(early).toBe('open')
      expect(await timed(() => stop(child))).toBeLessThan(longestEndMs)
    }
  })
})
