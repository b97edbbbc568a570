import { afterEach, expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import type { PhoneEvent, Simulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import type { Spot, Target, Wall } from './harness/wall'

const windows = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 820, height: 600 },
]

// Near every edge and in the middle: one of them shows a shift, a wrong scale or swapped axes.
const spots: Spot[] = [
  { across: 0.04, down: 0.03 },
  { across: 0.95, down: 0.2 },
  { across: 0.5, down: 0.5 },
  { across: 0.05, down: 0.96 },
  { across: 0.97, down: 0.97 },
]

const typesOf = (events: PhoneEvent[]) => events.map(({ type }) => type)
const has = (type: string) => (events: PhoneEvent[]) => typesOf(events).includes(type)

function expectAt(event: PhoneEvent | undefined, { pixel }: Target): void {
  expect(event).toBeDefined()
  expect(Math.abs(Number(event?.['x']) - pixel.x), `x ${event?.['x']} for ${pixel.x}`).toBeLessThanOrEqual(1)
  expect(Math.abs(Number(event?.['y']) - pixel.y), `y ${event?.['y']} for ${pixel.y}`).toBeLessThanOrEqual(1)
}

async function clickEverySpot(wall: Wall, simulator: Simulator, publicId: string): Promise<void> {
  for (const spot of spots) {
    const since = await simulator.mark(publicId)
    const target = await wall.target(publicId, spot)
    await wall.page.mouse.click(target.client.x, target.client.y)
    const events = await simulator.eventually(publicId, since, has('up'))
    expect(typesOf(events)).toEqual(['down', 'up'])
    expectAt(events[0], target)
    expectAt(events[1], target)
  }
}

inEachShellAtLength('The pointer on a screen', (shell) => {
  const stage = useStage(shell)
  afterEach(() => stage().wall.backToWall())

  it.each(windows)('hits the snapshot pixel under it on the wall, at $width×$height', async (size) => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const heights: number[] = []
    const slider = wall.page.getByRole('slider', { name: 'Tile size' })
    for (const position of ['18', '62']) {
      // The smallest window has no room for the slider.
      await wall.resize(1280, 800)
      await slider.fill(position)
      await wall.resize(size.width, size.height)
      heights.push((await wall.screen(publicId).boundingBox())?.height ?? 0)
      await clickEverySpot(wall, simulator, publicId)
    }
    expect(heights[1], 'the second size of tiles is another one').toBeGreaterThan((heights[0] ?? 0) * 1.5)
  })

  it('drags from press to release through every step in order', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const { mouse } = wall.page
    const steps = await Promise.all(
      [0.8, 0.7, 0.6, 0.5, 0.4, 0.3].map((down) => wall.target(publicId, { across: 0.5, down })),
    )
    const [first, last] = [steps[0], steps.at(-1)]
    if (!first || !last) throw new Error('a drag has a start and an end')
    const since = await simulator.mark(publicId)
    await mouse.move(first.client.x, first.client.y)
    await mouse.down()
    for (const step of steps.slice(1)) await mouse.move(step.client.x, step.client.y)
    await mouse.up()

    const events = await simulator.eventually(publicId, since, has('up'))
    const types = typesOf(events)
    expect(types[0]).toBe('down')
    expect(types.at(-1)).toBe('up')
    expect(new Set(types.slice(1, -1)), 'between press and release there are moves alone').toEqual(
      new Set(['move']),
    )
    expectAt(events[0], first)
    expectAt(events.at(-1), last)
    const heights = events.map((event) => Number(event['y']))
    expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  })

  it('releases a press when the window loses focus', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const target = await wall.target(publicId, { across: 0.5, down: 0.5 })
    const since = await simulator.mark(publicId)
    await wall.page.mouse.move(target.client.x, target.client.y)
    await wall.page.mouse.down()
    await simulator.eventually(publicId, since, has('down'))
    await wall.page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await simulator.eventually(publicId, since, has('up'))
    await wall.page.mouse.up()
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it.each(windows)('hits the snapshot pixel under it in the focus view, at $width×$height', async (size) => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    await wall.resize(size.width, size.height)
    await wall.openLarge(publicId)
    await clickEverySpot(wall, simulator, publicId)
  })

  it('sends wheel notches at the pointer, downwards positive', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const target = await wall.target(publicId, { across: 0.4, down: 0.6 })
    const notches = async (deltaY: number, sum: number) => {
      const since = await simulator.mark(publicId)
      // Each event is one detent, however far it scrolls.
      for (let detent = 0; detent < Math.abs(sum); detent++) await wall.page.mouse.wheel(0, deltaY)
      const total = (events: PhoneEvent[]) =>
        events.reduce((dy, event) => dy + (event.type === 'scroll' ? Number(event['dy']) : 0), 0)
      const events = await simulator.eventually(publicId, since, (list) => total(list) === sum)
      for (const event of events) expectAt(event, target)
    }
    await wall.page.mouse.move(target.client.x, target.client.y)
    await notches(100, 1)
    await notches(-100, -1)
    await notches(120, 10)
    await notches(-300, -5)
  })

  it('sends a phone home on a right click', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const target = await wall.target(publicId, { across: 0.5, down: 0.4 })
    const since = await simulator.mark(publicId)
    await wall.page.mouse.click(target.client.x, target.client.y, { button: 'right' })
    const events = await simulator.eventually(publicId, since, has('press'))
    expect(events.map(({ type, name }) => ({ type, name }))).toEqual([{ type: 'press', name: 'home' }])
  })

  it('opens an app by a click on its icon, and shows it on the wall', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    await simulator.act(publicId, { type: 'press', name: 'home' })
    await wall.page.mouse.move(0, 0)
    const home = await wall.stillPicture(publicId)
    // The first icon of the dock.
    const target = await wall.target(publicId, { across: 0.13, down: 0.93 })
    await wall.page.mouse.click(target.client.x, target.client.y)
    await wall.page.mouse.move(0, 0)
    await expect
      .poll(async () => (await wall.picture(publicId)).equals(home), { timeout: 20_000, interval: 100 })
      .toBe(false)
  })
})
