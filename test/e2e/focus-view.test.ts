import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShell('The focus view', (shell) => {
  const stage = useStage(shell)

  it('opens by a double click on a header and closes by Esc', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[1] ?? ''
    const small = await wall.screen(publicId).boundingBox()
    await wall
      .tile(publicId)
      .locator('header')
      .dblclick({ position: { x: 60, y: 10 } })
    await wall.showsLarge(publicId)
    const large = await wall.screen(publicId).boundingBox()
    expect(large?.height).toBeGreaterThan((small?.height ?? 0) * 1.5)
    await wall.page.keyboard.press('Escape')
    await wall.showsLive(12)
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('shows the frame of a still phone each time it opens', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[1] ?? ''
    for (let times = 0; times < 8; times += 1) {
      await wall.openLarge(publicId)
      // A frame that arrives before the element is ready would be missing.
      await wall.page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
      await wall.backToWall()
    }
  })

  it('opens the tile reached by arrow keys on Enter', async () => {
    const { wall, simulator } = stage()
    const [first = '', second = ''] = simulator.phones
    await wall
      .tile(first)
      .locator('header')
      .click({ position: { x: 60, y: 10 } })
    await wall.tile(first).focus()
    await wall.page.keyboard.press('ArrowRight')
    await wall.page.keyboard.press('Enter')
    await wall.showsLarge(second)
    await wall.page.keyboard.press('Escape')
    await wall.showsLive(12)
  })

  it('closes on Esc only while the phone does not have the keyboard', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[3] ?? ''
    const { keyboard } = wall.page
    await wall.openLarge(publicId)
    const since = await simulator.mark(publicId)
    await wall.clickInto(publicId)
    await keyboard.press('Escape')
    const events = await simulator.eventually(publicId, since, (list) =>
      list.some(({ type }) => type === 'key'),
    )
    expect(events.at(-1)).toMatchObject({ type: 'key', key: 'escape' })
    await wall.showsLarge(publicId)
    await keyboard.press('Shift+Escape')
    await wall.hasKeyboard(null)
    await keyboard.press('Escape')
    await wall.showsLive(12)
  })

  it('pauses the phones out of sight, and resumes them with the wall', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[0] ?? ''
    await wall.openLarge(publicId)
    await expect
      .poll(async () => (await simulator.sockets('stream')).map((socket) => socket.public_id), {
        timeout: 40_000,
        interval: 200,
      })
      .toEqual([publicId])
    await wall.backToWall()
    await expect
      .poll(async () => (await simulator.sockets('stream')).length, { timeout: 20_000, interval: 100 })
      .toBe(12)
  })
})
