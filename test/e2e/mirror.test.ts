import { beforeEach, expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import type { PhoneEvent } from './harness/simulator'
import { useStage } from './harness/use-stage'
import type { Spot, Target } from './harness/wall'

const typesOf = (events: PhoneEvent[]) => events.map(({ type }) => type)
const touches = (events: PhoneEvent[]) => events.filter(({ type }) => type === 'down' || type === 'up')
const middle: Spot = { across: 0.5, down: 0.5 }

/** Twelve phones of four sizes. */
const sizes = [
  { width: 750, height: 1334 },
  { width: 1170, height: 2532 },
  { width: 828, height: 1792 },
  { width: 640, height: 1136 },
]
const devices = Array.from({ length: 12 }, (_, index) => ({
  public_id: `dev_${index}`,
  name: `Phone ${index}`,
  snapshot: sizes[index % sizes.length],
}))

inEachShellAtLength('Mirroring to the selection', (shell) => {
  const stage = useStage(shell, { devices })

  /** Opens the page again, with all phones selected and answering at once. */
  beforeEach(async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const usual = { reachable: true, rejects: false, delay_ms: 0 }
    for (const id of simulator.phones) await simulator.admin('PUT', `/phones/${id}`, usual)
    await wall.backToWall()
    await page.reload()
    await wall.showsLive(devices.length)
    await page.keyboard.press('0')
    await page.keyboard.press('ControlOrMeta+a')
  })
  const theBar = () => stage().wall.page.getByRole('region', { name: 'Mirroring' })
  /** Mirrors all phones from this one. */
  const mirrorFrom = async (publicId: string) => {
    const { wall } = stage()
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('m')
    await theBar().getByText('goes to all 12 selected phones').waitFor()
  }

  /** Returns the target’s pixel on the phone’s own screen. */
  const expectAt = (event: PhoneEvent | undefined, { pixel }: Target, index: number) => {
    const [from, to] = [sizes[0], sizes[index % sizes.length]]
    const x = ((pixel.x + 0.5) * (to?.width ?? 0)) / (from?.width ?? 1)
    const y = ((pixel.y + 0.5) * (to?.height ?? 0)) / (from?.height ?? 1)
    expect(Math.abs(Number(event?.['x']) + 0.5 - x), `x on dev_${index}`).toBeLessThanOrEqual(1)
    expect(Math.abs(Number(event?.['y']) + 0.5 - y), `y on dev_${index}`).toBeLessThanOrEqual(1)
  }
  const marks = async (phones: string[]) =>
    new Map(await Promise.all(phones.map(async (id) => [id, await stage().simulator.mark(id)] as const)))

  it('repeats input on every phone, and shows its cost and who refuses', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [offline, refusing] = [['dev_4', 'dev_7'], 'dev_9']
    const bar = theBar()
    const before = await wall.tile('dev_5').boundingBox()
    await page.getByRole('button', { name: 'Mirror to 12' }).click()
    await bar.getByText('goes to all 12 selected phones').waitFor()
    // No phone moves under the pointer.
    expect(await wall.tile('dev_5').boundingBox()).toEqual(before)

    for (const publicId of offline) await simulator.admin('PUT', `/phones/${publicId}`, { reachable: false })
    await simulator.admin('PUT', `/phones/${refusing}`, { rejects: true })
    await bar.getByText('goes to 10 of 12').waitFor()
    await bar.getByText('Each gesture uses 10 actions').waitFor()
    await bar.getByText('Phone 4, Phone 7').waitFor()

    const taking = simulator.phones.filter((id) => ![...offline, refusing].includes(id))
    const target = await wall.target('dev_0', { across: 0.3, down: 0.6 })
    const since = await marks(simulator.phones)
    await page.mouse.move(target.client.x, target.client.y)
    await page.mouse.down()
    await page.mouse.up()
    // First of all, because the message disappears after a while.
    await bar.getByText(/Phone 9: The phone couldn’t/).waitFor()
    await wall.hasKeyboard('dev_0')
    await wall.tile('dev_0').getByText('Typing on Phone 0 and 9 more').waitFor()
    await page.keyboard.type('ab')
    await page.keyboard.press('Enter')
    for (const publicId of taking) {
      const events = await simulator.eventually(publicId, since.get(publicId) ?? 0, (list) =>
        typesOf(list).includes('key'),
      )
      const done = events.filter(({ type }) => type !== 'move')
      expect(
        typesOf(done).filter((type, index, all) => type !== 'text' || all[index - 1] !== 'text'),
      ).toEqual(['down', 'up', 'text', 'key'])
      for (const event of touches(done)) expectAt(event, target, simulator.phones.indexOf(publicId))
    }
    // Even after the tile has dropped the message.
    await wall.tile(refusing).getByRole('button', { name: 'Dismiss' }).click()
    const earlier = bar.getByText(/Earlier, Phone 9: The phone couldn’t/)
    await earlier.waitFor()
    await bar.getByRole('button', { name: 'Dismiss earlier messages' }).press('Enter')
    await earlier.waitFor({ state: 'detached' })
    await bar.getByText('Phone 4, Phone 7').waitFor()
    await page.locator('[data-device]:focus').waitFor()
    for (const publicId of [...offline, refusing])
      expect(touches(await simulator.events(publicId, since.get(publicId)))).toEqual([])
  })

  it('sends waiting input even if the page reloads', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const slow = 'dev_3'
    await simulator.admin('PUT', `/phones/${slow}`, { delay_ms: 4000 })
    await mirrorFrom('dev_0')
    const since = await marks(simulator.phones)
    const target = await wall.target('dev_0', middle)
    await page.mouse.click(target.client.x, target.client.y, { button: 'right' })
    await page.mouse.click(target.client.x, target.client.y)
    await page.keyboard.type('still')
    const typed = (list: PhoneEvent[]) => typesOf(list).includes('text')
    await simulator.eventually('dev_0', since.get('dev_0') ?? 0, typed)
    expect(await simulator.events(slow, since.get(slow))).toEqual([])
    await page.reload()
    await simulator.admin('PUT', `/phones/${slow}`, { delay_ms: 0 })
    const done = await simulator.eventually(slow, since.get(slow) ?? 0, typed)
    expect(typesOf(done)).toEqual(['press', 'down', 'up', 'text'])
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('releases every press when the window loses focus or mirroring ends', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    await mirrorFrom('dev_0')
    const target = await wall.target('dev_0', middle)
    const others = ['dev_1', 'dev_2', 'dev_3', 'dev_11']
    for (const end of [
      () => page.evaluate(() => window.dispatchEvent(new Event('blur'))),
      () =>
        page.evaluate(() =>
          document.querySelector<HTMLElement>('section[aria-label=Mirroring] button')?.click(),
        ),
    ]) {
      const since = await marks(others)
      await page.mouse.move(target.client.x, target.client.y)
      await page.mouse.down()
      for (const id of others)
        await simulator.eventually(id, since.get(id) ?? 0, (list) => typesOf(list).includes('down'))
      await end()
      for (const id of others)
        await simulator.eventually(id, since.get(id) ?? 0, (list) => touches(list).length === 2)
      await page.mouse.up()
    }
    const since = await marks(others)
    const own = await simulator.mark('dev_0')
    await page.mouse.click(target.client.x, target.client.y)
    await simulator.eventually('dev_0', own, (list) => touches(list).length === 2)
    for (const id of others) expect(touches(await simulator.events(id, since.get(id)))).toEqual([])
  })

  it('names the number of phones before a long paste, and previews its beginning', async () => {
    const { wall } = stage()
    const { page } = wall
    await mirrorFrom('dev_1')
    await page.keyboard.press('t')
    await wall.hasKeyboard('dev_1')
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'x'.repeat(3000))
      const options = { clipboardData, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options))
    })
    const dialog = page.getByRole('dialog', { name: 'Paste into Phone 1 and 11 more?' })
    await dialog.getByText('3,000 characters').waitFor()
    await dialog.getByText(/^x{2000} …$/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('names the phones whose input was discarded when mirroring stops', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const slow = 'dev_3'
    await simulator.admin('PUT', `/phones/${slow}`, { delay_ms: 5000 })
    await mirrorFrom('dev_0')
    const since = await marks(simulator.phones)
    const target = await wall.target('dev_0', middle)
    await page.mouse.click(target.client.x, target.client.y, { button: 'right' })
    await page.mouse.click(target.client.x, target.client.y)
    // The click follows the press.
    for (const publicId of simulator.phones.filter((id) => id !== slow))
      await simulator.eventually(publicId, since.get(publicId) ?? 0, (list) => typesOf(list).includes('up'))
    await page.getByRole('button', { name: 'Stop mirroring' }).click()
    const told = page.getByText('Mirrored input discarded on 1 phone: Phone 3.')
    await told.waitFor()
    await simulator.eventually(slow, since.get(slow) ?? 0, (list) => typesOf(list).includes('press'))
    expect(touches(await simulator.events(slow, since.get(slow)))).toEqual([])
  })

  it('names phones that refuse or lag, also for a shortcut on all', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const [slow, refusing] = ['dev_3', 'dev_9']
    await simulator.admin('PUT', `/phones/${slow}`, { delay_ms: 5000 })
    await simulator.admin('PUT', `/phones/${refusing}`, { rejects: true })
    const bar = theBar()
    await mirrorFrom('dev_0')
    await page.keyboard.press('ControlOrMeta+Shift+h')
    await bar.getByText(/Phone 9: “Home” failed\. .*rejected/).waitFor()
    await wall
      .tile(refusing)
      .getByText(/“Home” failed\. .*rejected/)
      .waitFor()
    const waits = bar.getByText(/Phone 3: Waiting: Home/)
    await waits.waitFor()
    await waits.waitFor({ state: 'detached' })
    const target = await wall.target('dev_0', middle)
    await page.mouse.click(target.client.x, target.client.y, { button: 'right' })
    await waits.waitFor()
    await waits.waitFor({ state: 'detached' })
  })

  it('continues in focus view, with the others out of sight', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    await mirrorFrom('dev_0')
    await wall.openLarge('dev_0')
    const since = await marks(['dev_0', 'dev_2'])
    const target = await wall.target('dev_0', middle)
    await page.mouse.click(target.client.x, target.client.y, { button: 'right' })
    for (const [id, mark] of since)
      await simulator.eventually(id, mark, (list) => typesOf(list).includes('press'))
    await wall.backToWall()
    await page.keyboard.press('Escape')
    await theBar().waitFor({ state: 'detached' })
  })

  it('stops by its button and returns the focus to the active tile', async () => {
    const { wall } = stage()
    const { page } = wall
    const bar = theBar()
    await mirrorFrom('dev_3')
    await bar.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await bar.waitFor({ state: 'detached' })
    await page.locator('[data-device="dev_3"]:focus').waitFor()
  })

  it('names the phone and the number of others on a narrow tile', async () => {
    const { wall } = stage()
    const { page } = wall
    await page.getByRole('slider', { name: 'Tile size' }).press('Home')
    await mirrorFrom('dev_0')
    const header = wall.tile('dev_0').locator('header')
    const name = header.getByText('Phone 0', { exact: true })
    const more = header.getByText('+11', { exact: true })
    const isCut = (it: typeof name) =>
      it.evaluate((element) => {
        const end = element.parentElement?.getBoundingClientRect().right ?? 0
        return element.scrollWidth > element.clientWidth || element.getBoundingClientRect().right > end + 0.5
      })
    for (const [steps, width, isNameCut] of [
      [0, 88, true],
      [5, 120, false],
      [3, 180, false],
    ] as const) {
      await wall.tile('dev_0').focus()
      for (let step = 0; step < steps; step += 1) await page.keyboard.press('+')
      await wall.clickInto('dev_0')
      await more.waitFor()
      const box = await header.boundingBox()
      expect(Math.abs((box?.width ?? 0) - width)).toBeLessThan(20)
      // A name may be cut off; the number of followers never is.
      expect([await isCut(more), await isCut(name)]).toEqual([false, isNameCut])
      await header.getByText('Typing on Phone 0 and 11 more', { exact: true }).waitFor()
      await page.keyboard.press('Shift+Escape')
    }
  })
})
