import { afterEach, expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import type { PhoneEvent } from './harness/simulator'
import { useStage } from './harness/use-stage'
import type { Spot, Target } from './harness/wall'

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

inEachShell('A hand on a screen', (shell) => {
  const stage = useStage(shell)
  afterEach(() => stage().wall.backToWall())

  it.each([1, 1.5, 2])(
    'hits the snapshot pixel under it on a display with %s pixels for one',
    async (ratio) => {
      const { wall, simulator } = stage()
      const publicId = simulator.phones[3] ?? ''
      const display = { width: 1280, height: 800, deviceScaleFactor: ratio, mobile: false }
      await wall.devtools.send('Emulation.setDeviceMetricsOverride', display)
      await wall.page.waitForFunction((wanted) => devicePixelRatio === wanted, ratio)
      for (const show of [wall.backToWall, () => wall.openLarge(publicId)]) {
        await show()
        for (const spot of spots) {
          const target = await wall.target(publicId, spot)
          const since = await simulator.mark(publicId)
          await wall.page.mouse.click(target.client.x, target.client.y)
          const events = await simulator.eventually(publicId, since, has('up'))
          expect(typesOf(events)).toEqual(['down', 'up'])
          for (const event of events) expectAt(event, target)
        }
      }
      await wall.devtools.send('Emulation.clearDeviceMetricsOverride')
    },
  )

  it('touches with a finger, and with no more than one', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const first = await wall.target(publicId, { across: 0.4, down: 0.7 })
    const moved = await wall.target(publicId, { across: 0.4, down: 0.6 })
    const second = await wall.target(publicId, { across: 0.4, down: 0.3 })
    const since = await simulator.mark(publicId)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...targets: Target[]) =>
      wall.devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: targets.map(({ client }, id) => ({ ...client, id })),
      })
    await touch('touchStart', first)
    await simulator.eventually(publicId, since, has('down'))
    await touch('touchStart', first, second)
    await touch('touchMove', moved, second)
    await touch('touchEnd')
    const events = await simulator.eventually(publicId, since, has('up'))
    expect(typesOf(events).filter((type) => type !== 'move')).toEqual(['down', 'up'])
    expectAt(events[0], first)
    expectAt(events.at(-1), moved)
  })

  it('taps twice by a double click', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    await wall.openLarge(publicId)
    const target = await wall.target(publicId, { across: 0.5, down: 0.3 })
    const since = await simulator.mark(publicId)
    await wall.page.mouse.dblclick(target.client.x, target.client.y)
    const twice = (events: PhoneEvent[]) => events.filter(({ type }) => type === 'up').length === 2
    const events = await simulator.eventually(publicId, since, twice)
    expect(typesOf(events)).toEqual(['down', 'up', 'down', 'up'])
    for (const event of events) expectAt(event, target)
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

  it('draws a path with Alt held, as one action with the points that were drawn', async () => {
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
