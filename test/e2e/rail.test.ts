import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import { inOneShell } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { freshFolder, openWall, type Wall } from './harness/wall'

const rented = { name: 'rented', color: '#00AA55' }
const own = { name: 'own', color: '#AA5500' }

inOneShell('The rail beside the wall', (shell) => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let wall: Wall

  const start = () => openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
  beforeAll(async () => {
    simulator = await startSimulator({
      devices: [[rented], [rented, own], [own], []].map((labels, at) => ({
        public_id: `dev_${at}`,
        name: `Phone ${at}`,
        labels,
      })),
    })
    folder = await freshFolder()
    wall = await start()
    await wall.showsLive(4)
  })
  afterAll(async () => {
    await wall.close()
    await simulator.close()
    await folder.remove()
  })

  const rail = () => wall.page.getByRole('navigation', { name: 'Views and filters' })
  const choice = (name: string) => rail().getByRole('button', { name: new RegExp(`^${name}, \\d+ phones?$`) })
  const shown = async () => {
    const tiles = await wall.page.locator('[role=gridcell] [data-device]').all()
    return Promise.all(tiles.map((tile) => tile.getAttribute('data-device')))
  }
  const shows = (...publicIds: string[]) => expect.poll(shown, { timeout: 20_000 }).toEqual(publicIds)

  it('shows phones with any chosen label, and all phones again by one command', async () => {
    await wall.tile('dev_0').focus()
    await wall.page.keyboard.press('l')
    await rail().getByRole('button', { name: 'rented, 2 phones' }).click()
    await shows('dev_0', 'dev_1')
    await choice('own').click()
    await shows('dev_0', 'dev_1', 'dev_2')
    await wall.page
      .getByRole('status')
      .filter({ hasText: '3 of 4 phones shown' })
      .waitFor({ state: 'attached' })
    await wall.page.getByText('3/4', { exact: true }).waitFor()
    await choice('rented').click()
    await shows('dev_1', 'dev_2')
    expect(await choice('own').getAttribute('aria-pressed')).toBe('true')
    await rail().getByRole('button', { name: 'Show all phones' }).click()
    await shows('dev_0', 'dev_1', 'dev_2', 'dev_3')
  })

  it('strikes out the labels whose phones it hides', async () => {
    await choice('rented').click()
    await wall.run('Filter and order labels…')
    await wall.page.getByRole('radio', { name: 'None of these labels' }).check()
    await wall.page.keyboard.press('Escape')
    await shows('dev_2', 'dev_3')
    await choice('Hidden: rented').waitFor()
    await wall.run('Show all phones')
    await shows('dev_0', 'dev_1', 'dev_2', 'dev_3')
  })

  it('shows the phones in the chosen states, and follows changes', async () => {
    await simulator.admin('PUT', '/phones/dev_2', { reachable: false })
    await rail().getByRole('button', { name: 'Offline, 1 phone' }).click({ timeout: 40_000 })
    await shows('dev_2')
    await choice('rented').click()
    await wall.page.getByText('No phones match these filters.').waitFor()
    await choice('rented').click()
    await simulator.admin('PUT', '/phones/dev_2', { reachable: true })
    await shows()
    await rail().getByRole('button', { name: 'Offline, 0 phones' }).click()
    await wall.showsLive(4)
  })

  it('is navigated by keyboard', async () => {
    await choice('own').focus()
    await wall.page.keyboard.press('ArrowDown')
    expect(await choice('rented').evaluate((element) => element.matches(':focus-visible'))).toBe(true)
    await wall.page.keyboard.press('Space')
    await shows('dev_0', 'dev_1')
  })

  it('selects the phones of a row by its menu, by keyboard and by mouse', async () => {
    const bar = wall.page.locator('[data-selection-bar]')
    await choice('own').focus()
    await wall.page.keyboard.press('Shift+F10')
    await wall.page.getByRole('menuitem', { name: 'Select these' }).waitFor()
    await expectAccessible(wall, 'menu of a row in the rail')
    await wall.page.keyboard.press('Home')
    await wall.page.keyboard.press('Enter')
    await bar.getByText('2 phones', { exact: true }).waitFor()
    expect(await choice('own').evaluate((element) => element.matches(':focus'))).toBe(true)
    await choice('rented').click({ button: 'right' })
    await wall.page.getByRole('menuitem', { name: 'Add to selection' }).click()
    await bar.getByText('3 phones', { exact: true }).waitFor()
    await wall.run('Clear selection')
  })

  it('saves a view under a name for palette and rail, also across a restart', async () => {
    await wall.page.keyboard.press('l')
    await rail().waitFor({ state: 'detached' })
    await wall.page.keyboard.press('ControlOrMeta+k')
    await wall.page.keyboard.type('save view')
    await wall.page.keyboard.press('Enter')
    await rail().waitFor()
    await wall.page.keyboard.type('Rented ones')
    await expectAccessible(wall, 'rail, with a name for the view')
    await wall.page.keyboard.press('Enter')
    await expect.poll(() => choice('Rented ones').getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(wall, 'rail')
    await choice('Rented ones').click()
    await shows('dev_0', 'dev_1', 'dev_2', 'dev_3')
    await wall.close()

    wall = await start()
    await wall.showsLive(4)
    await wall.page.keyboard.press('ControlOrMeta+k')
    await wall.page.keyboard.type('show view rented')
    await wall.page.keyboard.press('Enter')
    await shows('dev_0', 'dev_1')
    expect(await choice('Rented ones').getAttribute('aria-pressed')).toBe('true')

    await choice('Rented ones').hover()
    await rail().getByRole('button', { name: 'Delete view Rented ones' }).click()
    await choice('Rented ones').waitFor({ state: 'detached' })
    await shows('dev_0', 'dev_1')
  })
})
