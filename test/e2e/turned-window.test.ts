import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PreloadApi } from '../../src-shared/bridge/preload-api'
import type { RunningElectron } from './harness/electron-shell'
import { noKeyring } from './harness/keyring'
import { inEachShell } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { startTurningPhones, type TurningPhones } from './harness/turning-phones'
import { freshFolder, wallOf, type Wall } from './harness/wall'

inEachShell('The own window of a phone that turns', (shell) => {
  let simulator: Simulator
  let phones: TurningPhones
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let wall: Wall
  let page: Page

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 1 })
    phones = await startTurningPhones()
    folder = await freshFolder()
    const environment = { ...noKeyring, ...simulator.environment, FLEETWALL_WS_BASE_URL: phones.wsBaseUrl }
    wall = wallOf(await shell.launch({ userDataDir: folder.path, environment, asItComes: true }))
    await wall.showsLive(1)
    const [publicId = ''] = simulator.phones
    const coming = wall.page.context().waitForEvent('page')
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('o')
    page = await coming
    await wallOf({ ...wall, page }).showsLarge(publicId)
  })
  afterAll(async () => {
    await wall.close()
    await phones.close()
    await simulator.close()
    await folder.remove()
  })

  /** How large the phone's screen is in its window, and how much of the page is beside it, in CSS px. */
  const shown = () =>
    page.evaluate(() => {
      const { width = 0, height = 0 } = document.querySelector('[data-screen]')?.getBoundingClientRect() ?? {}
      return {
        screen: { width, height },
        beside: { width: innerWidth - width, height: innerHeight - height },
      }
    })
  const near = (size: number) => ({
    asymmetricMatch: (actual: number) => Math.abs(actual - size) <= 3,
    toString: () => `near ${size}`,
  })
  const nearly = ({ width, height }: { width: number; height: number }) => ({
    width: near(width),
    height: near(height),
  })

  it('turns with it: the screen stays as large as it was', async () => {
    const upright = await shown()
    phones.turn(1334, 750)
    await expect.poll(shown).toEqual({
      screen: nearly({ width: upright.screen.height, height: upright.screen.width }),
      // A line above it, and the ring of the keyboard.
      beside: nearly({ width: 6, height: 46 }),
    })
    phones.turn(750, 1334)
    await expect.poll(shown).toEqual({ screen: nearly(upright.screen), beside: nearly(upright.beside) })
  })

  // No page maximises a browser's window.
  const maximisable = shell.name === 'electron' ? [shell.name] : []
  it.each(maximisable)(
    'stays as it is while it is maximised, and turns when it is restored, %s',
    async () => {
      const { electron } = wall as Wall & RunningElectron
      const own = (change: 'maximize' | 'restore' | 'setBounds' | 'getBounds') =>
        electron.evaluate(({ BrowserWindow }, what) => {
          const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
            webContents.getURL().includes('phone='),
          )
          if (what === 'setBounds') window?.setBounds({ x: 100, y: 80, width: 400, height: 640 })
          // No window manager maximises it here.
          if (what === 'maximize' && window) window.isMaximized = () => true
          if (what === 'restore' && window) {
            window.isMaximized = () => false
            window.emit('unmaximize')
          }
          return window?.getBounds()
        }, change)
      const place = await own('setBounds')
      // The page has the room first, and then what it shows there.
      await expect.poll(shown).toMatchObject({ beside: nearly({ width: 66, height: 46 }) })
      const upright = await shown()
      await own('maximize')
      phones.turn(1334, 750)
      await page.locator('[data-frame="1334x750"]').waitFor()
      expect(await own('getBounds')).toEqual(place)
      await own('restore')
      await expect.poll(shown).toEqual({
        screen: nearly({ width: upright.screen.height, height: upright.screen.width }),
        beside: nearly({ width: 6, height: 46 }),
      })
    },
  )

  it.each(maximisable)(
    'has the room in full screen that it has once it is restored, without the edges of its window, %s',
    async () => {
      const { electron } = wall as Wall & RunningElectron
      const spread = (to: 'none' | 'full-screen') =>
        electron.evaluate(({ BrowserWindow }, wanted) => {
          const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
            webContents.getURL().includes('phone='),
          )
          if (!window) return
          const isFull = wanted === 'full-screen'
          // No window manager gives it a title bar, and takes that away in full screen.
          window.isFullScreen = () => isFull
          window.getContentBounds = () => {
            const { height, ...bounds } = window.getBounds()
            return { ...bounds, height: isFull ? height : height - 30 }
          }
          window.setBounds({ x: 90, y: 70, width: 400, height: isFull ? 640 : 600 })
        }, to)
      const ownRoom = () =>
        page.evaluate(() => (globalThis as unknown as Record<'fleetwall', PreloadApi>).fleetwall.ownRoom())
      await spread('none')
      await expect.poll(ownRoom).toEqual({ width: 400, height: 570 })
      await spread('full-screen')
      await expect.poll(ownRoom).toEqual({ width: 400, height: 610 })
    },
  )
})
