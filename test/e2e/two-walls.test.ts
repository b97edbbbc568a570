import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { launchElectron, type RunningElectron } from './harness/electron-shell'
import { noKeyring } from './harness/keyring'
import { inEachShellAtLength, inShell } from './harness/shells'
import { startSimulator, type PhoneEvent, type Simulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { freshFolder, wallOf, type Wall } from './harness/wall'

const perWall = 30
const devices = ['Left', 'Right'].flatMap((side) =>
  Array.from({ length: perWall }, (_, at) => ({
    public_id: `${side.toLowerCase()}_${at}`,
    name: `${side} ${at}`,
  })),
)
const middle = { across: 0.5, down: 0.5 }
const has = (type: string) => (events: PhoneEvent[]) => events.some((event) => event.type === type)
const search = async ({ page }: Wall, text: string) => {
  await page.getByLabel('Search phones').fill(text)
  await page.keyboard.press('Enter')
}
/** Opens a further wall. */
async function openFurther(wall: Wall): Promise<Wall> {
  const coming = wall.page.context().waitForEvent('page')
  await wall.run('New wall window')
  const page = await coming
  await page.locator('[data-device]').first().waitFor()
  return wallOf({ ...wall, page, devtools: await page.context().newCDPSession(page) })
}
const acts = (events: PhoneEvent[]) => events.filter(({ type }) => type === 'down' || type === 'up')

inEachShellAtLength('Two walls of one fleet', (shell) => {
  const stage = useStage(shell, { devices })
  let left: Wall
  let right: Wall
  beforeEach(async () => {
    left = stage().wall
    right = await openFurther(left)
    await search(left, 'Left')
    await search(right, 'Right')
    for (const wall of [left, right]) await wall.showsLive(perWall)
  })
  afterEach(async () => {
    if (!right.page.isClosed()) await right.page.close()
    await left.page.reload()
    await left.page.keyboard.press('Escape')
  })

  const tap = async (wall: Wall, publicId: string) => {
    const { client } = await wall.target(publicId, middle)
    await wall.page.mouse.click(client.x, client.y)
  }

  it('show other phones, each by one stream, and go on without each other', async () => {
    const { simulator } = stage()
    expect(await simulator.sockets('stream')).toHaveLength(2 * perWall)
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
})

inShell('electron', 'Two walls after a restart', () => {
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let simulator: Simulator
  beforeEach(async () => {
    folder = await freshFolder()
    simulator = await startSimulator({ devices })
  })
  afterEach(async () => {
    await simulator.close()
    await folder.remove()
  })

  const start = async () => {
    const found = inject('shells').electron
    if (!found) throw new Error('Electron cannot be had')
    const environment = { ...noKeyring, ...simulator.environment }
    const app = await launchElectron(found, { userDataDir: folder.path, environment, asItComes: true })
    return { ...app, ...wallOf(app) }
  }
  const further = ({ page }: Wall) =>
    page
      .context()
      .pages()
      .find((one) => one.url().includes('wall=2'))
  const firstOf = ({ page }: Wall) =>
    page
      .context()
      .pages()
      .find((one) => !one.url().includes('wall='))
  const boundsOf = ({ electron }: RunningElectron, at: string) =>
    electron.evaluate(
      ({ BrowserWindow }, part) =>
        BrowserWindow.getAllWindows()
          .find(({ webContents }) => webContents.getURL().includes(part))
          ?.getBounds(),
      at,
    )

  it('are back in their places, each as it was left; a closed one is not', async () => {
    const before = await start()
    await before.showsLive(2 * perWall)
    const right = await openFurther(before)
    await search(right, 'Right')
    await right.showsLive(perWall)
    const place = { x: 60, y: 50, width: 900, height: 640 }
    await before.electron.evaluate(
      ({ BrowserWindow }, box) =>
        BrowserWindow.getAllWindows()
          .find(({ webContents }) => webContents.getURL().includes('wall=2'))
          ?.setBounds(box),
      place,
    )
    await expect.poll(() => boundsOf(before, 'wall=2')).toEqual(place)
    await before.close()

    const after = await start()
    await expect.poll(() => further(after), { timeout: 20_000 }).toBeDefined()
    expect(await boundsOf(after, 'wall=2')).toEqual(place)
    await expect
      .poll(() => further(after)?.locator('[data-device]').count(), { timeout: 20_000 })
      .toBe(perWall)
    await expect.poll(() => firstOf(after)?.locator('[data-device]').count()).toBe(2 * perWall)
    await further(after)?.close()
    await expect.poll(() => further(after)).toBeUndefined()
    await after.close()

    const last = await start()
    await last.showsLive(2 * perWall)
    expect(further(last)).toBeUndefined()
    await last.close()
  })
})
