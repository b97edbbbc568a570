import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder } from './harness/wall'

inEachShellAtLength('The list of fleets', (shell) => {
  const stage = useStage(shell, {
    devices: [
      { public_id: 'dev_a', name: 'Aster' },
      { public_id: 'dev_b', name: 'Birch' },
    ],
  })

  it('is exported without keys, and a fleet is added from the file with its views', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const dialog = page.getByRole('dialog', { name: 'Add fleet' })
    await wall.run('Add fleet')
    await dialog.getByLabel('Name').fill('Rack')
    await dialog.getByLabel('Base address').fill(simulator.baseUrl)
    await dialog.getByLabel('API key').fill(simulator.apiKey)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Fleet: Rack' }).waitFor()
    await wall.showsLive(2)
    await page.locator('[role=search] input').fill('birch')
    await wall.tile('dev_a').waitFor({ state: 'detached' })

    await wall.run('Export fleets')
    const path = await page.getByText(/^\/.*fleets.*\.json$/).innerText()
    const text = await readFile(path, 'utf8')
    expect(text).not.toContain(simulator.apiKey)
    expect(JSON.parse(text)).toMatchObject({
      fleetwall: 1,
      fleets: [{ name: 'Rack', view: { search: 'birch' } }],
    })
    await page.getByRole('button', { name: 'Fleet: Rack' }).click()
    await page.getByRole('menuitem', { name: 'Remove Rack' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await page.getByRole('button', { name: 'Fleet: Rack' }).waitFor({ state: 'detached' })

    const folder = await freshFolder()
    const other = join(folder.path, 'other.json')
    await writeFile(other, '{"fleets":[]}')
    await wall.run('Add fleet')
    await dialog.locator('input[type=file]').setInputFiles(other)
    await dialog.getByText('“other.json” isn’t a fleet export.').waitFor()
    await dialog.locator('input[type=file]').setInputFiles(path)
    await expect.poll(() => dialog.getByLabel('Base address').inputValue()).toBe(simulator.baseUrl)
    await dialog.getByLabel('API key').fill(simulator.apiKey)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Fleet: Rack' }).waitFor()
    await wall.showsLive(1)
    expect(await page.locator('[role=search] input').inputValue()).toBe('birch')
    await folder.remove()
  })
})
