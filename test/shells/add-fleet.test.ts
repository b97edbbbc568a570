import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEachShellAtLength } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder, openWall, type Wall } from '../e2e/harness/wall'
import { openAddFleet, submitFleet, type FleetForm } from './add-fleet'
import { startVisitedServer } from './visited-server'

inEachShellAtLength('Adding a fleet, without a keychain', (shell) => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let wall: Wall

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 3 })
    folder = await freshFolder()
    wall = await openWall(shell, { userDataDir: folder.path, environment: {} })
  })
  afterAll(async () => {
    await wall.close()
    await simulator.close()
    await folder.remove()
  })

  /** Returns the error that the dialog shows for a form. */
  const answerTo = async (form: Partial<FleetForm>) => {
    const dialog = await openAddFleet(wall)
    await submitFleet(wall, { name: 'Studio', baseUrl: simulator.baseUrl, apiKey: simulator.apiKey, ...form })
    const alert = dialog.getByRole('alert').locator('p').first()
    await alert.waitFor({ timeout: 20_000 })
    const sentence = await alert.innerText()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    return sentence
  }

  it('opens the fleet, and says that its key is not saved', async () => {
    const dialog = await openAddFleet(wall)
    await dialog.getByText('No keychain found. Fleetwall forgets the key when it quits.').waitFor()
    await submitFleet(wall, { name: 'Studio', baseUrl: simulator.baseUrl, apiKey: simulator.apiKey })
    await dialog.waitFor({ state: 'detached' })
    await wall.showsLive(3)
    await wall.page.getByRole('button', { name: 'Fleet: Studio' }).click()
    await wall.page.getByRole('menuitemradio', { name: 'Studio Key not saved' }).waitFor()
    await wall.page.keyboard.press('Escape')
  })

  it('switches to another fleet and back', async () => {
    await wall.page.getByRole('button', { name: 'Fleet: Studio' }).click()
    await wall.page.getByRole('menuitemradio', { name: 'Simulated fleet' }).click()
    await wall.showsLive(12)
    expect(await simulator.sockets('stream')).toEqual([])
    await wall.page.getByRole('button', { name: 'Fleet: Simulated fleet' }).click()
    await wall.page.getByRole('menuitemradio', { name: 'Studio' }).click()
    await wall.showsLive(3)
  })

  it('forgets the fleet after a restart', async () => {
    await wall.close()
    wall = await openWall(shell, { userDataDir: folder.path, environment: {} })
    await wall.showsLive(12)
    await wall.page.getByRole('button', { name: 'Fleet: Simulated fleet' }).click()
    expect(await wall.page.getByRole('menuitemradio').count()).toBe(1)
    await wall.page.keyboard.press('Escape')
    await wall.page.getByRole('menuitemradio').waitFor({ state: 'detached' })
  })

  // One shell proves the rest, and not in the short run.
  if (!shell.provesPage) return

  it('focuses the current tile on closing if nothing had the focus before', async () => {
    const { page } = wall
    await wall.showsLive(12)
    await page.locator(':focus').evaluate((element: HTMLElement) => element.blur())
    await page.keyboard.press('ControlOrMeta+Shift+A')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const tile = page.locator('[role=gridcell] [tabindex="0"][data-device]')
    await expect
      .poll(() => tile.evaluate((element) => element === document.activeElement), { timeout: 20_000 })
      .toBe(true)
  })

  it('shows a specific error for each wrong field', async () => {
    const other = await startVisitedServer('<h1>It works!</h1>')
    const sentences = {
      missing: await answerTo({ name: '' }),
      wrongKey: await answerTo({ apiKey: `${simulator.apiKey}0` }),
      noKey: await answerTo({ apiKey: 'not a key' }),
      noAddress: await answerTo({ baseUrl: 'https://' }),
      plainHttp: await answerTo({ baseUrl: 'http://phones.example/v1' }),
      otherServer: await answerTo({ baseUrl: `http://${other.host}/v1` }),
    }
    await other.close()
    const noAnswer = await answerTo({ baseUrl: `http://${other.host}/v1` })
    expect({ ...sentences, noAnswer }).toEqual({
      missing: 'Enter a name, a base address and a key.',
      wrongKey: 'The service doesn’t know this key.',
      noKey: 'This isn’t an API key. A key looks like prefix_live_id_secret.',
      noAddress: 'Enter an address like https://api.example.com/v1.',
      plainHttp: 'The address must start with https or wss, except on this computer.',
      otherServer: 'A web page came instead of an answer (HTTP 200).',
      noAnswer: `Nothing answers at ${other.host}.`,
    })
    await wall.page.getByRole('button', { name: 'Fleet: Simulated fleet' }).waitFor()
  })

  it('shows why the service refuses a key or a program', async () => {
    await simulator.admin('POST', '/faults', { on: 'listDevices', code: 'forbidden', times: 1 })
    expect(await answerTo({})).toMatch(/^The key is inactive or not allowed\./)
    await simulator.admin('POST', '/faults', { on: 'listDevices', code: 'user_agent_1010', times: 1 })
    expect(await answerTo({})).toMatch(/blocks Fleetwall’s User-Agent/)
  })
})
