import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShell('Watching a screen', (shell) => {
  const stage = useStage(shell, { devices: 2 })
  const watch = async (publicId: string, kind: string) => {
    const { wall } = stage()
    await wall.tile(publicId).focus()
    await wall.run('Watch screen')
    const dialog = wall.page.getByRole('dialog', { name: 'Watch 1 phone' })
    await dialog.getByLabel(kind).check()
    return dialog
  }
  const submit = async (dialog: Awaited<ReturnType<typeof watch>>) => {
    await dialog.getByRole('button', { name: 'Watch' }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  it('tells once when it changes, stands still or shows a text', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = '', second = ''] = simulator.phones
    await wall.showsLive(2)
    await wall.stillPicture(first)
    const told = (text: RegExp) => page.getByRole('status').getByText(text)

    await submit(await watch(first, 'Tell me when the screen changes'))
    await wall.tile(first).locator('[data-watched]').waitFor()
    const { client } = await wall.target(first, { across: 0.6, down: 0.43 })
    await page.mouse.click(client.x, client.y)
    await told(/the screen changed\.$/).waitFor({ timeout: 30_000 })
    await wall.tile(first).locator('[data-watched]').waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+Escape')

    const still = await watch(second, 'Tell me when it stops changing')
    await still.getByLabel('Seconds').fill('1')
    await submit(still)
    await told(/has stood still for 1 s\.$/).waitFor({ timeout: 90_000 })

    const text = await watch(second, 'Tell me when it shows a text')
    await text.getByRole('textbox', { name: 'Text' }).fill('calendar')
    await submit(text)
    await told(/shows “calendar”\.$/).waitFor({ timeout: 60_000 })
    await told(/shows “calendar”\.$/)
      .locator('..')
      .getByRole('button', { name: 'View phone' })
      .click()
    await wall.showsLarge(second)
    await wall.backToWall()

    await submit(await watch(first, 'Tell me when the screen changes'))
    await wall.tile(first).focus()
    await wall.run('Stop watching')
    await expect.poll(() => page.locator('[data-watched]').count()).toBe(0)
  })
})
