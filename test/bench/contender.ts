import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { noKeyring } from '../e2e/harness/keyring'
import { root } from '../e2e/harness/programs'
import { launchApp, type ElectronApp } from './electron-app'
import { type BenchFleet, frameSize } from './fleet'
import type { Machine } from './machine'
import { tapPaints, tapPresses, type PaintCall, type PaintTap } from './page-tap'

/** Where a phone's picture is in the window, in CSS px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A running app that shows a fleet and can be measured. */
export interface Contender {
  /** In the order of the fleet's phones. */
  boxes: Box[]
  paints: PaintTap
  cpuMs(): number
  /** Brings the pointer over a phone, at a pixel of its screen, and waits until the phone can be touched. */
  pointAt(phone: number, pixel: { x: number; y: number }): Promise<void>
  /** The left button, where the pointer is. */
  press(): Promise<void>
  /** When the browser took the last press, in ms since the epoch. */
  pressedAt(): Promise<number>
  release(): Promise<void>
  close(): Promise<void>
}

const patience = { timeout: 60_000 }
const liveTile = '[data-device][data-state=live]:has([data-screen][data-frame])'

/** The app as it is built, on this fleet; every phone shows a frame. */
export async function openOurs(machine: Machine, fleet: BenchFleet): Promise<Contender> {
  const app = await launchApp(machine, root, { ...noKeyring, ...fleet.environment })
  const { page } = app
  await page.waitForFunction(
    ({ selector, count }) => document.querySelectorAll(selector).length === count,
    { selector: liveTile, count: fleet.phones.length },
    patience,
  )
  const [worker] = page.workers()
  if (!worker) throw new Error('the page has no frame worker')
  const call = {
    context: 'ImageBitmapRenderingContext',
    method: 'transferFromImageBitmap',
    readsBack: false,
  } as const
  return contender(app, fleet, await boxesOf(page, fleet.phones), await tapPaints(worker, call))
}

/** The plain way on the same fleet, its pictures in the same places; every phone has shown a frame or more. */
export async function openPlainWay(
  machine: Machine,
  folder: string,
  fleet: BenchFleet,
  { boxes, readsBack }: { boxes: Box[] } & Pick<PaintCall, 'readsBack'>,
): Promise<Contender> {
  const app = await launchApp(machine, folder, {})
  const call = { context: 'CanvasRenderingContext2D', method: 'drawImage', readsBack } as const
  const paints = await tapPaints(app.page, call)
  const phones = fleet.phones.map((publicId, index) => ({
    streamUrl: fleet.socketUrl(publicId, 'stream'),
    controlUrl: fleet.socketUrl(publicId, 'control'),
    ...(boxes[index] ?? { left: 0, top: 0, width: 0, height: 0 }),
  }))
  await app.page.waitForFunction(() => 'showPhones' in window, null, patience)
  await app.page.evaluate((all) => window.showPhones(all), phones)
  while ((await paints.count()) < phones.length) await delay(100)
  return contender(app, fleet, boxes, paints)
}

async function contender(
  { page, devtools, cpuMs, close }: ElectronApp,
  fleet: BenchFleet,
  boxes: Box[],
  paints: PaintTap,
): Promise<Contender> {
  const presses = await tapPresses(page)
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
    boxes,
    paints,
    cpuMs,
    async pointAt(phone, { x, y }) {
      const box = boxes[phone]
      const publicId = fleet.phones[phone]
      if (!box || publicId === undefined) throw new Error(`there is no phone ${phone}`)
      at = {
        x: Math.round(box.left + (x / frameSize.width) * box.width),
        y: Math.round(box.top + (y / frameSize.height) * box.height),
      }
      await mouse('mouseMoved', 0)
      await fleet.controlled(publicId)
    },
    async press() {
      await mouse('mousePressed', 1)
    },
    pressedAt: () => presses.last(),
    async release() {
      await mouse('mouseReleased', 0)
    },
    close,
  }
}

function boxesOf(page: Page, phones: readonly string[]): Promise<Box[]> {
  return page.evaluate(
    (ids) =>
      ids.map((id) => {
        const screen = document.querySelector(`[data-device="${id}"] [data-screen]`)
        if (!screen) throw new Error(`there is no tile of ${id}`)
        const { left, top, width, height } = screen.getBoundingClientRect()
        return { left, top, width, height }
      }),
    [...phones],
  )
}
