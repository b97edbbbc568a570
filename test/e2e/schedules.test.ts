import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { freshFolder, openWall, type Wall } from './harness/wall'

const patience = { timeout: 30_000 }
const hourMs = 3_600_000

inEachShellAtLength('A schedule', (shell) => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 3 })
    folder = await freshFolder()
  })
  afterAll(async () => {
    await simulator.close()
    await folder.remove()
  })

  const captures = () => join(folder.path, 'captures')
  /** Starts the app with the clock of schedules so much ahead. */
  const start = async (offsetMs = 0) => {
    const environment = {
      ...simulator.environment,
      FLEETWALL_CAPTURES: captures(),
      FLEETWALL_NOW_OFFSET: String(Math.round(offsetMs)),
    }
    const wall = await openWall(shell, { userDataDir: folder.path, environment })
    await wall.tile(simulator.phones[0] ?? '').waitFor()
    return wall
  }
  const row = ({ page }: Wall, state: string) => page.locator(`[data-panel] [data-schedule=${state}]`)
  /** When it is next 7 o'clock here, in ms since the epoch. */
  const nextStart = () => {
    const at = new Date()
    at.setHours(7, 0, 0, 0)
    return at.getTime() > Date.now() ? at.getTime() : at.getTime() + 24 * hourMs
  }

  it('tells its cost, does its work at its time, and says what it missed', async () => {
    const first = await start()
    await first.run('New schedule')
    const dialog = first.page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByLabel('Name').fill('Morning pictures')
    await dialog.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Save screenshots' })
    await dialog.getByLabel('Time', { exact: true }).fill('07:00')
    await dialog.locator('[data-schedule-costs]').getByText('at most 3 snapshots').waitFor()
    await dialog.getByRole('button', { name: 'Save schedule' }).click()
    await row(first, 'waiting').getByText('Never run').waitFor(patience)
    await first.close()

    const onTime = await start(nextStart() - Date.now())
    await row(onTime, 'waiting').getByText('3 done').waitFor(patience)
    expect(
      (await readdir(captures(), { recursive: true })).filter((name) => name.endsWith('.jpg')),
    ).toHaveLength(3)
    await onTime.close()

    const late = await start(nextStart() - Date.now() + 27 * hourMs)
    await row(late, 'missed').getByText('Missed 1 start').waitFor(patience)
    await row(late, 'missed').getByRole('button', { name: 'Dismiss' }).click()
    await row(late, 'waiting').waitFor()
    await row(late, 'waiting').getByRole('button', { name: 'Pause' }).click()
    await row(late, 'paused').getByRole('button', { name: 'Delete' }).click()
    await late.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row(late, 'paused').waitFor({ state: 'detached' })
    await late.close()
  })
})
