import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 60_000, interval: 100 }

inEachShellAtLength('Checks of a recorded flow', (shell) => {
  const stage = useStage(shell, { devices: 1 })
  const folder = () => join(stage().userDataDir, 'flows')

  it('are pointed at on the picture, pass on that screen and fail on another', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [phone = ''] = simulator.phones
    await wall.showsLive(1)
    await wall.stillPicture(phone)
    await wall.tile(phone).focus()
    await wall.run('Record flow')
    const panel = page.locator('[data-panel]')
    await wall.run('Run flows')
    const since = await simulator.mark(phone)
    const dialog = page.getByRole('dialog', { name: /^Insert check/ })
    const picture = dialog.locator('[data-box-picture]')

    await panel.getByRole('button', { name: 'Insert check' }).click()
    // Shorter than a check's usual wait: it fails below.
    await dialog.getByLabel('becomes visible within').check()
    await dialog.getByRole('spinbutton').fill('2')
    await picture.getByRole('button', { name: 'Settings' }).click(patience)
    await dialog.waitFor({ state: 'detached' })
    await panel.locator('[data-recorded-step]').getByText('Settings').waitFor()

    await panel.getByRole('button', { name: 'Insert check' }).click()
    const settings = await picture.getByRole('button', { name: 'Settings' }).boundingBox(patience)
    if (!settings) throw new Error('The picture has no such text.')
    // The icon above its name.
    const middle = { x: settings.x + settings.width / 2, y: settings.y - settings.height * 2 }
    const half = settings.height * 1.5
    await page.mouse.move(middle.x - half, middle.y - half)
    await page.mouse.down()
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.move(middle.x + half, middle.y + half)
    await page.mouse.up()
    await dialog.waitFor({ state: 'detached', ...patience })
    await panel.locator('[data-recorded-step]').getByText('assertVisible: image: cutouts/').waitFor()
    expect(await simulator.events(phone, since)).toEqual([])

    await panel.getByRole('button', { name: 'Stop recording' }).click()
    await panel.locator('[data-flow^="Recorded"] :checked:focus').waitFor(patience)
    const [file = ''] = (await readdir(folder())).filter((name) => name.startsWith('Recorded'))
    const text = await readFile(join(folder(), file), 'utf8')
    expect(text).toMatch(/visible: Settings\n +timeout: 2000\n(.*\n)?- assertVisible:\n +image: cutouts\//)
    await panel.getByRole('button', { name: 'Run on 1 phone' }).click()
    await panel.getByText('1 passed').waitFor({ timeout: 60_000 })

    const home = await wall.stillPicture(phone)
    await simulator.act(phone, { type: 'open_app', target: 'sys_notes' })
    await expect.poll(async () => (await wall.stillPicture(phone)).equals(home)).toBe(false)
    await panel.getByRole('button', { name: 'Run on 1 phone' }).click()
    await panel.getByRole('status').getByText('1 failed').waitFor({ timeout: 60_000 })
    expect(await panel.locator('[data-flow-step=failed]').innerText()).toContain('Settings')
  })
})
