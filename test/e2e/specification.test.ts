import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder } from './harness/wall'

const patience = { timeout: 20_000, interval: 50 }
const minuteMs = 60_000

interface Phone {
  public_id: string
  labels: { name: string }[]
}
const labels = (...names: string[]) => names.map((name) => ({ name, color: '#00AA55' }))

inEachShellAtLength('Rules of the service', (shell) => {
  const stage = useStage(shell, {
    devices: [
      { public_id: 'dev_a', name: 'Aster', labels: labels('one', 'two', 'three') },
      { public_id: 'dev_b', name: 'Birch', notes: 'in the rack' },
    ],
    automations: { dispatch_ms: 100, run_ms: 10 * minuteMs },
  })
  const inspector = () => stage().wall.page.getByRole('complementary', { name: 'Inspector' })
  const state = (publicId: string) => stage().wall.tile(publicId).getAttribute('data-state')
  const inspect = async (publicId: string) => {
    const { wall } = stage()
    await wall
      .tile(publicId)
      .locator('header')
      .click({ position: { x: 30, y: 10 } })
    if (!(await inspector().isVisible())) await wall.page.keyboard.press('i')
    await inspector().waitFor()
  }
  const ask = async (path: string) => {
    const { baseUrl, apiKey } = stage().simulator
    const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })
    return (await answer.json()) as unknown
  }

  it('keep the order of labels that a person gave', async () => {
    await inspect('dev_a')
    await inspector().locator('[data-label=three] button').first().focus()
    await stage().wall.page.keyboard.press('Alt+ArrowUp')
    await stage().wall.page.keyboard.press('Alt+ArrowUp')
    await inspector().getByRole('button', { name: 'Save', exact: true }).click()
    const order = async () => {
      const phones = (await ask('/devices')) as Phone[]
      return phones.find(({ public_id: id }) => id === 'dev_a')?.labels.map(({ name }) => name)
    }
    await expect.poll(order, patience).toEqual(['three', 'one', 'two'])
  })

  it('say which limit an action has hit, and what is left of it', async () => {
    const { wall, simulator } = stage()
    await simulator.admin('POST', '/faults', {
      ...{ on: 'performAction', code: 'rate_limited', times: 3 },
      layer: 'per_device',
    })
    await wall.tile('dev_b').hover()
    await wall.tile('dev_b').getByRole('button', { name: 'Home' }).click()
    const hint = wall.tile('dev_b').locator('[title*="Limit: per_device."]').first()
    await hint.waitFor({ state: 'attached' })
    expect(await hint.getAttribute('title')).toMatch(/[\d,]+ left\./)
  })

  it('show a phone’s facts, and its notes on the tile', async () => {
    const { wall } = stage()
    await inspect('dev_b')
    await inspector().getByRole('button', { name: 'Copy identifier' }).waitFor()
    await inspector().getByRole('button', { name: 'Copy dashboard id' }).waitFor()
    expect(await wall.tile('dev_b').innerHTML()).toContain('in the rack')
  })

  it('bound the frame rate at which phones stream', async () => {
    const { wall } = stage()
    await wall.page.keyboard.press('ControlOrMeta+,')
    const settings = wall.page.getByRole('dialog', { name: 'Settings' })
    const rate = settings.getByRole('combobox', { name: 'Frame rate of thumbnails' })
    await rate.selectOption({ label: '5 fps' })
    await wall.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await stage().simulator.admin('PUT', '/phones/dev_a', { animate_fps: 30 })
    await wall.page.keyboard.press('Control+Shift+F')
    const rateOf = async () => Number(await wall.tile('dev_a').locator('[data-fps]').getAttribute('data-fps'))
    await expect.poll(rateOf, patience).toBeGreaterThan(2)
    expect(await rateOf()).toBeLessThan(8)
    await stage().simulator.admin('PUT', '/phones/dev_a', { animate_fps: 0 })
  })

  it('let a job be interrupted only by a person, and run when they say so', async () => {
    const { wall, simulator } = stage()
    await simulator.admin('POST', '/jobs', { public_id: 'dev_a', kind: 'account_status' })
    await inspect('dev_a')
    await inspector().getByRole('button', { name: 'Refresh jobs' }).click()
    await expect.poll(() => state('dev_a'), patience).toBe('automation')

    // Not in the app's own folder, from which nothing is sent.
    const folder = await freshFolder()
    const path = join(folder.path, 'holiday.jpg')
    await writeFile(path, 'a picture')
    await dropFiles(wall, wall.tile('dev_a'), [path])
    const question = wall.page.getByRole('dialog', { name: /^Upload/ })
    await question.getByRole('button', { name: 'Interrupt and upload' }).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    for (const publicId of ['dev_a', 'dev_b']) {
      await wall.tile(publicId).focus()
      await wall.page.keyboard.press('Space')
    }
    const since = await simulator.mark('dev_b')
    await dropFiles(wall, wall.tile('dev_a'), [path])
    await question.getByRole('button', { name: 'Upload to 1 other phone' }).click()
    await simulator.eventually('dev_b', since, (events) => events.some(({ type }) => type === 'file'))
    await folder.remove()
    await wall.page.keyboard.press('Escape')

    await wall.tile('dev_a').getByRole('button', { name: 'Interrupt job…' }).click()
    await wall.page.getByRole('dialog').getByRole('button', { name: 'Interrupt job', exact: true }).click()
    await expect.poll(() => state('dev_a'), patience).toBe('live')
    await wall
      .tile('dev_a')
      .getByText(/^1 of 3 interruptions\. /)
      .waitFor({ state: 'attached' })
    await wall.tile('dev_a').getByRole('button', { name: 'Let it run' }).click()
    await expect.poll(() => state('dev_a'), patience).toBe('automation')
  })
})
