import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShellAtLength('Rules', (shell) => {
  const stage = useStage(shell, { devices: 2 })

  it('act once on what a screen shows, are in Activity, and stop with everything', async () => {
    const { wall } = stage()
    const { page } = wall
    await wall.showsLive(2)
    await wall.run('New rule')
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    await dialog.getByRole('textbox', { name: 'Text' }).fill('calendar')
    await dialog.getByLabel('On', { exact: true }).selectOption('all')
    await dialog.getByLabel('Save a screenshot').check()
    await dialog.getByLabel('Add a label').check()
    await dialog.getByLabel('Label to add').fill('seen')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await dialog.waitFor({ state: 'detached' })

    await wall.run('Panel: Rules')
    const rule = page.locator('[data-rule]')
    await expect.poll(() => rule.textContent(), { timeout: 50_000 }).toContain('Fired 2 times')
    expect(await rule.textContent()).toContain(
      'When a screen shows “calendar”, on all phones: notify, save a screenshot, add the label seen.',
    )
    await wall.run('Panel: Activity')
    await expect.poll(() => page.locator('[data-activity=rule]').count(), { timeout: 10_000 }).toBe(2)
    for (const what of ['screenshot', 'edit'])
      await expect.poll(() => page.locator(`[data-activity=${what}]`).count(), { timeout: 10_000 }).toBe(2)

    await wall.run('Stop everything')
    const question = page.getByRole('dialog', { name: 'Stop everything?' })
    expect(await question.textContent()).toContain('This stops 1 rule.')
    await question.getByRole('button', { name: 'Stop everything' }).click()
    await wall.run('Panel: Rules')
    await page.locator('[data-rule=off]').waitFor()
  })
})
