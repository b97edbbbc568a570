import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { dropFiles } from './harness/drop'
import type { RunningElectron } from './harness/electron-shell'
import {
  acts,
  devices,
  has,
  middle,
  onDisplay,
  openFurther,
  perWall,
  place,
  search,
} from './harness/further-walls'
import { inEachShellAtLength, isShortRun } from './harness/shells'
import { startSimulator } from './harness/simulator'
import { openTwoDisplays, openWideDisplay } from './harness/two-displays'
import { freshFolder, openStage, type Stage, type Wall } from './harness/wall'

inEachShellAtLength('Two walls of one fleet', (shell) => {
  let displays: Awaited<ReturnType<typeof openWideDisplay>> = null
  let open: Stage
  let left: Wall
  let right: Wall
  const stage = () => open
  const isElectron = shell.name === 'electron'
  const electron = () => left as Wall & RunningElectron

  beforeAll(async () => {
    displays = isElectron ? ((await openTwoDisplays()) ?? (await openWideDisplay())) : null
    open = await openStage(shell, { devices }, undefined, displays ? { DISPLAY: displays.name } : {})
  })
  afterAll(async () => {
    await open.close()
    await displays?.close()
  })
  beforeEach(async () => {
    left = open.wall
    right = await openFurther(left)
    if (displays) {
      await place(electron(), 1, onDisplay(0))
      await place(electron(), 2, onDisplay(1))
    }
    await search(left, 'Left')
    await search(right, 'Right')
    for (const wall of [left, right]) await wall.showsLive(perWall)
  })
  afterEach(async () => {
    // A further wall comes back with its selection, too.
    for (const { page } of [left, right].filter((wall) => !wall.page.isClosed())) {
      await page.reload()
      await page.locator('[data-device]').first().waitFor()
      const selected = async () => {
        await page.keyboard.press('Escape')
        return page.locator('[role=gridcell][aria-selected=true]').count()
      }
      await expect.poll(selected).toBe(0)
    }
    if (!right.page.isClosed()) await right.page.close()
  })

  const tap = async (wall: Wall, publicId: string) => {
    const { client } = await wall.target(publicId, middle)
    await wall.page.mouse.click(client.x, client.y)
  }
  const panelOf = ({ page }: Wall) => page.locator('[data-panel]')

  it('show other phones, each by one stream, and go on without each other', async () => {
    const { simulator } = stage()
    expect(await simulator.sockets('stream')).toHaveLength(2 * perWall)
    await expect.poll(() => right.page.title()).toBe('Wall 2 – Fleetwall')
    const [onLeft, onRight] = [await simulator.mark('left_1'), await simulator.mark('right_1')]
    await tap(left, 'left_1')
    await tap(right, 'right_1')
    await simulator.eventually('left_1', onLeft, has('up'))
    await simulator.eventually('right_1', onRight, has('up'))
    await search(right, '')
    await right.showsLive(2 * perWall)
    expect(await simulator.sockets('stream'), 'a phone in both is one stream').toHaveLength(2 * perWall)
    await left.showsLive(perWall)
    await right.page.close()
    await left.showsLive(perWall)
    await expect
      .poll(async () => (await simulator.sockets('stream')).length, { timeout: 40_000 })
      .toBe(perWall)
  })

  it('mirror each within its own selection', async () => {
    const { simulator } = stage()
    for (const wall of [left, right]) {
      const side = wall === left ? 'left' : 'right'
      await wall.tile(`${side}_1`).focus()
      await wall.page.keyboard.press('Control+a')
      await wall.page.keyboard.press('m')
      await wall.page.getByText(`goes to all ${perWall} selected phones`).waitFor()
    }
    const marks = new Map<string, number>()
    for (const { public_id } of devices) marks.set(public_id, await simulator.mark(public_id))
    await tap(right, 'right_2')
    for (const publicId of ['right_2', 'right_9'])
      await simulator.eventually(publicId, marks.get(publicId) ?? 0, has('up'))
    for (const publicId of ['left_1', 'left_2'])
      expect(acts(await simulator.events(publicId, marks.get(publicId) ?? 0))).toEqual([])
    await tap(left, 'left_3')
    await simulator.eventually('left_7', marks.get('left_7') ?? 0, has('up'))
    expect(acts(await simulator.events('right_9', marks.get('right_9') ?? 0))).toHaveLength(2)
  })

  it('have one list of uploads, and each its own panel', async () => {
    const { simulator } = stage()
    const folder = await freshFolder()
    const file = join(folder.path, 'seed.txt')
    await writeFile(file, 'seed')
    const since = await simulator.mark('right_1')
    await dropFiles(right, right.screen('right_1'), [file])
    await simulator.eventually('right_1', since, has('file'))
    await folder.remove()
    const rowIn = (wall: Wall) => panelOf(wall).getByRole('listitem', { name: 'seed.txt to Right 1' })
    await rowIn(right).waitFor()
    expect(await panelOf(left).count(), 'the panel of another wall').toBe(0)
    await left.run('Panel: Uploads')
    await rowIn(left).waitFor()
    await left.run('Clear finished uploads')
    await rowIn(right).waitFor({ state: 'detached' })
    await left.page.keyboard.press('Control+j')
    await panelOf(left).waitFor({ state: 'detached' })
  })

  it('share pins, and what is view only', async () => {
    const { simulator } = stage()
    const firstOf = ({ page }: Wall) =>
      page.locator('[aria-colindex="1"] [data-device]').getAttribute('data-device')
    await search(left, 'Right')
    await right.tile('right_5').focus()
    await right.run('Pin')
    for (const wall of [left, right]) await expect.poll(() => firstOf(wall)).toBe('right_5')
    await left.tile('right_5').focus()
    await left.run('View only')
    await right.tile('right_5').getByRole('img', { name: 'View only' }).waitFor()
    const since = await simulator.mark('right_5')
    await tap(right, 'right_5')
    await right.tile('right_5').focus()
    await right.run('View only')
    await left.tile('right_5').getByRole('img', { name: 'View only' }).waitFor({ state: 'detached' })
    await tap(left, 'right_5')
    const events = await simulator.eventually('right_5', since, has('up'))
    expect(acts(events), 'of the second tap alone').toHaveLength(2)
    await right.tile('right_5').focus()
    await right.run('Pin')
    for (const wall of [left, right]) await expect.poll(() => firstOf(wall)).toBe('right_0')
  })

  it('press one phone in turn: the newest press has its finger', async () => {
    const { simulator } = stage()
    await search(right, '')
    await right.showsLive(2 * perWall)
    const since = await simulator.mark('left_4')
    const [here, there] = [await left.target('left_4', middle), await right.target('left_4', middle)]
    await left.page.mouse.move(here.client.x, here.client.y)
    await left.page.mouse.down()
    await simulator.eventually('left_4', since, has('down'))
    await right.page.mouse.move(there.client.x, there.client.y)
    await right.page.mouse.down()
    await left.page.mouse.up()
    await right.page.mouse.up()
    const events = await simulator.eventually('left_4', since, (list) => acts(list).length === 4)
    expect(acts(events).map(({ type }) => type)).toEqual(['down', 'up', 'down', 'up'])
  })

  it('pause together, and resume from either', async () => {
    const { simulator } = stage()
    await right.page.keyboard.press('Pause')
    for (const { page } of [left, right]) await page.getByRole('status').getByText('Paused.').waitFor()
    await expect.poll(async () => (await simulator.sockets('stream')).length).toBe(0)
    await left.page.keyboard.press('Control+.')
    await expect
      .poll(async () => (await simulator.sockets('stream')).length, { timeout: 60_000 })
      .toBe(2 * perWall)
    for (const wall of [left, right]) await wall.showsLive(perWall)
  }, 120_000)

  it.skipIf(isShortRun)(
    'take turns together on a patrol of one, within the account’s limit',
    async () => {
      const { simulator } = stage()
      const most = 50
      const liveOn = ({ page }: Wall) =>
        page
          .locator('[data-device][data-state=live]')
          .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-device') ?? ''))
      const live = async () => [...(await liveOn(left)), ...(await liveOn(right))]
      const limit = (devices: number) =>
        simulator.admin('PUT', '/limits', { budgets: { max_active_devices: devices } })
      await limit(most)
      await expect.poll(async () => (await live()).length, { timeout: 30_000 }).toBe(most)
      const first = await live()
      const waiting = devices.map(({ public_id }) => public_id).filter((id) => !first.includes(id))
      await right.run('Patrol')
      await right.page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
      await right.page.getByRole('status').getByText('On patrol.').waitFor()
      expect(await left.page.getByText('On patrol.').count(), 'a window has its own patrol').toBe(0)
      const seen = new Set<string>()
      await expect
        .poll(
          async () => {
            const now = await live()
            now.forEach((id) => seen.add(id))
            expect((await simulator.sockets('stream')).length).toBeLessThanOrEqual(most)
            return waiting.filter((id) => !seen.has(id))
          },
          { timeout: 45_000 },
        )
        .toEqual([])
      await right.page.getByRole('button', { name: 'End patrol' }).click()
      await limit(devices.length)
    },
    120_000,
  )

  it('delay no frame and no press of each other when one stalls', async () => {
    const { simulator } = stage()
    const stalledMs = 10_000
    await simulator.admin('PUT', '/phones/left_6', { animate_fps: 5 })
    const block = (ms: number) => {
      for (const until = performance.now() + ms; performance.now() < until;);
    }
    const stalled = Promise.all([
      right.page.evaluate(block, stalledMs),
      ...right.page.workers().map((worker) => worker.evaluate(block, stalledMs)),
    ])
    const begun = performance.now()
    const before = await left.picture('left_6')
    const since = await simulator.mark('left_6')
    await tap(left, 'left_6')
    await simulator.eventually('left_6', since, has('up'))
    await expect.poll(async () => (await left.picture('left_6')).equals(before)).toBe(false)
    expect(performance.now() - begun).toBeLessThan(stalledMs)
    await stalled
    await simulator.admin('PUT', '/phones/left_6', { animate_fps: 0 })
    await right.showsLive(perWall)
  })

  it.skipIf(isShortRun)('are eight at most', async () => {
    const further: Wall[] = []
    for (let number = 3; number <= 8; number += 1) further.push(await openFurther(left))
    await left.page.keyboard.press('Control+k')
    await left.page.locator('[role=combobox]:focus').waitFor()
    await left.page.keyboard.type('New wall window')
    await left.page.getByText('There are 8 walls, which is the most.').waitFor()
    await left.page.keyboard.press('Escape')
    for (const wall of further) await wall.showsLive(2 * perWall)
    expect(await stage().simulator.sockets('stream')).toHaveLength(2 * perWall)
    for (const { page } of further) await page.close()
  })

  it('show together the fleet that one of them opens, each in its own way', async () => {
    const { simulator } = stage()
    const rack = await startSimulator({ devices: 4 })
    const host = new URL(simulator.baseUrl).host
    await right.run('Add fleet')
    const dialog = right.page.getByRole('dialog', { name: 'Add fleet' })
    await dialog.getByLabel('Name').fill('Rack')
    await dialog.getByLabel('Base address').fill(rack.baseUrl)
    await dialog.getByLabel('API key').fill(rack.apiKey)
    await right.page.keyboard.press('Enter')
    for (const wall of [left, right]) await wall.showsLive(4)
    expect(await rack.sockets('stream')).toHaveLength(4)
    await left.run(`Open fleet ${host}`)
    for (const wall of [left, right]) await wall.showsLive(perWall)
    expect(await right.tile('right_1').count(), 'what it showed of this fleet before').toBe(1)
    await rack.close()
  })
})
