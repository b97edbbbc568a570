import { expect, it } from 'vitest'
import { inEachShell, inOneShell } from './harness/shells'
import { useStage } from './harness/use-stage'
import { freshFolder, openWall } from './harness/wall'
import { startSimulator } from './harness/simulator'

inOneShell('The shortcut sheet', (shell) => {
  const stage = useStage(shell)

  const sheet = () => stage().wall.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const keysOf = (title: string) => sheet().getByRole('listitem').filter({ hasText: title }).locator('kbd')
  const open = async () => {
    await stage().wall.page.keyboard.press('?')
    await sheet().waitFor()
  }
  const change = async (title: string, keys: string) => {
    await sheet()
      .getByRole('button', { name: `Change shortcut for ${title}`, exact: true })
      .focus()
    await stage().wall.page.keyboard.press('Enter')
    await sheet().getByRole('status').getByText('Press the new keys, or Esc to cancel').waitFor()
    await stage().wall.page.keyboard.press(keys)
  }
  const close = async () => {
    await stage().wall.page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
  }

  it('shows the keys of every command, and those that are fixed', async () => {
    await stage().wall.resize(1280, 800)
    await open()
    const { y = 0, height = 0 } = (await sheet().boundingBox()) ?? {}
    const windowHeight = await stage().wall.page.evaluate(() => innerHeight)
    expect(y + height, 'all of it can be scrolled to').toBeLessThanOrEqual(windowHeight)
    expect(await keysOf('Search phones').allTextContents()).toEqual([expect.stringMatching(/F$/), '/'])
    await sheet()
      .getByRole('region', { name: 'Fixed' })
      .getByText('Shift+Esc')
      .or(sheet().getByText('⇧Esc'))
      .waitFor()
    await close()
  })

  it('accepts new keys by keyboard alone, and they work at once', async () => {
    const { page } = stage().wall
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await open()
    await change('Inspector', 'F7')
    await expect.poll(() => keysOf('Inspector').allTextContents()).toEqual(['F7'])
    await close()
    await page.keyboard.press('i')
    await page.keyboard.press('F7')
    await inspector.waitFor()
    await page.getByRole('button', { name: 'Inspector (F7)' }).click()
    await inspector.waitFor({ state: 'detached' })
    await open()
    await sheet().getByRole('button', { name: 'Reset shortcut for Inspector to I' }).click()
    await expect.poll(() => keysOf('Inspector').allTextContents()).toEqual(['I'])
    await close()
  })

  it('refuses keys that are taken or reserved, and says why', async () => {
    await open()
    await change('Inspector', '?')
    await sheet()
      .getByRole('alert')
      .getByText('? is already used by “Keyboard shortcuts”. Change that shortcut first.')
      .waitFor()
    await stage().wall.page.keyboard.press('Tab')
    await sheet().getByRole('alert').getByText('Tab is reserved for moving around Fleetwall.').waitFor()
    await stage().wall.page.keyboard.press('Escape')
    await expect.poll(() => keysOf('Inspector').allTextContents()).toEqual(['I'])
    expect(await sheet().isVisible(), 'Esc has left the keys as they are, not the sheet').toBe(true)
    await close()
  })
})

inEachShell('Saved settings', (shell) => {
  it('survive a restart: keys, tile size and the inspector', async () => {
    const simulator = await startSimulator({ devices: 3 })
    const folder = await freshFolder()
    const launch = () => openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
    try {
      const first = await launch()
      await first.showsLive(3)
      await first.page.keyboard.press('-')
      await first.page.keyboard.press('i')
      await first.page.getByRole('complementary', { name: 'Inspector' }).waitFor()
      await first.page.keyboard.press('?')
      await first.page.getByRole('button', { name: 'Change shortcut for Search phones', exact: true }).click()
      await first.page.keyboard.press('F7')
      await first.page.getByRole('listitem').filter({ hasText: 'Search phones' }).getByText('F7').waitFor()
      await first.page.keyboard.press('Escape')
      const size = await first.page.getByRole('slider', { name: 'Tile size' }).inputValue()
      // The core keeps a confirmed change, even if the program ends at once.
      await first.page.getByRole('dialog').waitFor({ state: 'detached' })
      await first.close()

      const second = await launch()
      await second.showsLive(3)
      await second.page.getByRole('complementary', { name: 'Inspector' }).waitFor()
      expect(await second.page.getByRole('slider', { name: 'Tile size' }).inputValue()).toBe(size)
      expect(await second.page.getByRole('button', { name: 'Fit' }).getAttribute('aria-pressed')).toBe(
        'false',
      )
      await second.page.keyboard.press('F7')
      await second.page.locator('input:focus').and(second.page.getByLabel('Search phones')).waitFor()
      await second.close()
    } finally {
      await simulator.close()
      await folder.remove()
    }
  })
})
