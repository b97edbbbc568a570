import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShell('A patrol', (shell) => {
  const stage = useStage(shell, { devices: 4, budgets: { max_active_devices: 2 } })

  it('says its cost, lets phones take turns within the limit, and ends', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const idsOfLive = () =>
      page
        .locator('[data-device][data-state=live]')
        .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-device') ?? ''))
    await wall.showsLive(2)
    const first = await idsOfLive()
    await wall.run('Patrol')
    const question = page.getByRole('dialog')
    await question.getByText('uses up to 2 h of active minutes an hour').waitFor()
    await question.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('status').getByText('On patrol.').waitFor()

    const others = simulator.phones.filter((publicId) => !first.includes(publicId)).toSorted()
    await expect.poll(async () => (await idsOfLive()).toSorted(), { timeout: 40_000 }).toEqual(others)
    expect((await simulator.sockets('stream')).length).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: 'End patrol' }).click()
    await page.getByText('On patrol.').waitFor({ state: 'detached' })
  })

  it('does not keep an action from phones that have no place', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const marks = await Promise.all(simulator.phones.map(simulator.mark))
    await wall.tile(simulator.phones[0] ?? '').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+Shift+h')
    for (const [at, publicId] of simulator.phones.entries())
      await simulator.eventually(publicId, marks[at] ?? 0, (events) =>
        events.some(({ type }) => type === 'press'),
      )
    await page.getByText(/failed/).waitFor({ state: 'detached' })
  })
})
