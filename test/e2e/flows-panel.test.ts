import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 60_000, interval: 100 }

inEachShellAtLength('Flows in the window', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  const folder = () => join(stage().userDataDir, 'flows')
  const panel = () => stage().wall.page.locator('[data-panel]')
  const steps = (state: string) => panel().locator(`[data-flow-step=${state}]`)
  const select = async (publicIds: readonly string[]) => {
    const { wall } = stage()
    for (const publicId of publicIds) {
      await wall.tile(publicId).focus()
      await wall.page.keyboard.press('Space')
    }
  }

  it('are recorded on one phone and pass on all', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = ''] = simulator.phones
    await wall.showsLive(3)
    await wall.stillPicture(first)
    await mkdir(folder(), { recursive: true })
    await writeFile(join(folder(), 'older.yaml'), '- inputText: ${USER}\n')
    await wall.run('Run flows')
    const older = panel().locator('[data-flow="older.yaml"]')
    await panel().locator('[data-flow-value=USER]').waitFor()
    expect(await older.getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await wall.tile(first).focus()
    await wall.run('Record flow')
    await page.getByText(/^Recording a flow on/).waitFor()
    // The label of the Settings app.
    const { client } = await wall.target(first, { across: 0.6, down: 0.482 })
    await page.mouse.click(client.x, client.y)
    await page.getByText(/: 1 step\.$/).waitFor()
    await page.keyboard.press('Shift+Escape')
    await wall.tile(first).focus()
    await wall.run('Home')
    await page.getByText(/: [23] steps\.$/).waitFor()
    await wall.run('Home')
    await expect.poll(() => panel().getByText('pressKey: home').count()).toBe(2)
    await panel().getByRole('button', { name: 'Undo step' }).click()
    await expect.poll(() => panel().getByText('pressKey: home').count()).toBe(1)
    // What is recorded stays in sight without the panel.
    await page.keyboard.press('ControlOrMeta+j')
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await panel().locator('[data-flow^="Recorded"] :checked:focus').waitFor(patience)
    expect(await older.getByRole('checkbox').isChecked()).toBe(false)
    await rm(join(folder(), 'older.yaml'))
    const file = (await readdir(folder())).find((name) => name.startsWith('Recorded')) ?? ''
    const text = await readFile(join(folder(), file), 'utf8')
    expect(text).toContain('tapOn: Settings')
    expect(text.match(/pressKey: home/g)).toHaveLength(1)

    await panel()
      .getByText(/3 phones. This needs at least \d+ actions/)
      .waitFor(patience)
    await panel().getByRole('button', { name: 'Run on 3 phones' }).click()
    await panel().getByText('3 passed').waitFor({ timeout: 90_000 })
    expect(await steps('passed').count()).toBeGreaterThanOrEqual(6)
    const report = await panel()
      .getByText(/^Report: /)
      .innerText()
    expect(await readFile(report.replace('Report: ', ''), 'utf8')).toContain('<!doctype html>')
    await page.keyboard.press('Escape')
  })

  it('name the step that fails, and mistakes before anything runs', async () => {
    const { wall, simulator } = stage()
    await writeFile(
      join(folder(), 'expects.yaml'),
      'name: Expects\n---\n- pressKey: home\n- assertVisible: Nowhere at all\n',
    )
    await writeFile(join(folder(), 'tree.yaml'), '- tapOn:\n    id: button\n')
    await select(simulator.phones.slice(0, 1))
    await wall.run('Run flows')
    const flow = (file: string) => panel().locator(`[data-flow="${file}"]`)
    await flow('tree.yaml')
      .getByText(/^2:5: /)
      .waitFor()
    expect(await flow('tree.yaml').getByRole('checkbox').isDisabled()).toBe(true)
    await flow('expects.yaml').getByRole('checkbox').check()
    await panel().getByRole('button', { name: 'Run on 1 phone' }).click()
    await panel().getByRole('status').getByText('1 failed').waitFor({ timeout: 60_000 })
    expect(await steps('failed').allInnerTexts()).toEqual([expect.stringContaining('Nowhere at all')])
    await panel().getByRole('button', { name: 'Rerun what didn’t pass on 1 phone' }).click()
    await panel().getByRole('button', { name: 'Stop run' }).click()
    await panel().getByRole('button', { name: 'Stop now' }).click()
    await panel()
      .getByRole('button', { name: 'Rerun what didn’t pass on 1 phone' })
      .waitFor({ timeout: 60_000 })
  })

  it('wait on a phone that a person uses, and tell their end elsewhere', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = ''] = simulator.phones
    await writeFile(
      join(folder(), 'notes.yaml'),
      'name: Long way\n---\n- repeat: { times: 8, commands: [{ setClipboard: x }, { pressKey: home }, waitForAnimationToEnd] }\n',
    )
    await page.keyboard.press('Escape')
    await wall.run('Run flows')
    // The file that an editor wrote is there at once.
    const flow = panel().locator('[data-flow="notes.yaml"]')
    await flow.waitFor()
    await writeFile(
      join(folder(), 'notes.yaml'),
      (await readFile(join(folder(), 'notes.yaml'), 'utf8')).replace('Long', 'Short'),
    )
    await flow.getByText('Short way').waitFor()
    await panel().locator('[data-flow="expects.yaml"]').getByRole('checkbox').uncheck()
    await flow.getByRole('checkbox').check()
    await panel()
      .getByRole('button', { name: /^Run on/ })
      .click()
    await steps('running').first().waitFor()
    await page.keyboard.press('ControlOrMeta+j')
    const { client } = await wall.target(first, { across: 0.5, down: 0.7 })
    await page.mouse.click(client.x, client.y)
    const alert = page.getByRole('alert').filter({ hasText: 'its flow waits' })
    await alert.getByRole('button', { name: 'Resume flow' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.getByText(/^The flows have ended: /).waitFor(patience)
    await page.getByRole('button', { name: 'Show run' }).click()
    await panel()
      .getByText(/passed/)
      .first()
      .waitFor()
  })
})
