import { expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import { menuEntry } from './harness/menu'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShell('The order of the wall', (shell) => {
  const stage = useStage(shell, { devices: 4 })
  /** The phones in the order of their tiles. */
  const order = () =>
    stage()
      .wall.page.locator('[role=gridcell]')
      .evaluateAll((cells) =>
        cells
          .toSorted(
            (a, b) => Number(a.getAttribute('aria-colindex')) - Number(b.getAttribute('aria-colindex')),
          )
          .map((cell) => cell.querySelector('[data-device]')?.getAttribute('data-device')),
      )

  it('is by hand with drag and keyboard, by name with a choice, and pins stand first', async () => {
    const { wall, simulator } = stage()
    const [a = '', b = '', c = '', d = ''] = simulator.phones
    const { page } = wall
    await wall.showsLive(4)
    await wall
      .tile(c)
      .locator('header')
      .hover({ position: { x: 40, y: 12 } })
    await page.mouse.down()
    const { x = 0, y = 0 } = (await wall.tile(a).boundingBox()) ?? {}
    await page.mouse.move(x + 20, y + 60, { steps: 4 })
    await page.mouse.up()
    await expect.poll(order).toEqual([c, a, b, d])
    await wall.tile(c).and(page.locator(':focus')).waitFor()
    await wall.tile(b).focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(order).toEqual([c, a, d, b])
    await page.keyboard.press('Control+k')
    await page.locator('[data-command="view.sort"]').click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(wall, 'the sort dialog')
    await dialog.getByRole('radio', { name: /^Name/ }).check()
    await page.keyboard.press('Escape')
    const byName = await order()
    expect(byName).not.toEqual([c, a, d, b])
    const last = byName.at(-1) ?? ''
    await wall.tile(last).locator('header').click({ button: 'right' })
    await (await menuEntry(page, 'Pin')).click()
    await expect.poll(order).toEqual([last, ...byName.slice(0, 3)])
  })

  it('locks a phone against touch and typing, until it is unlocked', async () => {
    const { wall, simulator } = stage()
    const [a = '', b = ''] = simulator.phones
    const { page } = wall
    const touch = async (publicId: string) => {
      const { client } = await wall.target(publicId, { across: 0.5, down: 0.5 })
      await page.mouse.click(client.x, client.y)
    }
    const touches = async (publicId: string) =>
      (await simulator.events(publicId)).filter(({ type }) => type === 'up').length
    await wall.tile(a).focus()
    await wall.run('View only')
    await wall.tile(a).getByRole('img', { name: 'View only' }).waitFor()
    await touch(a)
    await page.getByText(/^“Touch .+” isn’t available\. This phone is view only here\./).waitFor()
    expect(await page.locator('[data-keyboard]').count()).toBe(0)
    // The next phone's touch comes after all that went before.
    await touch(b)
    await expect.poll(() => touches(b)).toBe(1)
    expect(await touches(a)).toBe(0)
    await page.keyboard.press('Shift+Escape')
    await wall.tile(a).focus()
    await wall.run('View only')
    await touch(a)
    await expect.poll(() => touches(a)).toBe(1)
  })
})
