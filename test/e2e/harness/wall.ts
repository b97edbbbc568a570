import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { noKeyring } from './keyring'
import type { LaunchOptions, RunningApp, Shell } from './shells'
import { startSimulator, type Simulator } from './simulator'

/** A point on a screen, as shares of its width and height. */
export interface Spot {
  across: number
  down: number
}

/** A point in the window, in CSS px, and the snapshot pixel that is drawn there. */
export interface Target {
  client: { x: number; y: number }
  pixel: { x: number; y: number }
}

/** Drives the running app's page through the hooks of product.md. */
export interface Wall extends RunningApp {
  tile(publicId: string): Locator
  screen(publicId: string): Locator
  /** Waits until this many phones are live and show a frame. */
  showsLive(count: number): Promise<void>
  /** Returns a whole CSS pixel near a spot of a phone's screen. */
  target(publicId: string, spot: Spot): Promise<Target>
  /** Captures a phone's screen, without the left quarter, where its clock ticks. */
  picture(publicId: string): Promise<Buffer>
  /** Captures a phone's screen once two captures in a row are the same. */
  stillPicture(publicId: string): Promise<Buffer>
  /** Opens a phone in the focus view with its tile's button, and waits for its frame. */
  openLarge(publicId: string): Promise<void>
  /** Waits until the focus view shows this phone live. */
  showsLarge(publicId: string): Promise<void>
  /** Leaves the focus view, if it is open, with its Back button, and waits until the phone is live on the wall. */
  backToWall(): Promise<void>
  /** Waits until this phone has the keyboard, or none. */
  hasKeyboard(publicId: string | null): Promise<void>
  /** Clicks a phone's screen, by default in the middle, and waits until the phone has the keyboard. */
  clickInto(publicId: string, spot?: Spot): Promise<void>
  /** Runs a command by its English name from the palette. */
  run(command: string): Promise<void>
}

const liveTile = '[data-device][data-state=live]:has([data-screen][data-frame])'
const patience = { timeout: 30_000 }

export function wallOf(app: RunningApp): Wall {
  const { page } = app
  const tile = (publicId: string) => page.locator(`[data-device="${publicId}"]`)
  const screen = (publicId: string) => tile(publicId).locator('[data-screen]')
  const picture = async (publicId: string) => {
    await screen(publicId).scrollIntoViewIfNeeded()
    const box = await screen(publicId).boundingBox()
    if (!box) throw new Error('the phone has no screen')
    return page.screenshot({ clip: { ...box, x: box.x + box.width / 4, width: box.width * 0.75 } })
  }
  const showsLarge = (publicId: string) =>
    page.locator(`section${liveTile}[data-device="${publicId}"]`).waitFor(patience)
  const target = (publicId: string, spot: Spot) => targetOn(page, publicId, spot)
  const hasKeyboard = (publicId: string | null) => {
    const holder = publicId === null ? '[data-keyboard]' : `[data-keyboard="${publicId}"]`
    return page.locator(holder).waitFor({ ...patience, state: publicId === null ? 'detached' : 'attached' })
  }
  return {
    ...app,
    tile,
    screen,
    async showsLive(count) {
      await page.waitForFunction(
        ([selector, wanted]) => document.querySelectorAll(selector).length === wanted,
        [liveTile, count] as const,
        patience,
      )
    },
    target,
    picture,
    async stillPicture(publicId) {
      let last = await picture(publicId)
      for (;;) {
        const next = await picture(publicId)
        if (next.equals(last)) return next
        last = next
      }
    },
    async openLarge(publicId) {
      await tile(publicId).hover()
      await tile(publicId).getByRole('button', { name: 'Open in focus view' }).click()
      await showsLarge(publicId)
    },
    showsLarge,
    async backToWall() {
      const back = page.getByRole('button', { name: 'Back' })
      if ((await back.count()) === 0) return
      const publicId = (await page.locator('section[data-device]').getAttribute('data-device')) ?? ''
      await back.click()
      await page.locator(`${liveTile}[data-device="${publicId}"]:not(section)`).waitFor(patience)
    },
    hasKeyboard,
    async clickInto(publicId, spot = { across: 0.5, down: 0.5 }) {
      const { client } = await target(publicId, spot)
      await page.mouse.click(client.x, client.y)
      await hasKeyboard(publicId)
    },
    async run(command) {
      await page.keyboard.press('ControlOrMeta+k')
      await page.locator('[role=combobox]:focus').waitFor()
      await page.keyboard.type(command)
      await page.getByRole('option', { name: command }).first().waitFor()
      await page.keyboard.press('Enter')
    },
  }
}

/** Converts a spot into a target. The frame fills the canvas or video, so its box is enough. */
async function targetOn(page: Page, publicId: string, { across, down }: Spot): Promise<Target> {
  await page.locator(`[data-device="${publicId}"] [data-screen][data-frame]`).first().waitFor(patience)
  return page.evaluate(
    ({ id, share }) => {
      const element = document.querySelector<HTMLElement>(`[data-device="${id}"] [data-screen]`)
      const surface = element?.querySelector('canvas, video')
      if (!element || !surface) throw new Error('the phone has no screen')
      const [width = 0, height = 0] = (element.dataset['frame'] ?? '').split('x').map(Number)
      if (!(width > 0 && height > 0)) throw new Error('the screen shows no frame')
      const box = surface.getBoundingClientRect()
      const client = {
        x: Math.round(box.left + box.width * share.across),
        y: Math.round(box.top + box.height * share.down),
      }
      const pixel = {
        x: Math.floor(((client.x - box.left) / box.width) * width),
        y: Math.floor(((client.y - box.top) / box.height) * height),
      }
      return { client, pixel }
    },
    { id: publicId, share: { across, down } },
  )
}

/** A running app with its own folder and service. */
export interface Stage {
  wall: Wall
  simulator: Simulator
  userDataDir: string
  close(): Promise<void>
}

/** Creates a folder for `--user-data-dir`. */
export async function freshFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'fleetwall-e2e-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Opens the app without a keychain, unless `environment` names one. */
export async function openWall(shell: Shell, { userDataDir, environment }: LaunchOptions): Promise<Wall> {
  return wallOf(await shell.launch({ userDataDir, environment: { ...noKeyring, ...environment } }))
}

/** How the simulator starts (its `simulator.md`). */
export type StageConfig = Record<string, unknown> & {
  budgets?: Partial<Record<string, number>> & { max_active_devices?: number }
}

/** Opens the app with its own simulator, and waits until every phone is live that the account allows. */
export async function openStage(
  shell: Shell,
  config: StageConfig = {},
  scopes?: string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const simulator = await startSimulator(config, scopes)
  const folder = await freshFolder()
  const environment = { ...simulator.environment, ...more }
  const wall = await openWall(shell, { userDataDir: folder.path, environment })
  await wall.showsLive(Math.min(simulator.phones.length, config.budgets?.max_active_devices ?? Infinity))
  return {
    wall,
    simulator,
    userDataDir: folder.path,
    async close() {
      await wall.close()
      await simulator.close()
      await folder.remove()
    },
  }
}
