import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import { inEachShellAtLength } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { freshFolder, wallOf, type Wall } from './harness/wall'

inEachShellAtLength('Two fleets in two windows', (shell) => {
  const stage = useStage(shell, { devices: [{ public_id: 'dev_a', name: 'Aster' }] })
  let rack: Simulator
  beforeAll(async () => {
    // Another fleet may have phones of the same ids.
    rack = await startSimulator({
      devices: [
        { public_id: 'dev_a', name: 'Rowan' },
        { public_id: 'dev_b', name: 'Rush' },
      ],
    })
  })
  afterAll(() => rack.close())

  const acts = async (wall: Wall, on: Simulator, other: Simulator) => {
    const [here, there] = [await on.mark('dev_a'), await other.mark('dev_a')]
    await wall.tile('dev_a').focus()
    await wall.run('Home')
    await on.eventually('dev_a', here, (events) => events.some(({ type }) => type === 'press'))
    expect(await other.events('dev_a', there)).toEqual([])
  }

  it('are both live, and each is touched and fed in its own window', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const host = new URL(simulator.baseUrl).host
    await wall.run('Add fleet')
    const dialog = page.getByRole('dialog', { name: 'Add fleet' })
    await dialog.getByLabel('Name').fill('Rack')
    await dialog.getByLabel('Base address').fill(rack.baseUrl)
    await dialog.getByLabel('API key').fill(rack.apiKey)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Fleet: Rack' }).waitFor()
    await wall.run(`Open fleet ${host}`)
    await page.getByRole('button', { name: `Fleet: ${host}` }).waitFor()
    await wall.showsLive(1)

    const coming = page.context().waitForEvent('page')
    await page.getByRole('button', { name: `Fleet: ${host}` }).click()
    await page.getByRole('menuitem', { name: 'Open in its own window' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('menuitem', { name: 'Rack', exact: true }).press('Enter')
    const ownPage = await coming
    const own = wallOf({ ...wall, page: ownPage, devtools: await ownPage.context().newCDPSession(ownPage) })
    await own.showsLive(2)
    await expect.poll(() => ownPage.title()).toBe('Rack – Fleetwall')
    await wall.showsLive(1)

    await acts(own, rack, simulator)
    await acts(wall, simulator, rack)

    const folder = await freshFolder()
    const file = join(folder.path, 'seed.txt')
    await writeFile(file, 'seed')
    const since = await rack.mark('dev_b')
    await dropFiles(own, own.screen('dev_b'), [file])
    await rack.eventually('dev_b', since, (events) => events.some(({ type }) => type === 'file'))
    await folder.remove()

    await page.getByRole('button', { name: `Fleet: ${host}` }).click()
    await page.getByRole('menuitemradio', { name: 'Rack' }).getByText('In another window').waitFor()
    await page.getByRole('menuitemradio', { name: 'Rack' }).click()
    await own.showsLive(2)
    await page.getByRole('button', { name: `Fleet: ${host}` }).waitFor()

    await ownPage.reload()
    await own.showsLive(2)
    await ownPage.close()
    await wall.showsLive(1)
  })
})
