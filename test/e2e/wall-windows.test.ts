import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { launchElectron, type RunningElectron } from './harness/electron-shell'
import { addressOf, devices, has, middle, openFurther, perWall, place, search } from './harness/further-walls'
import { noKeyring } from './harness/keyring'
import { inShell } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { displaySize, openTwoDisplays, openWideDisplay, type TwoDisplays } from './harness/two-displays'
import { useStage } from './harness/use-stage'
import { freshFolder, wallOf, type Wall } from './harness/wall'

inShell('electron', 'A second wall', (shell) => {
  const stage = useStage(shell, { devices })
  let left: Wall
  let right: Wall
  const electron = () => left as Wall & RunningElectron
  beforeEach(async () => {
    left = stage().wall
    right = await openFurther(left)
    await search(left, 'Left')
    await search(right, 'Right')
    for (const wall of [left, right]) await wall.showsLive(perWall)
  })

  it('crashes alone, and comes back as it was', async () => {
    const crashed = electron().electron.evaluate(
      ({ BrowserWindow }, address) =>
        new Promise<void>((resolve) => {
          const all = BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
          const page = all.find((one) => new RegExp(address).test(one.getURL()))
          page?.once('render-process-gone', () => resolve())
          page?.forcefullyCrashRenderer()
        }),
      addressOf(2),
    )
    await crashed
    const { simulator } = stage()
    const since = await simulator.mark('left_7')
    const { client } = await left.target('left_7', middle)
    await left.page.mouse.click(client.x, client.y)
    await simulator.eventually('left_7', since, has('up'))
    await left.page.keyboard.press('Shift+Escape')
    expect(await left.page.locator('[data-device][data-state=live]').count()).toBe(perWall)
    // The driver drops a crashed page, so the main process asks the next one.
    const liveAgain = () =>
      electron().electron.evaluate(({ BrowserWindow }, address) => {
        const all = BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
        const page = all.find((one) => new RegExp(address).test(one.getURL()))
        const script = `document.querySelectorAll('[data-device][data-state=live]').length`
        const asked = page?.executeJavaScript(script) as Promise<number> | undefined
        return Promise.race([asked, new Promise<null>((resolve) => setTimeout(resolve, 1000, null))])
      }, addressOf(2))
    await expect.poll(liveAgain, { timeout: 40_000 }).toBe(perWall)
    await electron().electron.evaluate(
      ({ BrowserWindow }, address) =>
        BrowserWindow.getAllWindows()
          .find(({ webContents }) => new RegExp(address).test(webContents.getURL()))
          ?.close(),
      addressOf(2),
    )
  })

  it('takes no streams while it is hidden', async () => {
    const { simulator } = stage()
    // A page that the driver holds counts as visible whatever its window does.
    const become = (state: DocumentVisibilityState) =>
      right.page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: now })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await become('hidden')
    const count = async () => (await simulator.sockets('stream')).length
    await expect.poll(count, { timeout: 30_000 }).toBe(perWall)
    await left.showsLive(perWall)
    await become('visible')
    await right.showsLive(perWall)
  })
})

inShell('electron', 'Two walls after a restart', () => {
  let two: TwoDisplays | null
  let displays: Awaited<ReturnType<typeof openWideDisplay>>
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let simulator: Simulator
  beforeAll(async () => {
    two = await openTwoDisplays()
    displays = two ?? (await openWideDisplay())
  })
  afterAll(() => displays?.close())
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
    const environment = {
      ...noKeyring,
      ...simulator.environment,
      ...(displays ? { DISPLAY: displays.name } : {}),
    }
    const app = await launchElectron(found, { userDataDir: folder.path, environment, asItComes: true })
    return { ...app, ...wallOf(app) }
  }
  const pageOf = ({ page }: Wall, number: number): Page | undefined =>
    page
      .context()
      .pages()
      .find((one) => new RegExp(addressOf(number)).test(one.url()))
  const shows = (wall: Wall, number: number, count: number) =>
    expect.poll(() => pageOf(wall, number)?.locator('[data-device]').count(), { timeout: 20_000 }).toBe(count)
  const boundsOf = ({ electron }: Pick<RunningElectron, 'electron'>, number: number) =>
    electron.evaluate(
      ({ BrowserWindow }, address) =>
        BrowserWindow.getAllWindows()
          .find(({ webContents }) => new RegExp(address).test(webContents.getURL()))
          ?.getBounds(),
      addressOf(number),
    )
  const box = { x: displaySize.width + 60, y: 50, width: 900, height: 640 }
  /** Leaves a second wall on the second display, which shows its own phones. */
  const leaveTwo = async () => {
    const before = await start()
    await before.showsLive(2 * perWall)
    const right = await openFurther(before)
    await search(right, 'Right')
    await right.showsLive(perWall)
    await place(before, 2, box)
    await expect.poll(() => boundsOf(before, 2)).toEqual(box)
    await before.close()
  }

  it('are back in their places, each as it was left; a closed one is not', async () => {
    await leaveTwo()
    const after = await start()
    await shows(after, 2, perWall)
    expect(await boundsOf(after, 2)).toEqual(box)
    await shows(after, 1, 2 * perWall)
    await pageOf(after, 2)?.close()
    await expect.poll(() => pageOf(after, 2)).toBeUndefined()
    await after.close()

    const last = await start()
    await last.showsLive(2 * perWall)
    expect(pageOf(last, 2)).toBeUndefined()
    await last.close()
  })

  it('are both in sight when a display is gone', async ({ skip }) => {
    if (!two) skip('X.org’s dummy driver is missing')
    await leaveTwo()
    two?.connectSecond(false)
    const alone = await start()
    await shows(alone, 2, perWall)
    const { x = 0, width = 0 } = (await boundsOf(alone, 2)) ?? {}
    expect(x + width).toBeLessThanOrEqual(displaySize.width)
    await alone.close()
    two?.connectSecond(true)
  })
})
