import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 60_000, interval: 100 }

inEachShell('Finding phones by the text on their screens', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  it('shows the phones that show it, marks it, and taps it on Enter', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = ''] = simulator.phones
    await wall.showsLive(3)
    const field = page.getByLabel('Search phones')
    const tiles = () => page.locator('[data-device]').count()
    const marks = page.locator('[data-text-hits]')

    await field.fill('text:"no such text"')
    await expect.poll(tiles, patience).toBe(0)
    await field.fill('text:Settings')
    await expect.poll(tiles, patience).toBe(3)
    await expect.poll(() => marks.count(), patience).toBe(3)

    await field.fill(`text:settings ${first}`)
    await expect.poll(tiles, patience).toBe(1)
    const done = async () => (await simulator.events(first)).map(({ type }) => type)
    // No phone is selected: Enter moves the focus to the phones found.
    await field.focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => wall.tile(first).evaluate((tile) => tile.contains(document.activeElement)))
      .toBe(true)
    expect(await done()).not.toContain('tap')
    await page.keyboard.press('Space')
    await field.focus()
    await page.keyboard.press('Enter')
    await expect.poll(done, patience).toContain('tap')
    await wall.run('View only')
    await field.focus()
    await page.keyboard.press('Enter')
    await page.getByText('“Tap ‘settings’” isn’t available. This phone is view only here.').waitFor()
    await field.fill('')
    await expect.poll(() => marks.count(), patience).toBe(0)
    await expect.poll(tiles, patience).toBe(3)
  })
})
