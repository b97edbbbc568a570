import { expect, it } from 'vitest'
import { inOneShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inOneShell('The strip beside a large phone', (shell) => {
  const stage = useStage(shell, { devices: 4 })

  const strip = () => stage().wall.page.getByRole('navigation', { name: 'Filmstrip' })
  const live = () => strip().locator('[data-device][data-state=live]:has([data-frame])')

  it('shows the other phones live, and opens the clicked one', async () => {
    const { wall, simulator } = stage()
    const [first = '', , third = ''] = simulator.phones
    await wall.openLarge(first)
    await wall.page.keyboard.press('s')
    await expect.poll(() => live().count(), { timeout: 20_000 }).toBe(3)
    await strip().locator(`[data-device="${third}"]`).click()
    await wall.showsLarge(third)
    await strip().locator(`[data-device="${first}"]`).waitFor()
    expect(await strip().locator('[aria-current=true]').count()).toBe(1)
    expect(await simulator.events(third, 0)).toEqual([])
  })

  it('moves by arrow keys; Alt and an arrow opens the next or previous phone', async () => {
    const { wall, simulator } = stage()
    const [, second = '', third = '', fourth = ''] = simulator.phones
    const { keyboard } = wall.page
    await wall.page.keyboard.press('Alt+ArrowLeft')
    await wall.showsLarge(second)
    await wall.page.getByRole('button', { name: /^Next phone/ }).click()
    await wall.showsLarge(third)
    await strip().locator('[aria-current=true]').focus()
    await keyboard.press('ArrowDown')
    await strip().locator(`[data-device="${fourth}"]:focus`).waitFor()
    await keyboard.press('Enter')
    await wall.showsLarge(fourth)
  })

  it('keeps its scroll position when another phone opens', async () => {
    const { wall, simulator } = stage()
    await wall.backToWall()
    await wall.openLarge(simulator.phones[1] ?? '')
    await strip().waitFor()
    await wall.page.getByRole('button', { name: /^Filmstrip/ }).click()
    await strip().waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await simulator.sockets('stream')).length, { timeout: 40_000, interval: 200 })
      .toBe(1)
    await wall.backToWall()
  })

  it('is one of two layouts in the bar; the other is the wall', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    const layouts = wall.page.getByRole('group', { name: 'Layout' })
    const pressed = () =>
      layouts
        .getByRole('button')
        .evaluateAll((all) => all.map((button) => button.getAttribute('aria-pressed')))
    expect(await pressed()).toEqual(['true', 'false'])
    await wall.tile(publicId).focus()
    await layouts.getByRole('button', { name: /^Focus view/ }).click()
    await wall.showsLarge(publicId)
    await strip().waitFor()
    expect(await pressed()).toEqual(['false', 'true'])
    await layouts.getByRole('button', { name: /^Wall/ }).click()
    await wall.showsLive(4)
    expect(await pressed()).toEqual(['true', 'false'])
    await wall.page.keyboard.press('f')
    await wall.showsLarge(publicId)
  })
})
