import { describe, expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

type LayerTree = { drawsContent: boolean; backendNodeId?: number }[]

const patience = { timeout: 20_000, interval: 100 }

inEachShell('The wall', (shell) => {
  const stage = useStage(shell)

  it('shows every phone of the fleet live, with a frame of its own size', async () => {
    const { wall, simulator } = stage()
    for (const publicId of simulator.phones) {
      expect(await wall.tile(publicId).getAttribute('data-state')).toBe('live')
      expect(await wall.screen(publicId).getAttribute('data-frame')).toMatch(/^\d{3,4}x\d{3,4}$/)
    }
    const frames = await Promise.all(
      simulator.phones.map((publicId) => wall.screen(publicId).getAttribute('data-frame')),
    )
    expect(new Set(frames)).toEqual(new Set(['750x1334', '1170x2532', '828x1792', '1125x2436']))
    expect(await simulator.sockets('stream')).toHaveLength(12)
  })

  it('names its fleet, and the environment as its source', async () => {
    const { wall, simulator } = stage()
    const host = new URL(simulator.baseUrl).host
    await wall.page.getByRole('button', { name: `Fleet: ${host}` }).click()
    await wall.page.getByRole('menuitemradio', { name: 'From environment variables' }).waitFor()
    await wall.page.keyboard.press('Escape')
    await wall.page.getByText('Simulated fleet:').waitFor({ state: 'detached' })
  })

  it('shows changes of the phone', async () => {
    const { wall, simulator } = stage()
    const [moving = '', still = ''] = simulator.phones
    const before = await wall.picture(moving)
    expect(before.equals(await wall.picture(moving)), 'a still screen stays as it is').toBe(true)
    const stillBefore = await wall.picture(still)

    await simulator.admin('PUT', `/phones/${moving}`, { animate_fps: 10 })
    await expect.poll(async () => (await wall.picture(moving)).equals(before), patience).toBe(false)
    const changed = await wall.picture(moving)
    await expect.poll(async () => (await wall.picture(moving)).equals(changed), patience).toBe(false)
    await simulator.admin('PUT', `/phones/${moving}`, { animate_fps: 0 })
    expect(stillBefore.equals(await wall.picture(still)), 'other tiles stay as they are').toBe(true)
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('makes a compositor layer of a tile’s screen only', async () => {
    const { wall, simulator } = stage()
    const { devtools } = wall
    const changed = new Promise<LayerTree>((resolve) => {
      devtools.on('LayerTree.layerTreeDidChange', ({ layers }) => layers && resolve(layers))
    })
    await devtools.send('DOM.enable')
    await devtools.send('LayerTree.enable')
    await wall.page.getByRole('button', { name: 'Fit' }).hover()
    const names = await Promise.all(
      (await changed).map(async ({ drawsContent, backendNodeId }) => {
        if (!drawsContent || backendNodeId === undefined) return []
        const { node } = await devtools.send('DOM.describeNode', { backendNodeId })
        return [node.nodeName]
      }),
    )
    await devtools.send('LayerTree.disable')
    const drawn = names.flat()
    expect(drawn.filter((name) => name === 'CANVAS')).toHaveLength(simulator.phones.length)
    expect(drawn.filter((name) => name !== 'CANVAS')).toEqual(['#document'])
  })

  it.each([1, 2])(
    'decodes at the shown size, at most a twentieth below, at %s device pixels',
    async (ratio) => {
      const { wall, simulator } = stage()
      const [publicId = ''] = simulator.phones
      const display = { width: 1280, height: 800, deviceScaleFactor: ratio, mobile: false }
      await wall.devtools.send('Emulation.setDeviceMetricsOverride', display)
      await wall.page.waitForFunction((wanted) => devicePixelRatio === wanted, ratio)
      const canvas = wall.screen(publicId).locator('canvas')
      /** Frame pixels per display pixel. */
      const sharpness = () =>
        canvas.evaluate((element) => {
          const { width } = element.getBoundingClientRect()
          return (element as HTMLCanvasElement).width / Math.floor(width * devicePixelRatio)
        })
      await expect.poll(sharpness, patience).toBeGreaterThanOrEqual(0.95)
      await expect.poll(sharpness, patience).toBeLessThan(2.1)
      await wall.devtools.send('Emulation.clearDeviceMetricsOverride')
    },
  )

  it('shows frame rate and delay of each phone, also on the smallest tiles', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [moving = '', still = ''] = simulator.phones
    const pace = (publicId: string) => wall.screen(publicId).locator('.pace')
    const size = page.getByRole('slider', { name: 'Tile size' })
    await size.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+Shift+F')
    await expect.poll(() => pace(still).innerText(), patience).toBe('static')
    await simulator.admin('PUT', `/phones/${moving}`, { animate_fps: 10 })
    await expect
      .poll(async () => Number(await pace(moving).getAttribute('data-fps')), patience)
      .toBeGreaterThan(1)
    expect(await pace(moving).innerText()).toMatch(/^\d+\.\d fps\s+\d+ ms$/)
    const isWhole = await pace(moving).evaluate((badge) => {
      const room = (badge.closest('[data-screen]') ?? badge).getBoundingClientRect()
      return [...badge.children].every((part) => {
        const { left, right, bottom } = part.getBoundingClientRect()
        return left >= room.left && right <= room.right && bottom <= room.bottom
      })
    })
    expect(isWhole).toBe(true)
    await simulator.admin('PUT', `/phones/${moving}`, { animate_fps: 0 })
    await expect.poll(() => pace(moving).innerText(), patience).toBe('static')
    await page.keyboard.press('Control+Shift+F')
    await pace(moving).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Fit' }).click()
  })

  it('shows each phone its own frame when canvases are reused', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = ''] = simulator.phones
    const last = simulator.phones.at(-1) ?? ''
    const size = page.getByRole('slider', { name: 'Tile size' })
    await size.focus()
    await page.keyboard.press('End')
    await wall.tile(last).waitFor({ state: 'detached' })
    // Includes the ring, whose edge shows a screen that begins within a pixel.
    await wall.tile(first).focus()
    // The frame is decoded for the new size a moment after the resize.
    await expect
      .poll(
        () =>
          wall
            .screen(first)
            .locator('canvas')
            .evaluate((one) => one.style.imageRendering),
        patience,
      )
      .toBe('pixelated')
    const before = await wall.stillPicture(first)
    for (const key of ['End', 'Home']) {
      await page.locator('[role=gridcell] [tabindex="0"][data-device]').focus()
      await page.keyboard.press(key)
      await wall.tile(key === 'End' ? first : last).waitFor({ state: 'detached' })
    }
    await expect.poll(async () => (await wall.picture(first)).equals(before), patience).toBe(true)
    await page.getByRole('button', { name: 'Fit' }).click()
  })

  it('keeps the active tile and its focus when scrolled out of sight', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = '', second = ''] = simulator.phones
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-device'))
    await page.getByRole('slider', { name: 'Tile size' }).focus()
    await page.keyboard.press('End')
    await wall.tile(first).focus()
    await page.keyboard.press('Home')
    const ground = await page.getByRole('main').boundingBox()
    await page.mouse.move((ground?.x ?? 0) + 3, (ground?.y ?? 0) + 100)
    await page.mouse.wheel(0, 100_000)
    await wall.tile(simulator.phones.at(-1) ?? '').waitFor()
    await expect.poll(async () => ((await wall.tile(first).boundingBox())?.y ?? 0) < 0).toBe(true)
    expect(await focused()).toBe(first)
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe(second)
    expect((await wall.tile(second).boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.getByRole('button', { name: 'Fit' }).click()
    await wall.showsLive(12)
  })

  describe('selects phones by clicks on their headers', () => {
    const selected = async () => {
      const tiles = stage().wall.page.locator('[aria-selected=true] > [data-device]')
      return tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('data-device')))
    }
    const headerOf = (publicId: string) => stage().wall.tile(publicId).locator('header')
    const onItsState = { position: { x: 13, y: 12 } }

    it('also on the state icon, which a check mark replaces', async () => {
      const [first = '', second = '', third = '', fourth = ''] = stage().simulator.phones
      await headerOf(first).click({ ...onItsState, modifiers: ['Control'] })
      expect(await selected()).toEqual([first])
      await headerOf(third).click({ ...onItsState, modifiers: ['Shift'] })
      expect(await selected()).toEqual([first, second, third])
      await headerOf(fourth).click(onItsState)
      expect(await selected()).toEqual([])
    })

    it('also on the smallest tiles, without pressing a button', async () => {
      const { wall, simulator } = stage()
      const [first = '', second = ''] = simulator.phones
      const size = wall.page.getByRole('slider', { name: 'Tile size' })
      await size.focus()
      await wall.page.keyboard.press('Home')
      await expect
        .poll(async () => (await headerOf(first).boundingBox())?.width ?? 999, patience)
        .toBeLessThan(100)
      const since = await simulator.mark(second)
      for (const publicId of [first, second]) await headerOf(publicId).click({ modifiers: ['Control'] })
      expect(await selected()).toEqual([first, second])
      await wall.tile(second).focus()
      await wall.page.keyboard.press('Tab')
      expect(
        await wall
          .tile(second)
          .getByRole('button', { name: 'Save screenshot' })
          .evaluate((first) => first.matches(':focus')),
      ).toBe(true)
      await wall.page.getByRole('button', { name: 'Fit' }).click()
      expect(await simulator.events(second, since)).toEqual([])
    })
  })

  it('sends Home by its shortcut to the selection, not to a tile just taken out', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const selected = simulator.phones.slice(0, 3)
    const apart = simulator.phones[3] ?? ''
    await wall.tile(apart).locator('header').click()
    for (const publicId of [...selected, apart, apart])
      await wall
        .tile(publicId)
        .locator('header')
        .click({ modifiers: ['ControlOrMeta'] })
    expect(await wall.tile(apart).getAttribute('aria-current')).toBe('true')
    const since = await Promise.all(simulator.phones.map((publicId) => simulator.mark(publicId)))
    await page.keyboard.press('ControlOrMeta+Shift+H')
    for (const [at, publicId] of selected.entries())
      await simulator.eventually(publicId, since[at] ?? 0, (events) =>
        events.some(({ type, ['name']: name }) => type === 'press' && name === 'home'),
      )
    expect(await simulator.events(apart, since[3] ?? 0)).toEqual([])

    await wall.tile(apart).locator('header').click({ button: 'right' })
    const menu = page.getByRole('menu')
    expect(await menu.locator('.title').textContent()).toMatch(/ only$/)
    expect(await menu.locator('kbd').count()).toBe(0)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('[aria-selected=true]').count()).toBe(0)
  })

  it('types on a selected phone that is out of sight, and shows it', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [first = ''] = simulator.phones
    const last = simulator.phones.at(-1) ?? ''
    await wall
      .tile(first)
      .locator('header')
      .click({ modifiers: ['ControlOrMeta'] })
    await wall.tile(last).focus()
    await page.getByRole('slider', { name: 'Tile size' }).focus()
    await page.keyboard.press('End')
    await wall.tile(last).focus()
    await page.keyboard.press('End')
    await expect.poll(() => wall.tile(first).count(), patience).toBe(0)
    const since = await simulator.mark(first)
    await page.keyboard.press('t')
    await page.locator(`[data-device="${first}"] textarea:focus`).waitFor()
    expect((await wall.tile(first).boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.type('hi')
    await simulator.eventually(first, since, (events) => events.some(({ type }) => type === 'text'))
    await page.keyboard.press('Shift+Escape')
    await page.getByRole('button', { name: 'Fit' }).click()
    await wall.tile(first).locator('header').click()
  })

  it('selects the phones that a dragged rectangle touches; Esc cancels', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const tiles = page.locator('[role=gridcell]')
    const selected = () =>
      tiles.evaluateAll((all) =>
        all.flatMap((tile, at) => (tile.getAttribute('aria-selected') === 'true' ? [at] : [])),
      )
    const marks = await Promise.all(simulator.phones.map((publicId) => simulator.mark(publicId)))
    const [first, second, , fourth] = await Promise.all([0, 1, 2, 3].map((at) => tiles.nth(at).boundingBox()))
    if (!first || !second || !fourth) throw new Error('the wall has no tiles')
    const middle = (box: typeof first) => [box.x + box.width / 2, box.y + box.height / 2] as const
    await page.mouse.move(first.x + 4, first.y - 4)
    await page.mouse.down()
    await page.mouse.move(...middle(second), { steps: 5 })
    await expect.poll(selected, patience).toEqual([0, 1])
    await page.mouse.up()
    expect(await selected()).toEqual([0, 1])

    await page.keyboard.down('Control')
    await page.mouse.move(fourth.x + fourth.width / 2, fourth.y - 4)
    await page.mouse.down()
    await page.mouse.move(...middle(fourth), { steps: 5 })
    await expect.poll(selected, patience).toEqual([0, 1, 3])
    await page.keyboard.up('Control')
    await page.keyboard.press('Escape')
    await expect.poll(selected, patience).toEqual([0, 1])
    await page.mouse.up()
    expect(await selected()).toEqual([0, 1])

    await page.mouse.move(first.x + 4, first.y - 4)
    await page.mouse.down()
    await page.mouse.up()
    expect(await selected()).toEqual([])
    const now = await Promise.all(simulator.phones.map((publicId) => simulator.mark(publicId)))
    expect(now, 'no phone was touched').toEqual(marks)
  })

  it('shows whole names and the focus on the smallest tiles', async () => {
    const { wall, simulator } = stage()
    const [first = ''] = simulator.phones
    const { page } = wall
    await page.getByRole('slider', { name: 'Tile size' }).focus()
    await page.keyboard.press('Home')
    await wall.tile(first).focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('i')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    for (const label of ['one', 'two', 'three', 'four', 'five', 'six']) {
      const box = inspector.getByRole('combobox', { name: 'Add label' })
      await box.fill(label)
      await box.press('Enter')
      await inspector.getByRole('listitem', { name: label, exact: true }).waitFor()
    }
    await inspector.getByRole('button', { name: 'Save', exact: true }).click()
    await wall.tile(first).getByRole('img', { name: /six/ }).waitFor()
    await page.keyboard.press('Escape')
    await wall.tile(first).focus()
    await page.keyboard.press('i')
    await inspector.waitFor({ state: 'detached' })
    const cut = await wall
      .tile(first)
      .locator('header')
      .evaluate((header) => {
        const name = header.querySelector('.name')
        const isCut = [header, name].some((each) => !each || each.scrollWidth > each.clientWidth)
        const over = name?.getBoundingClientRect().right ?? 0
        const covers = [...header.querySelectorAll('button')].some(
          (button) =>
            getComputedStyle(button.parentElement ?? button).opacity !== '0' &&
            button.getBoundingClientRect().left < over,
        )
        return isCut || covers
      })
    expect(cut).toBe(false)
    await page.getByRole('button', { name: 'Fit' }).click()
  })
})
