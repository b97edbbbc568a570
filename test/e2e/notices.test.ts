import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

inEachShellAtLength('A notice', (shell) => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetwall-captures-'))
  const stage = useStage(
    shell,
    { devices: ['Ash', 'Birch', 'Cedar'].map((name) => ({ public_id: name, name })) },
    undefined,
    { FLEETWALL_CAPTURES: folder },
  )
  afterAll(() => rm(folder, { recursive: true }))
  afterEach(() => stage().wall.backToWall())

  /** Taps three times where the notice is, or else in the lower third, drags to the top, and expects all of it on the phone. */
  const expectPressesArrive = async (publicId: string, notice: Locator) => {
    const { wall, simulator } = stage()
    const { mouse } = wall.page
    const screen = await wall.screen(publicId).boundingBox()
    const box = await notice.boundingBox()
    if (!screen || !box) throw new Error('no screen or no notice')
    const x = screen.x + screen.width * 0.9
    const isOver = box.y > screen.y && box.y < screen.y + screen.height
    const y = isOver ? box.y + box.height / 2 : screen.y + screen.height * 0.85
    const since = await simulator.mark(publicId)
    await mouse.move(x, y)
    // It is below the pointer no more, whether it was or not.
    const covers = async () => {
      const now = await notice.boundingBox()
      return now !== null && now.y < y && now.y + now.height > y
    }
    await expect.poll(covers).toBe(false)
    for (let tap = 0; tap < 3; tap += 1) await mouse.click(x, y)
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x, screen.y + screen.height / 2, { steps: 4 })
    await mouse.move(x, screen.y + screen.height * 0.1, { steps: 4 })
    await mouse.up()
    await wall.page.keyboard.press('Shift+Escape')
    expect(await notice.count(), 'the notice was there all the time').toBe(1)
    const ends = (type: string) => type === 'down' || type === 'up'
    const events = await simulator.eventually(
      publicId,
      since,
      (list) => list.filter(({ type }) => ends(type)).length >= 8,
    )
    expect(events.map(({ type }) => type).filter(ends)).toEqual(Array(4).fill(['down', 'up']).flat())
  }
  /** Returns what a press on a live screen would hit instead of it, at many points of each. */
  const covering = () =>
    stage().wall.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[role=application][data-screen][data-frame]')].flatMap(
        (screen) => {
          const { left, top, width, height } = screen.getBoundingClientRect()
          const found: string[] = []
          for (let y = top + 1; y < Math.min(top + height, innerHeight); y += 6)
            for (let x = left + 1; x < left + width; x += 6) {
              const hit = document.elementFromPoint(x, y)
              if (hit && !screen.contains(hit)) found.push(hit.outerHTML.slice(0, 120))
            }
          return [...new Set(found)]
        },
      ),
    )
  /** Returns the buttons of the page that a press in their middle would not hit. */
  const unreachable = () =>
    stage().wall.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, input, select, [role=meter]')].flatMap((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        if (width <= 1) return []
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return button.contains(hit) || button.closest('label')?.contains(hit)
          ? []
          : [button.outerHTML.slice(0, 120)]
      }),
    )
  const saved = () => stage().wall.page.getByText(/^Saved as .*\.jpg$/)
  const dismissAll = async () => {
    const dismiss = stage().wall.page.getByRole('button', { name: 'Dismiss' })
    while ((await dismiss.count()) > 0) await dismiss.first().click()
  }

  it('of a saved screenshot stands beside the wall, and takes no press', async () => {
    const { wall } = stage()
    await wall.tile('Ash').focus()
    await wall.page.keyboard.press('c')
    await saved().waitFor()
    expect(await covering()).toEqual([])
    await expectPressesArrive('Ash', saved())
    await dismissAll()
  })

  it('of a refusal moves aside for the pointer, and takes no press', async () => {
    const { wall, simulator } = stage()
    await simulator.admin('PUT', '/phones/Birch', { rejects: true })
    await wall.page.mouse.move(1, 1)
    await wall.tile('Birch').focus()
    await wall.page.keyboard.press('ControlOrMeta+Shift+h')
    const notice = wall.tile('Birch').getByText(/^“Home” failed\./)
    await notice.waitFor()
    await simulator.admin('PUT', '/phones/Birch', { rejects: false })
    await expectPressesArrive('Birch', notice)
    await dismissAll()
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it.each([
    { width: 1280, height: 800 },
    { width: 1000, height: 700 },
    { width: 820, height: 600 },
  ])('stands over no button, and moves no phone, at $width×$height', async ({ width, height }) => {
    const { wall } = stage()
    const { page } = wall
    await wall.resize(width, height)
    for (const name of ['Ash', 'Birch'])
      await wall
        .tile(name)
        .locator('header')
        .click({ position: { x: 60, y: 10 }, modifiers: ['ControlOrMeta'] })
    await page.getByRole('button', { name: 'Mirror to 2' }).waitFor()
    const before = await wall.screen('Cedar').boundingBox()
    await wall.tile('Ash').focus()
    await page.keyboard.press('c')
    await page.getByText(/^2 screenshots saved/).waitFor()
    expect(await unreachable()).toEqual([])
    expect(await wall.screen('Cedar').boundingBox()).toEqual(before)
    await dismissAll()
    await page.keyboard.press('Escape')
  })

  it.each([
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
    { width: 820, height: 600 },
  ])('covers no live screen in any view, at $width×$height', async ({ width, height }) => {
    const { wall } = stage()
    const { page } = wall
    await wall.resize(width, height)
    await page.keyboard.press('ControlOrMeta+a')
    await wall.tile('Ash').focus()
    await page.keyboard.press('r')
    await page.locator('[data-recording]').nth(2).waitFor()
    await page.keyboard.press('c')
    await page.getByText(/^3 screenshots saved/).waitFor()
    // Its hint hangs over the phones.
    await page.getByRole('meter').first().hover()
    await page.getByRole('tooltip').first().waitFor({ state: 'attached' })
    expect(await covering(), 'on the wall').toEqual([])
    await page.getByRole('button', { name: 'Stop all 3 recordings' }).click()
    await page.getByText(/^3 recordings saved/).waitFor()
    expect(await covering(), 'after the recording').toEqual([])

    await wall.openLarge('Ash')
    await page.keyboard.press('c')
    await saved().first().waitFor()
    expect(await covering(), 'in the focus view').toEqual([])
    await wall.run('Compare')
    for (const mode of ['Side by side', 'Slider', 'Difference']) {
      await page.getByRole('button', { name: mode }).click()
      expect(await covering(), mode).toEqual([])
    }
    await page.getByRole('button', { name: 'Back' }).click()
    await page.locator('[data-compare]').waitFor({ state: 'detached' })
    await wall.backToWall()
    await dismissAll()
  })
})
