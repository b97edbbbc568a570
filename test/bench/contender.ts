import type { Page, Worker } from 'playwright-core'
import { frameWorkersFor } from '../../src-renderer/host/frame-workers'
import type { Size } from '../../src-shared/protocol/device'
import { noKeyring } from '../e2e/harness/keyring'
import { root } from '../e2e/harness/programs'
import { launchApp, usualWindow, type ElectronApp } from './electron-app'
import { fitBoxes, type Box } from './fit-boxes'
import { appPaints, tapPaints, tapTouches, type PaintTap } from './page-tap'
import { wallWord } from './peer/play'
import type { Peer } from './peer/start'
import type { PlainWay } from './pages/plain-way'
import type { SuiteContext } from './suite'

/** A running app that shows a fleet and can be measured. */
export interface Contender extends Pick<
  ElectronApp,
  'pid' | 'page' | 'devtools' | 'drawn' | 'hide' | 'close'
> {
  paints: PaintTap
  /** Shows the first `count` phones as large as they fit, and waits for a frame of each. */
  show(count: number): Promise<void>
  /** Moves the pointer to a pixel of a phone's screen, and waits until it can be touched. */
  pointAt(phone: number, pixel: { x: number; y: number }): Promise<void>
  /** Presses and releases the left button. */
  press(): Promise<void>
  /** Returns the browser's times of all presses and releases so far, in ms since the epoch. */
  touchedAt(): Promise<number[]>
  release(): Promise<void>
}

const patience = { timeout: 60_000 }
const liveTile = '[data-device][data-state=live]:has([data-screen][data-frame])'
// The most phones that fit the usual window.
const mostInUsualWindow = 70
const largeWindow: Size = { width: 1920, height: 1200 }

const windowFor = (count: number): Size => (count <= mostInUsualWindow ? usualWindow : largeWindow)

/**
 * Starts the built app on this fleet, before the service lists its phones, so that no phone connects outside a wall.
 * @param environment more variables
 * @param userData a folder that stays; default: a new one
 * @throws Error if a phone of a wall shows no frame in time
 */
export async function openOurs(
  { machine }: SuiteContext,
  peer: Peer,
  environment: Readonly<Record<string, string>> = {},
  userData?: string,
): Promise<Contender> {
  await peer.play({ listed: false, moving: 0 })
  const app = await launchApp(machine, root, {
    environment: { ...noKeyring, ...peer.environment, ...environment },
    userData,
  })
  const { page } = app
  return contender(app, peer, await tapPaints(await frameWorkersOf(page), appPaints), {
    async show(count) {
      await app.resize(windowFor(count))
      await searchFor(page, count === peer.phones.length ? '' : wallWord(count))
      await peer.play({ listed: true })
      await showsLive(page, count)
    },
    boxOf: (phone) => boxOf(page, peer.phones[phone] ?? ''),
  })
}

/** Has a wall show the phones that a search finds. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const search = page.locator('[role=search] input')
  await search.fill(text)
  // A blinking caret repaints twice a second.
  await search.blur()
}

/** Waits until a wall shows so many phones, all live and with a frame. */
export async function showsLive(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    ({ selector, wanted }) =>
      document.querySelectorAll('[data-device]').length === wanted &&
      document.querySelectorAll(selector).length === wanted,
    { selector: liveTile, wanted: count },
    patience,
  )
}

/** Waits for all frame workers of a page. */
export async function frameWorkersOf(page: Page): Promise<Worker[]> {
  const count = frameWorkersFor(await page.evaluate(() => navigator.hardwareConcurrency))
  while (page.workers().length < count) await page.waitForEvent('worker', patience)
  return page.workers()
}

/** Starts a plain page on the same fleet, with frames of the same sizes. */
export async function openPlainWay(
  { machine, pages }: SuiteContext,
  peer: Peer,
  way: PlainWay,
  { readsBack = false }: { readsBack?: boolean } = {},
): Promise<Contender> {
  await peer.play({ moving: 0 })
  const app = await launchApp(machine, pages.folder, { flags: ['--page=plain-way'] })
  const { page } = app
  const calls = [{ owner: 'CanvasRenderingContext2D', method: 'drawImage', readsBack }] as const
  const paints = await tapPaints([page], calls)
  let boxes: Box[] = []
  await page.waitForFunction(() => 'showPhones' in window, null, patience)
  return contender(app, peer, paints, {
    async show(count) {
      await app.resize(windowFor(count))
      boxes = fitBoxes(count, peer.frame, windowFor(count))
      const phones = boxes.map((box, phone) => {
        const publicId = peer.phones[phone] ?? ''
        return {
          ...box,
          streamUrl: peer.socketUrl(publicId, 'stream'),
          controlUrl: peer.socketUrl(publicId, 'control'),
        }
      })
      await page.evaluate(([all, how]) => window.showPhones(all, how), [phones, way] as const)
      await page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('canvas')].filter(({ dataset }) => 'frame' in dataset).length ===
          wanted,
        count,
        patience,
      )
    },
    boxOf: (phone) => Promise.resolve(boxes[phone] ?? null),
  })
}

async function contender(
  { pid, page, devtools, drawn, hide, close }: ElectronApp,
  peer: Peer,
  paints: PaintTap,
  { show, boxOf }: Pick<Contender, 'show'> & { boxOf(phone: number): Promise<Box | null> },
): Promise<Contender> {
  const touches = await tapTouches(page)
  let at = { x: 0, y: 0 }
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', buttons: 0 | 1) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      ...at,
      button: type === 'mouseMoved' ? 'none' : 'left',
      buttons,
      clickCount: type === 'mouseMoved' ? 0 : 1,
    })
  return {
    pid,
    page,
    devtools,
    drawn,
    paints,
    hide,
    show,
    async pointAt(phone, { x, y }) {
      const box = await boxOf(phone)
      const publicId = peer.phones[phone]
      if (!box || publicId === undefined) throw new Error(`there is no phone ${phone}`)
      at = {
        x: Math.round(box.left + (x / peer.frame.width) * box.width),
        y: Math.round(box.top + (y / peer.frame.height) * box.height),
      }
      await mouse('mouseMoved', 0)
      await peer.controlled(publicId)
    },
    async press() {
      await mouse('mousePressed', 1)
    },
    touchedAt: () => touches.all(),
    async release() {
      await mouse('mouseReleased', 0)
    },
    close,
  }
}

/** Returns the box of a phone's screen in the app; null if it is not on the wall. */
function boxOf(page: Page, publicId: string): Promise<Box | null> {
  return page.evaluate((id) => {
    const screen = document.querySelector(`[data-device="${id}"] [data-screen]`)
    if (!screen) return null
    const { left, top, width, height } = screen.getBoundingClientRect()
    return { left, top, width, height }
  }, publicId)
}
