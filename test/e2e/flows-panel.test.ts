import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder } from './harness/wall'

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

  it('have every input as a step or a comment, and play it on another phone', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = '', second = ''] = simulator.phones
    const given = await freshFolder()
    const dropped = ['photo.txt', 'elsewhere.txt'].map((name) => join(given.path, name))
    await mkdir(folder(), { recursive: true })
    for (const path of [join(folder(), 'photo.txt'), ...dropped]) await writeFile(path, 'a file')
    await simulator.act(first, { type: 'open_app', target: 'sys_notes' })
    await wall.tile(first).focus()
    await wall.run('Record flow')
    await page.getByText(/^Recording a flow on/).waitFor()
    await page.keyboard.press('ControlOrMeta+j')
    const at = async (across: number, down: number) =>
      [(await wall.target(first, { across, down })).client].map(({ x, y }) => [x, y] as const)[0] ?? [0, 0]
    const drag = async (...way: readonly (readonly [number, number])[]) => {
      for (const [index, [across, down]] of way.entries()) {
        await page.mouse.move(...(await at(across, down)), { steps: 8 })
        if (index === 0) await page.mouse.down()
      }
      await page.mouse.up()
    }
    // The pen in the corner of Notes.
    await page.mouse.click(...(await at(0.93, 0.085)))
    for (const text of ['Hello', 'Привет', 'Ωμέγα', '🙂']) await page.keyboard.insertText(text)
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await drag([0.2, 0.5], [0.8, 0.5], [0.8, 0.6], [0.2, 0.6])
    await page.mouse.move(...(await at(0.5, 0.5)))
    await page.mouse.wheel(0, 240)
    await page.keyboard.press('Shift+Escape')
    const counted = async () =>
      Number(/(\d+) steps?\.$/.exec(await page.getByText(/^Recording a flow on/).innerText())?.[1])
    for (const path of dropped) {
      const before = await counted()
      await dropFiles(wall, wall.screen(first), [path])
      await expect.poll(counted, patience).toBeGreaterThan(before)
    }
    await wall.tile(first).focus()
    await wall.run('Save screenshot')
    await wall.run('Home')
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await page.getByText(/^Recorded \d+ steps; 2 inputs have no step and are comments\.$/).waitFor(patience)
    // The new flow takes the focus, late.
    await panel().locator('[data-flow^="Recorded"] :checked:focus').waitFor(patience)
    const [file = ''] = (await readdir(folder()))
      .filter((name) => name.startsWith('Recorded'))
      .toSorted()
      .slice(-1)
    const text = await readFile(join(folder(), file), 'utf8')
    const steps = [...text.matchAll(/^- (\w+)/gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'waitForAnimationToEnd')
    expect(text).toContain('inputText: HelloПриветΩμέγα\n')
    expect(text).toContain('# The phone did not type “🙂”.')
    expect(text).toContain('# elsewhere.txt was uploaded.')
    expect(steps).toEqual([
      'tapOn',
      'inputText',
      'press',
      'path',
      'scroll',
      'addMedia',
      'takeScreenshot',
      'pressKey',
    ])
    await simulator.act(second, { type: 'open_app', target: 'sys_notes' })
    await select([second])
    await wall.run('Run flows')
    for (const each of await panel().getByRole('checkbox', { checked: true }).all()) await each.uncheck()
    await panel().locator(`[data-flow="${file}"]`).getByRole('checkbox').check()
    await panel().getByRole('button', { name: 'Run on 1 phone' }).click()
    await panel().getByRole('status').getByText('1 passed').waitFor({ timeout: 90_000 })
    await page.keyboard.press('Escape')
    // Once more takes it out of the selection.
    await select([second])
    await rm(join(folder(), file))
    await given.remove()
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
