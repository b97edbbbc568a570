import { afterEach, expect, it } from 'vitest'
import type { RunningElectron } from './harness/electron-shell'
import { inEachShell, inOneShell, inShell } from './harness/shells'
import type { PhoneEvent, Simulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import type { Spot, Target, Wall } from './harness/wall'

const typesOf = (events: PhoneEvent[]) => events.map(({ type }) => type)
const has = (type: string) => (events: PhoneEvent[]) => typesOf(events).includes(type)
const spots: Spot[] = [
  { across: 0.05, down: 0.04 },
  { across: 0.5, down: 0.5 },
  { across: 0.96, down: 0.97 },
]

function expectAt(at: Record<string, unknown> | undefined, { pixel }: Target): void {
  expect(Math.abs(Number(at?.['x']) - pixel.x), `x ${String(at?.['x'])} for ${pixel.x}`).toBeLessThanOrEqual(
    1,
  )
  expect(Math.abs(Number(at?.['y']) - pixel.y), `y ${String(at?.['y'])} for ${pixel.y}`).toBeLessThanOrEqual(
    1,
  )
}

/** Clicks near the corners and in the middle of a screen, and expects each at the pixel under it. */
async function hitsSpots(wall: Wall, simulator: Simulator, publicId: string): Promise<void> {
  // The layout follows a new display or zoom a moment later.
  await (await wall.screen(publicId).elementHandle())?.waitForElementState('stable')
  for (const spot of spots) {
    const target = await wall.target(publicId, spot)
    const since = await simulator.mark(publicId)
    await wall.page.mouse.click(target.client.x, target.client.y)
    const events = await simulator.eventually(publicId, since, has('up'))
    expect(typesOf(events)).toEqual(['down', 'up'])
    for (const event of events) expectAt(event, target)
  }
}

inEachShell('Pointer input on a screen', (shell) => {
  const stage = useStage(shell)
  afterEach(() => stage().wall.backToWall())

  it.each([1.25, 2])(
    'hits the snapshot pixel under it on a display with %s pixels for one',
    async (ratio) => {
      const { wall, simulator } = stage()
      const publicId = simulator.phones[3] ?? ''
      const display = { width: 1280, height: 800, deviceScaleFactor: ratio, mobile: false }
      await wall.devtools.send('Emulation.setDeviceMetricsOverride', display)
      await wall.page.waitForFunction((wanted) => devicePixelRatio === wanted, ratio)
      for (const show of [wall.backToWall, () => wall.openLarge(publicId)]) {
        await show()
        await hitsSpots(wall, simulator, publicId)
      }
      await wall.devtools.send('Emulation.clearDeviceMetricsOverride')
    },
  )

  it('reaches the phone on its screen only, not on the ground around it', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[3] ?? ''
    await wall.openLarge(publicId)
    const box = await wall.screen(publicId).boundingBox()
    if (!box) throw new Error('the phone has no screen')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const since = await simulator.mark(publicId)
    for (const x of [box.x - 2, box.x + box.width + 2]) await wall.page.mouse.click(x, middle.y)
    for (const [x, column] of [
      [box.x + 0.4, 0],
      [box.x + box.width - 0.4, 749],
    ] as const) {
      const before = await simulator.mark(publicId)
      await wall.page.mouse.click(x, middle.y)
      const [down] = await simulator.eventually(publicId, before, has('up'))
      expect(Math.abs(Number(down?.['x']) - column)).toBeLessThanOrEqual(1)
    }
    expect(typesOf(await simulator.events(publicId, since))).toEqual(['down', 'up', 'down', 'up'])
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it.each(['on the wall', 'large'])('reaches the pixel in each corner of a screen, %s', async (where) => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[3] ?? ''
    if (where === 'large') await wall.openLarge(publicId)
    const [right = 0, bottom = 0] =
      (await wall.screen(publicId).getAttribute('data-frame'))
        ?.split('x')
        .map((extent) => Number(extent) - 1) ?? []
    const box = await wall.screen(publicId).boundingBox()
    if (!box) throw new Error('the phone has no screen')
    const within = 0.3
    for (const [x, column] of [
      [box.x + within, 0],
      [box.x + box.width - within, right],
    ] as const) {
      for (const [y, row] of [
        [box.y + within, 0],
        [box.y + box.height - within, bottom],
      ] as const) {
        const since = await simulator.mark(publicId)
        await wall.page.mouse.click(x, y)
        const [down] = await simulator.eventually(publicId, since, has('up'))
        expect(Math.abs(Number(down?.['x']) - column)).toBeLessThanOrEqual(1)
        expect(Math.abs(Number(down?.['y']) - row)).toBeLessThanOrEqual(1)
      }
    }
  })

  it('touches with one finger only', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const first = await wall.target(publicId, { across: 0.4, down: 0.7 })
    const moved = await wall.target(publicId, { across: 0.4, down: 0.6 })
    const second = await wall.target(publicId, { across: 0.4, down: 0.3 })
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...targets: Target[]) =>
      wall.devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: targets.map(({ client }, id) => ({ ...client, id })),
      })
    const pressAndRelease = (events: PhoneEvent[]) =>
      expect(typesOf(events).filter((type) => type !== 'move')).toEqual(['down', 'up'])

    let since = await simulator.mark(publicId)
    await touch('touchStart', first)
    await simulator.eventually(publicId, since, has('down'))
    await touch('touchStart', first, second)
    await touch('touchMove', moved, second)
    await touch('touchEnd')
    let events = await simulator.eventually(publicId, since, has('up'))
    pressAndRelease(events)
    expectAt(events[0], first)
    expectAt(events.at(-1), moved)

    // A tap is a press and a release at one place.
    since = await simulator.mark(publicId)
    await touch('touchStart', first)
    await touch('touchEnd')
    events = await simulator.eventually(publicId, since, has('up'))
    expect(typesOf(events)).toEqual(['down', 'up'])
    for (const event of events) expectAt(event, first)

    // A resting pen is a long press with its ring; the system may cancel it.
    since = await simulator.mark(publicId)
    await touch('touchStart', second)
    await wall.screen(publicId).locator('[data-hold]').waitFor()
    await touch('touchCancel')
    events = await simulator.eventually(publicId, since, has('up'))
    pressAndRelease(events)
    expectAt(events.at(-1), second)
  })

  it('drags with a pen, ignores its hover and releases when cancelled', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const [from, to] = [
      await wall.target(publicId, { across: 0.6, down: 0.7 }),
      await wall.target(publicId, { across: 0.6, down: 0.5 }),
    ]
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { client }: Target, buttons: 0 | 1) =>
      wall.devtools.send('Input.dispatchMouseEvent', {
        type,
        ...client,
        button: type === 'mouseMoved' ? 'none' : 'left',
        buttons,
        clickCount: type === 'mouseMoved' ? 0 : 1,
        force: buttons / 2,
        pointerType: 'pen',
      })
    let since = await simulator.mark(publicId)
    await pen('mouseMoved', from, 0)
    await pen('mousePressed', from, 1)
    await pen('mouseMoved', to, 1)
    await pen('mouseReleased', to, 0)
    let events = await simulator.eventually(publicId, since, has('up'))
    expect(typesOf(events)).toEqual(['down', 'move', 'up'])
    expectAt(events[0], from)
    expectAt(events.at(-1), to)

    since = await simulator.mark(publicId)
    await pen('mousePressed', from, 1)
    await simulator.eventually(publicId, since, has('down'))
    await wall.screen(publicId).dispatchEvent('pointercancel', { pointerId: 1 })
    events = await simulator.eventually(publicId, since, has('up'))
    expect(typesOf(events)).toEqual(['down', 'up'])
    await pen('mouseReleased', from, 0)
  })

  it.each(['on the wall', 'large'])('sends two taps for a double click, %s', async (where) => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    if (where === 'large') await wall.openLarge(publicId)
    const target = await wall.target(publicId, { across: 0.5, down: 0.3 })
    const since = await simulator.mark(publicId)
    await wall.page.mouse.dblclick(target.client.x, target.client.y)
    const twice = (events: PhoneEvent[]) => events.filter(({ type }) => type === 'up').length === 2
    const events = await simulator.eventually(publicId, since, twice)
    expect(typesOf(events)).toEqual(['down', 'up', 'down', 'up'])
    for (const event of events) expectAt(event, target)
    expect(await wall.page.getByRole('button', { name: 'Back' }).count()).toBe(where === 'large' ? 1 : 0)
  })

  it('shows a ring that fills while a press rests, and none once it moves', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    await wall.openLarge(publicId)
    const ring = wall.screen(publicId).locator('[data-hold]')
    const target = await wall.target(publicId, { across: 0.3, down: 0.4 })
    const since = await simulator.mark(publicId)
    await wall.page.mouse.move(target.client.x, target.client.y)
    await wall.page.mouse.down()
    await ring.waitFor()
    const box = await ring.boundingBox()
    const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    expect(Math.hypot(middle.x - target.client.x, middle.y - target.client.y)).toBeLessThanOrEqual(1)
    await wall.page.mouse.move(target.client.x + 20, target.client.y)
    await ring.waitFor({ state: 'detached' })
    await wall.page.mouse.up()
    await simulator.eventually(publicId, since, has('up'))
  })

  it('sends a path drawn with Alt as one action with its points', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    await wall.openLarge(publicId)
    const targets: Target[] = []
    for (const [across, down] of [
      [0.3, 0.3],
      [0.7, 0.3],
      [0.7, 0.6],
      [0.3, 0.6],
    ] as const)
      targets.push(await wall.target(publicId, { across, down }))
    const [start] = targets
    const since = await simulator.mark(publicId)
    await wall.page.mouse.move(start?.client.x ?? 0, start?.client.y ?? 0)
    await wall.page.keyboard.down('Alt')
    await wall.page.mouse.down()
    for (const { client } of targets.slice(1)) await wall.page.mouse.move(client.x, client.y)
    await wall.screen(publicId).locator('svg polyline').first().waitFor()
    await wall.page.mouse.up()
    await wall.page.keyboard.up('Alt')
    const events = await simulator.eventually(publicId, since, has('path'))
    expect(typesOf(events).filter((type) => type !== 'move')).toEqual(['path'])
    const points = events.find(({ type }) => type === 'path')?.['points'] as { x: number; y: number }[]
    expect(points).toHaveLength(targets.length)
    targets.forEach((target, index) => expectAt(points[index], target))
    await wall.screen(publicId).locator('svg polyline').first().waitFor({ state: 'detached' })
  })
})

inOneShell('Pointer input on a screen that does not fill its tile', (shell) => {
  const lying = { public_id: 'dev_lying', name: 'Lying', snapshot: { width: 1334, height: 750 } }
  const stage = useStage(shell, { devices: [lying] })

  it('reaches the phone up to the last pixel and no further', async () => {
    const { wall, simulator } = stage()
    const publicId = lying.public_id
    const box = await wall.screen(publicId).boundingBox()
    const tile = await wall.tile(publicId).boundingBox()
    if (!box || !tile) throw new Error('the phone has no screen')
    const bottom = box.y + box.height
    expect(tile.y + tile.height - bottom, 'there is ground below it').toBeGreaterThan(20)
    const x = box.x + box.width / 2
    const begin = await simulator.mark(publicId)
    for (const [y, row] of [
      [box.y + 0.4, 0],
      [bottom - 0.4, 749],
    ] as const) {
      const since = await simulator.mark(publicId)
      await wall.page.mouse.click(x, y)
      const [down] = await simulator.eventually(publicId, since, has('up'))
      expect(Math.abs(Number(down?.['x']) - 667)).toBeLessThanOrEqual(1334 / box.width)
      expect(Math.abs(Number(down?.['y']) - row)).toBeLessThanOrEqual(1)
      await wall.page.mouse.click(x, y + (row === 0 ? -1.4 : 1.4))
    }
    // The last action shows that nothing came in between.
    const since = await simulator.mark(publicId)
    await wall.page.mouse.click(x, box.y + box.height / 2)
    await simulator.eventually(publicId, since, has('up'))
    const types = typesOf(await simulator.events(publicId, begin))
    expect(types.filter((type) => type === 'down')).toHaveLength(3)
  })
})

inShell('electron', 'Pointer input on a zoomed page', (shell) => {
  const stage = useStage(shell, { devices: 4 })

  it.each([0.8, 1.5])('hits the snapshot pixel under it at a zoom of %s', async (zoom) => {
    const { wall, simulator } = stage()
    const { electron } = wall as Wall & RunningElectron
    const publicId = simulator.phones[3] ?? ''
    const width = await wall.page.evaluate(() => innerWidth * devicePixelRatio)
    await electron.evaluate(
      ({ webContents }, factor) => webContents.getAllWebContents()[0]?.setZoomFactor(factor),
      zoom,
    )
    await wall.page.waitForFunction((wanted) => Math.abs(innerWidth - wanted) <= 1, width / zoom)
    for (const show of [wall.backToWall, () => wall.openLarge(publicId)]) {
      await show()
      await hitsSpots(wall, simulator, publicId)
    }
  })
})
