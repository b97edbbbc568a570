import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dropFiles } from '../e2e/harness/drop'
import { inEachShell, inOneShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder, openWall, type Wall } from '../e2e/harness/wall'

const launchInDoubt = 'The service didn’t confirm the launch. Checking the phone’s jobs…'
const slow = { delay_ms: 60_000 }
let simulator: Simulator
let folder: Awaited<ReturnType<typeof freshFolder>>
let files: Awaited<ReturnType<typeof freshFolder>>

beforeEach(async () => {
  simulator = await startSimulator({ devices: 2 })
  folder = await freshFolder()
  files = await freshFolder()
})
afterEach(async () => {
  await simulator.close()
  await folder.remove()
  await files.remove()
})

const banner = ({ page }: Wall) => page.getByText(/^Fleetwall last ended with/)
/** Opens the list of what was left, and returns each item with its outcome. */
const details = async ({ page }: Wall) => {
  await page.getByRole('button', { name: 'Show details' }).click()
  await page.locator('[data-left]').first().waitFor()
  return (await page.locator('[data-left]').allInnerTexts()).map((text) => text.split(/\s*\n\s*/))
}
const makeFiles = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const path = join(files.path, `file ${nth}.bin`)
      await writeFile(path, randomBytes(1000))
      return path
    }),
  )
const phone = () => simulator.phones[0] ?? ''
const nameOf = (wall: Wall) => wall.tile(phone()).locator('header').innerText()

/** Starts six uploads to a phone that answers none: four are under way, two wait. */
async function uploadSix(wall: Wall): Promise<void> {
  await simulator.admin('PUT', `/phones/${phone()}`, slow)
  await dropFiles(wall, wall.screen(phone()), await makeFiles(6))
  await wall.page.waitForFunction(
    () => document.querySelectorAll('[data-transfer=sending] [aria-valuenow="100"]').length === 4,
  )
}

inEachShell('After a kill', (shell) => {
  const start = () => openWall(shell, { userDataDir: folder.path, environment: simulator.environment })

  it('during uploads, the next start reports each outcome until it is dismissed', async () => {
    const first = await start()
    await first.showsLive(2)
    expect(await banner(first).count()).toBe(0)
    await uploadSix(first)
    await first.end('SIGKILL')

    const second = await start()
    await second.page.getByText('Fleetwall last ended with 6 unfinished items.').waitFor()
    const rows = await details(second)
    expect(rows.map(([, outcome]) => outcome)).toEqual([
      ...Array<string>(4).fill('Outcome unknown'),
      ...Array<string>(2).fill('Not sent'),
    ])
    expect(new Set(rows.map(([what = '']) => what.split(' to ')[0])).size).toBe(6)
    expect(await readFile(join(folder.path, 'journal.jsonl'), 'utf8')).not.toContain(simulator.apiKey)
    await second.page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
    await banner(second).waitFor({ state: 'detached' })
    await second.close()

    const third = await start()
    await third.showsLive(2)
    expect(await banner(third).count()).toBe(0)
    await third.close()
  })
})

inOneShell('After a kill', (shell) => {
  const start = () => openWall(shell, { userDataDir: folder.path, environment: simulator.environment })

  it('in the middle of a task and of a launch, the next start tells both', async () => {
    const first = await start()
    await first.showsLive(2)
    const name = await nameOf(first)
    const { page } = first
    await page.keyboard.press('i')
    await page.keyboard.press('ControlOrMeta+j')
    await page.locator('[data-tab=tasks]').click()
    await first.tile(phone()).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await simulator.admin('PUT', `/phones/${phone()}`, slow)
    await page.keyboard.press('ControlOrMeta+Shift+H')
    const progress = page.getByRole('progressbar', { name: /^Progress of 2 phones/ })
    await expect.poll(() => progress.getAttribute('aria-valuetext')).toMatch(/^1 of 2/)
    await first
      .tile(simulator.phones[1] ?? '')
      .locator('header')
      .click()
    // Its phone's jobs have to decide whether it happened.
    await simulator.admin('POST', '/faults', {
      on: 'launchAutomation',
      code: 'upstream_unavailable',
      times: 1,
    })
    await page.getByRole('button', { name: 'Launch automation…' }).click()
    await page.getByLabel('Automation', { exact: true }).selectOption('account_status')
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await page.getByText(launchInDoubt).first().waitFor()
    await first.end('SIGKILL')

    const second = await start()
    const rows = await details(second)
    expect(rows.map(([, outcome]) => outcome)).toEqual(['Outcome unknown', 'Outcome unknown'])
    expect(rows.map(([what]) => what)).toEqual([
      expect.stringContaining(name.split('\n')[0] ?? ''),
      expect.stringMatching(/: Account status$/),
    ])
    await second.close()
  })

  it('during a run of flows, the next start reports what ran and what had finished', async () => {
    const first = await start()
    await first.showsLive(2)
    const flows = join(folder.path, 'flows')
    await mkdir(flows, { recursive: true })
    await writeFile(join(flows, 'go-home.yaml'), '- pressKey: home\n')
    await simulator.admin('PUT', `/phones/${phone()}`, slow)
    await first.run('Run flows')
    await first.page.getByRole('button', { name: 'Run on 2 phones' }).click()
    await first.page.locator('[data-verdict=passed]').waitFor()
    await first.end('SIGKILL')

    const second = await start()
    await second.page.getByText('Fleetwall last ended with 1 unfinished item.').waitFor()
    const rows = await details(second)
    expect(rows.map(([what = '', outcome]) => [what.split(' on ')[0], outcome])).toEqual([
      ['go-home', 'Was running'],
      ['go-home', 'Ended'],
    ])
    const [run = ''] = await readdir(join(flows, 'results'))
    const results = await readFile(join(flows, 'results', run, 'results.jsonl'), 'utf8')
    expect(results.match(/"state":"(passed|failed)"/g)).toEqual(['"state":"passed"'])
    await second.close()
  })
})
