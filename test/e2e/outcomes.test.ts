import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 60_000, interval: 100 }

inEachShellAtLength('What came of a flow', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  it('marks its phones, finds and selects them, and is new in Activity', async () => {
    const { wall, simulator, userDataDir } = stage()
    const { page } = wall
    const [first = '', second = ''] = simulator.phones
    const panel = page.locator('[data-panel]')
    const search = page.getByRole('search').getByRole('textbox')
    const shown = () =>
      page
        .locator('[role=gridcell] [data-device]')
        .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-device')))
    const outcomes = () =>
      page
        .locator('[data-outcome]')
        .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-outcome')))

    await wall.showsLive(3)
    await mkdir(join(userDataDir, 'flows'), { recursive: true })
    await writeFile(join(userDataDir, 'flows', 'fails.yaml'), '- assertTrue: ${1 == 2}\n')
    for (const publicId of [first, second]) {
      await wall.tile(publicId).focus()
      await page.keyboard.press('Space')
    }
    await wall.run('Run flows')
    await panel.locator('[data-flow="fails.yaml"] :checked').waitFor()
    await panel.getByRole('button', { name: 'Run on 2 phones' }).click()
    await expect.poll(outcomes, patience).toEqual(['failed', 'failed'])
    await wall.run('Clear selection')

    // The person looks at another tab.
    await panel.getByRole('tab', { name: 'Activity 1 new' }).click()
    await panel.locator('[data-news=flows]').click()
    await panel.locator('[data-verdict=failed]').first().waitFor()
    expect(await panel.getByRole('tab', { name: 'Activity' }).innerText()).toBe('Activity')
    await wall.run('Panel')

    await search.fill('flow:failed')
    await expect.poll(shown, patience).toEqual([first, second])
    await search.fill('flow:passed')
    await expect.poll(shown, patience).toEqual([])
    await search.fill('')

    await wall.tile(first).focus()
    await page.keyboard.press('l')
    const rail = page.getByRole('navigation', { name: 'Views and filters' })
    const choice = rail.getByRole('button', { name: 'Flow failed, 2 phones' })
    await choice.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Select these' }).click()
    expect(await page.locator('[data-selection-bar]').innerText()).toContain('2')
    await choice.click()
    await expect.poll(shown, patience).toEqual([first, second])

    await wall.run('Sort phones')
    await page.getByRole('radio', { name: /^Outcome/ }).check()
    await page.keyboard.press('Escape')
    await wall.run('Show all phones')
    await expect.poll(async () => (await shown()).length, patience).toBe(3)
    expect((await shown())[2]).toBe(simulator.phones[2])
    expect(await outcomes()).toEqual(['failed', 'failed'])
  })
})
