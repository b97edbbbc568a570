import type { RunningElectron } from './electron-shell'
import type { PhoneEvent } from './simulator'
import { displaySize } from './two-displays'
import { wallOf, type Wall } from './wall'

export const perWall = 30
export const devices = ['Left', 'Right'].flatMap((side) =>
  Array.from({ length: perWall }, (_, at) => ({
    public_id: `${side.toLowerCase()}_${at}`,
    name: `${side} ${at}`,
  })),
)
export const middle = { across: 0.5, down: 0.5 }
/** A box that a window of each display fills. */
export const onDisplay = (at: 0 | 1) => ({ x: at * displaySize.width, y: 0, ...displaySize })
export const has = (type: string) => (events: PhoneEvent[]) => events.some((event) => event.type === type)
export const acts = (events: PhoneEvent[]) => events.filter(({ type }) => type === 'down' || type === 'up')
export const search = async ({ page }: Wall, text: string) => {
  await page.getByLabel('Search phones').fill(text)
  await page.keyboard.press('Enter')
}
export const addressOf = (number: number) =>
  (number === 1 ? /^[^?]+$/ : new RegExp(`[?]wall=${number}$`)).source

/** Moves the window of a wall. @returns its place, once it is there */
export const place = (
  { electron }: Pick<RunningElectron, 'electron'>,
  number: number,
  box: ReturnType<typeof onDisplay>,
) =>
  electron.evaluate(
    ({ BrowserWindow }, [address, to]) => {
      const all = BrowserWindow.getAllWindows()
      const window = all.find(({ webContents }) => new RegExp(address).test(webContents.getURL()))
      window?.setBounds(to)
      return window?.getBounds()
    },
    [addressOf(number), box] as const,
  )
/** Opens a further wall. */
export async function openFurther(wall: Wall): Promise<Wall> {
  const coming = wall.page.context().waitForEvent('page')
  await wall.run('New wall window')
  const page = await coming
  await page.locator('[data-device]').first().waitFor()
  return wallOf({ ...wall, page, devtools: await page.context().newCDPSession(page) })
}
