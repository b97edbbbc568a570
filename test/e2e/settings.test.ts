import { expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import { inOneShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inOneShell('The settings', (shell) => {
  const stage = useStage(shell, { devices: 3 })

  it('explain the mouse buttons on a screen', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const settings = wall.page.getByRole('dialog', { name: 'Settings' })
    await wall.page.keyboard.press('ControlOrMeta+,')
    await settings.getByRole('combobox', { name: 'Right button' }).selectOption('Nothing')
    await settings.getByRole('combobox', { name: 'Middle button' }).selectOption('App switcher')
    await wall.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })

    const { client } = await wall.target(publicId, { across: 0.5, down: 0.4 })
    const since = await simulator.mark(publicId)
    await wall.page.mouse.click(client.x, client.y, { button: 'right' })
    await wall.page.mouse.click(client.x, client.y, { button: 'middle' })
    const events = await simulator.eventually(publicId, since, (list) =>
      list.some(({ type }) => type === 'press'),
    )
    expect(events.map(({ type, name }) => [type, name])).toEqual([['press', 'app_switcher']])
    expect(await wall.page.locator('[data-keyboard]').count()).toBe(0)
  })

  it('are found by words of their labels, help and choices, by keyboard alone', async () => {
    const { page } = stage().wall
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await page.keyboard.press('ControlOrMeta+,')
    const entries = settings.locator('select:visible, input:visible:not([type=search])')
    await settings.getByRole('searchbox', { name: 'Search settings' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('idle pause')
    await expect.poll(() => entries.count()).toBe(1)
    await page.keyboard.press('Enter')
    await settings
      .getByRole('combobox', { name: 'Pause all phones when idle' })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('pause zebra')
    await settings.getByText('No settings match').waitFor()
    expect(await entries.count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => entries.count()).toBeGreaterThan(8)
    await page.keyboard.type('contrast')
    await settings.getByRole('combobox', { name: 'Colours' }).waitFor()
    expect(await entries.count()).toBe(1)
    await expectAccessible(stage().wall, 'settings that are found')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
  })

  it('change the colours of the window at once, and back to the system’s', async () => {
    const { page } = stage().wall
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ground').trim())
    await page.keyboard.press('ControlOrMeta+,')
    const colours = settings.getByRole('combobox', { name: 'Colours' })
    const seen: string[] = []
    for (const name of ['High contrast', 'Light', 'Dark']) {
      await colours.selectOption(name)
      seen.push(await ground())
    }
    expect(seen).toEqual(['#000000', '#e9e7e2', '#121315'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await colours.selectOption('System')
      await expect.poll(ground).toBe(colorScheme === 'light' ? '#e9e7e2' : '#121315')
    }
    const tall = await colours.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight)
    await settings.getByRole('combobox', { name: 'Density' }).selectOption('Compact')
    await expect.poll(() => colours.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight)).toBe(tall - 4)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
  })

  it('show the drawing key, as the hints and the shortcut sheet do', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    const { keyboard, mouse } = wall.page
    const settings = wall.page.getByRole('dialog', { name: 'Settings' })
    await keyboard.press('ControlOrMeta+,')
    await settings.getByRole('combobox', { name: 'Key for drawing lines' }).selectOption('Shift')
    await keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await wall.openLarge(publicId)
    await wall.page.getByText('Shift and drag').waitFor()
    const [from, to] = [
      await wall.target(publicId, { across: 0.3, down: 0.4 }),
      await wall.target(publicId, { across: 0.7, down: 0.4 }),
    ]
    const since = await simulator.mark(publicId)
    for (const key of ['Alt', 'Shift']) {
      await mouse.move(from.client.x, from.client.y)
      await keyboard.down(key)
      await mouse.down()
      await mouse.move(to.client.x, to.client.y)
      await mouse.up()
      await keyboard.up(key)
    }
    const events = await simulator.eventually(publicId, since, (list) =>
      list.some(({ type }) => type === 'path'),
    )
    expect(events.map(({ type }) => type).filter((type) => type !== 'move')).toEqual(['down', 'up', 'path'])
    await keyboard.press('Shift+Escape')
    await keyboard.press('?')
    const sheet = wall.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByRole('listitem').filter({ hasText: 'Draw a line' }).getByText('Shift').waitFor()
    await keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await wall.backToWall()
  })

  it('open from the fleet menu, and show among the hints in focus view', async () => {
    const { wall, simulator } = stage()
    await wall.page.getByRole('button', { name: /^Fleet: / }).click()
    await wall.page.getByRole('menuitem', { name: 'Settings' }).click()
    const settings = wall.page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('combobox', { name: 'Right button' }).selectOption('Lock')
    await wall.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await wall.openLarge(simulator.phones[1] ?? '')
    await wall.page.getByText('Lock phone').waitFor()
    await wall.backToWall()
  })
})
