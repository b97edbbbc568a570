import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import { inEachShellAtLength } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { freshFolder, wallOf, type Wall } from './harness/wall'

const patience = { timeout: 30_000 }

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

    // The list says how each open fleet is, and goes on to.
    await wall.run('Show fleets')
    const list = page.getByRole('group', { name: 'Fleets' })
    const other = list.getByRole('menuitemradio', { name: 'Rack' })
    await other.getByText('2 live').waitFor()
    await list.getByRole('menuitemradio', { name: host }).getByText('1 live').waitFor()
    await rack.admin('PUT', '/phones/dev_b', { reachable: false })
    await other.getByText('1 offline').waitFor(patience)
    await rack.admin('PUT', '/phones/dev_b', { reachable: true })
    await other.getByText('2 live').waitFor(patience)
    await page.keyboard.press('Escape')

    // Also from the further window to the first, which stays as it is.
    await wall.run('Search phones')
    await page.keyboard.type('Aster')
    const pages = page.context().pages().length
    await own.run('Show fleets')
    await ownPage.getByRole('menuitemradio', { name: host }).click()
    await ownPage.getByRole('menuitemradio', { name: host }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true)
    expect(page.context().pages()).toHaveLength(pages)
    expect(await page.getByRole('textbox', { name: 'Search phones' }).inputValue()).toBe('Aster')
    await wall.showsLive(1)

    await ownPage.reload()
    await own.showsLive(2)
    await ownPage.close()
    await wall.showsLive(1)
  })
})
