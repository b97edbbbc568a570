import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 100 }

/** Returns the mean brightness of a PNG, from 0 to 255. */
async function brightness(png: Buffer): Promise<number> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let sum = 0
  for (let at = 0; at < data.length; at += 4)
    sum += ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
  return sum / (data.length / 4)
}

inEachShell('Comparing', (shell) => {
  const stage = useStage(shell, {
    devices: [
      { public_id: 'dev_a', name: 'Aster' },
      { public_id: 'dev_b', name: 'Birch' },
    ],
  })

  it('shows two phones beside and over each other, and touches both', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    await wall.showsLive(2)
    await page.keyboard.press('ControlOrMeta+a')
    await wall.run('Compare')
    const view = page.getByRole('region', { name: 'Aster, comparison' })
    for (const id of ['dev_a', 'dev_b']) await view.locator(`[data-device=${id}] [data-frame]`).waitFor()
    await view.getByLabel('Touch both').check()
    const marks = await Promise.all(['dev_a', 'dev_b'].map((id) => simulator.mark(id)))
    await wall.screen('dev_a').click()
    for (const [index, id] of ['dev_a', 'dev_b'].entries())
      await simulator.eventually(id, marks[index] ?? 0, (list) => list.some(({ type }) => type === 'up'))

    // The keyboard alone types on the second phone once it is the first.
    await page.keyboard.press('Shift+Escape')
    await view.getByRole('button', { name: 'Swap phones' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Birch, comparison' }).waitFor()
    expect(await page.getByLabel('Touch both').isChecked()).toBe(true)
    await page.keyboard.press('t')
    await wall.hasKeyboard('dev_b')
    await page.keyboard.press('Shift+Escape')
    await page.getByRole('button', { name: 'Slider' }).click()
    await page.getByRole('button', { name: 'Swap phones' }).click()
    await view.getByLabel('Share of first screen').waitFor()
    const [one, other] = await Promise.all(['dev_a', 'dev_b'].map((id) => wall.screen(id).boundingBox()))
    expect(one).toEqual(other)
    const split = view.getByLabel('Share of first screen')
    // The hit test follows the picture: what is cut off is not touched.
    const shownAt = (share: number) =>
      page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-device]')?.getAttribute('data-device'),
        [(one?.x ?? 0) + (one?.width ?? 0) * share, (one?.y ?? 0) + (one?.height ?? 0) / 2] as const,
      )
    expect([await shownAt(0.25), await shownAt(0.75)]).toEqual(['dev_a', 'dev_b'])
    await split.fill('0')
    expect(await shownAt(0.25)).toBe('dev_b')
    await page.keyboard.press('Shift+Escape')
    // Why a phone is away could not be read over another screen.
    await simulator.admin('PUT', '/phones/dev_b', { reachable: false })
    await expect.poll(() => view.locator('.side').count(), patience).toBe(1)
    await simulator.admin('PUT', '/phones/dev_b', { reachable: true })
    await split.waitFor({ timeout: 40_000 })
    const buffer = await wall.screen('dev_a').screenshot()
    await view.locator('input[type=file]').setInputFiles({ name: 'kept.png', mimeType: 'image/png', buffer })
    await view.locator('[data-picture]').waitFor()
    const [here, away] = await Promise.all(['dev_a', 'dev_b'].map((id) => simulator.mark(id)))
    await view.getByRole('button', { name: 'Side by side' }).click()
    await wall.screen('dev_a').click()
    await simulator.eventually('dev_a', here ?? 0, (list) => list.some(({ type }) => type === 'up'))
    expect((await simulator.events('dev_b', away ?? 0)).map(({ type }) => type)).not.toContain('up')
    await page.keyboard.press('Shift+Escape')
    await page.getByRole('button', { name: 'Back' }).click()
    await wall.showsLive(2)
  })

  it('shows what differs from a kept picture, and says when it is none', async () => {
    const { wall } = stage()
    const { page } = wall
    await wall.openLarge('dev_a')
    await page.getByRole('button', { name: 'Compare' }).click()
    const view = page.getByRole('region', { name: 'Aster, comparison' })
    await view.locator('[data-device=dev_a] [data-frame]').waitFor()
    const file = view.locator('input[type=file]')
    await file.setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await view.getByText('“none.png” can’t be read as a picture. Open another one.').waitFor()

    const buffer = await wall.screen('dev_a').screenshot()
    await file.setInputFiles({ name: 'kept.png', mimeType: 'image/png', buffer })
    await view.locator('[data-picture]').waitFor()
    await view.getByLabel('Hide status bar').check()
    await view.getByRole('button', { name: 'Difference' }).click()
    const differing = async () => brightness(await wall.screen('dev_a').screenshot())
    await expect.poll(differing, patience).toBeLessThan((await brightness(buffer)) / 5)
    const white = createCanvas(75, 133)
    white.getContext('2d').fillStyle = '#fff'
    white.getContext('2d').fillRect(0, 0, 75, 133)
    await file.setInputFiles({ name: 'w.png', mimeType: 'image/png', buffer: await white.encode('png') })
    await expect.poll(differing, patience).toBeGreaterThan(20)
    await file.setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await view.getByRole('alert').filter({ hasText: '“two.png” can’t be read as a picture' }).waitFor()
  })
})
