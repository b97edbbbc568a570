import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { expectAccessible } from './harness/accessible'
import type { RunningElectron } from './harness/electron-shell'
import { menuEntry } from './harness/menu'
import { inEachShellAtLength, inShell } from './harness/shells'
import type { PhoneEvent } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { wallOf, type Wall } from './harness/wall'

const typesOf = (events: PhoneEvent[]) => events.map(({ type }) => type)
const ups = (count: number) => (events: PhoneEvent[]) =>
  events.filter(({ type }) => type === 'up').length === count
const middle = { across: 0.5, down: 0.5 }

inEachShellAtLength('A phone in its own window', (shell) => {
  const stage = useStage(shell, { devices: 3 })
  const opened: Wall[] = []
  afterEach(async () => {
    for (const own of opened.splice(0)) if (!own.page.isClosed()) await own.page.close()
    await stage().wall.backToWall()
  })

  /** Opens a phone in its own window with the keyboard, and waits for its frame. */
  const openOwn = async (publicId: string): Promise<Wall> => {
    const { wall } = stage()
    const coming = wall.page.context().waitForEvent('page')
    await wall.tile(publicId).focus()
    await wall.page.keyboard.press('o')
    const page: Page = await coming
    const own = wallOf({ ...wall, page, devtools: await page.context().newCDPSession(page) })
    opened.push(own)
    await own.showsLarge(publicId)
    return own
  }
  const tap = async ({ page, target }: Wall, publicId: string) => {
    const { client, pixel } = await target(publicId, middle)
    await page.mouse.click(client.x, client.y)
    return pixel
  }

  it('is locked against touch with the phone, from the start and while it is open', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    await wall.tile(publicId).focus()
    await wall.run('View only')
    const own = await openOwn(publicId)
    const lock = own.page.getByRole('img', { name: 'View only' })
    await lock.waitFor()
    const since = await simulator.mark(publicId)
    await tap(own, publicId)
    await wall.tile(publicId).focus()
    await wall.run('View only')
    await lock.waitFor({ state: 'detached' })
    await tap(own, publicId)
    expect(typesOf(await simulator.eventually(publicId, since, ups(1)))).toEqual(['down', 'up'])
    await wall.tile(publicId).focus()
    await wall.run('View only')
    await lock.waitFor()
    await wall.run('View only')
  })

  it('shares one control channel with the wall', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const own = await openOwn(publicId)
    const since = await simulator.mark(publicId)
    const here = await tap(own, publicId)
    await simulator.eventually(publicId, since, ups(1))
    const there = await tap(wall, publicId)
    await simulator.eventually(publicId, since, ups(2))
    await tap(own, publicId)
    const events = await simulator.eventually(publicId, since, ups(3))
    expect(typesOf(events)).toEqual(['down', 'up', 'down', 'up', 'down', 'up'])
    for (const [at, pixel] of [here, there, here].entries()) {
      const down = events[2 * at]
      expect(Math.abs(Number(down?.['x']) - pixel.x)).toBeLessThanOrEqual(1)
      expect(Math.abs(Number(down?.['y']) - pixel.y)).toBeLessThanOrEqual(1)
    }
    expect(await simulator.sockets('control', publicId)).toHaveLength(1)
    expect(await simulator.sockets('stream', publicId)).toHaveLength(1)
    for (const { page } of [own, wall]) expect(await page.getByText('Take control').count()).toBe(0)
  })

  it('releases the press when its window closes', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[1] ?? ''
    const own = await openOwn(publicId)
    const since = await simulator.mark(publicId)
    const { client } = await own.target(publicId, middle)
    await own.page.mouse.move(client.x, client.y)
    await own.page.mouse.down()
    await simulator.eventually(publicId, since, (events) => events.length > 0)
    await own.page.close()
    const events = await simulator.eventually(publicId, since, ups(1))
    expect(typesOf(events)).toEqual(['down', 'up'])
    await tap(wall, publicId)
    await simulator.eventually(publicId, since, ups(2))
  })

  it('syncs the clipboards as the wall does, also after a reload', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const own = await openOwn(publicId)
    const sync = ({ page }: Wall) => menuEntry(page, 'Sync clipboards', 'menuitemcheckbox')
    const choice = async (one: Wall) => (await sync(one)).getAttribute('aria-checked')
    await wall.tile(publicId).locator('header').click({ button: 'right' })
    await (await sync(wall)).click()
    await own.page.getByRole('button', { name: 'Actions' }).click()
    await expect.poll(() => choice(own)).toBe('true')
    await wall.page.reload()
    await wall.page.getByRole('button', { name: 'Clipboard sync is on' }).click()
    await expect.poll(() => choice(own)).toBe('false')
    await own.page.keyboard.press('Escape')
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('has one finger: a press in one window ends the other’s', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[1] ?? ''
    const own = await openOwn(publicId)
    const since = await simulator.mark(publicId)
    const [here, there] = [await own.target(publicId, middle), await wall.target(publicId, middle)]
    await own.page.mouse.move(here.client.x, here.client.y)
    await own.page.mouse.down()
    await simulator.eventually(publicId, since, (events) => events.length > 0)
    await wall.page.mouse.move(there.client.x, there.client.y)
    await wall.page.mouse.down()
    await own.page.mouse.move(here.client.x, here.client.y + 9)
    await own.page.mouse.up()
    await wall.page.mouse.up()
    const events = await simulator.eventually(publicId, since, ups(2))
    expect(typesOf(events).filter((type) => type !== 'move')).toEqual(['down', 'up', 'down', 'up'])
  })

  it('takes the keyboard, and shows input from the other window', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[2] ?? ''
    const own = await openOwn(publicId)
    await tap(own, publicId)
    await own.hasKeyboard(publicId)
    expect(await wall.page.locator('[data-keyboard]').count()).toBe(0)
    await own.page.keyboard.press('Shift+Escape')
    await own.hasKeyboard(null)
    const before = await own.stillPicture(publicId)
    await wall.tile(publicId).locator('header').click({ button: 'right' })
    await wall.page.getByRole('menuitem', { name: 'App switcher' }).click()
    await simulator.eventually(publicId, 0, (events) => events.some(({ name }) => name === 'app_switcher'))
    await expect.poll(async () => (await own.picture(publicId)).equals(before)).toBe(false)
    const switching = await own.stillPicture(publicId)
    await own.page.keyboard.press('ControlOrMeta+Shift+H')
    await simulator.eventually(publicId, 0, (events) => events.some(({ name }) => name === 'home'))
    await expect.poll(async () => (await own.picture(publicId)).equals(switching)).toBe(false)
    await own.page.keyboard.press('t')
    await own.hasKeyboard(publicId)
    await expectAccessible(own, 'own window with the keyboard')
  })

  it('does not mirror its input', async () => {
    const { wall, simulator } = stage()
    const [first = '', second = ''] = simulator.phones
    const own = await openOwn(first)
    for (const publicId of [first, second])
      await wall
        .tile(publicId)
        .locator('header')
        .click({ modifiers: ['ControlOrMeta'] })
    const [since, sinceSecond] = [await simulator.mark(first), await simulator.mark(second)]
    await wall.page.keyboard.press('m')
    await wall.page.getByText('Your input goes to all 2 selected phones').waitFor()
    await tap(own, first)
    await own.page.keyboard.press('Shift+Escape')
    await own.page.keyboard.press('ControlOrMeta+Shift+H')
    await simulator.eventually(first, since, (events) => events.some(({ type }) => type === 'press'))
    await tap(wall, first)
    const mirrored = await simulator.eventually(second, sinceSecond, ups(1))
    expect(typesOf(mirrored)).toEqual(['down', 'up'])
    await wall.page.keyboard.press('Shift+Escape')
    await wall.page.getByRole('button', { name: 'Stop mirroring' }).click()
  })

  it('shows its own shortcuts, and shares its settings with the wall', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const own = await openOwn(publicId)
    await own.page.keyboard.press('?')
    const sheet = own.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const command = (title: string) => sheet.getByRole('listitem').filter({ hasText: title })
    await command('Type on phone').getByText('T', { exact: true }).waitFor()
    await command('Release keyboard').waitFor()
    await sheet.getByText('Change shortcuts in the main window.').waitFor()
    for (const elsewhere of ['Select all phones', 'First or last tile', 'Open in new window'])
      expect(await command(elsewhere).count(), elsewhere).toBe(0)
    await expectAccessible(own, 'shortcuts in an own window')
    await own.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    await own.page.keyboard.press('ControlOrMeta+,')
    const settings = own.page.getByRole('dialog', { name: 'Settings' })
    await expectAccessible(own, 'settings in an own window')
    await settings.getByRole('combobox', { name: 'Right button' }).selectOption('Lock')
    await own.page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })
    await wall.page.keyboard.press('ControlOrMeta+,')
    const onWall = wall.page.getByRole('dialog').getByRole('combobox', { name: 'Right button' })
    await expect.poll(() => onWall.inputValue()).toBe('lock')
    await onWall.selectOption('Home')
    await wall.page.keyboard.press('Escape')
    await onWall.waitFor({ state: 'detached' })
  })

  it('says that the phone is not in the fleet', async () => {
    const { simulator } = stage()
    const [publicId = ''] = simulator.phones
    const own = await openOwn(publicId)
    await own.page.goto(new URL('./?phone=dev_none', own.page.url()).href)
    await own.page.getByText('This phone isn’t in the open fleet.').waitFor()
  })
})

inShell('electron', 'The window of a phone', (shell) => {
  const stage = useStage(shell, { devices: 2 })

  it('opens once, stays on top, keeps its place, is tiled and closes with the wall', async () => {
    const { wall, simulator } = stage()
    const { electron } = wall as Wall & RunningElectron
    const [publicId = ''] = simulator.phones
    const own = () =>
      wall.page
        .context()
        .pages()
        .find((page) => page.url().includes(publicId))
    const openOwn = async () => {
      await wall.tile(publicId).focus()
      await wall.page.keyboard.press('o')
      await expect.poll(own).toBeDefined()
      await own()?.locator('[data-frame]').waitFor()
    }
    const windows = () =>
      electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => ({
          isOnTop: window.isAlwaysOnTop(),
          bounds: window.getBounds(),
          title: window.getTitle(),
        })),
      )
    await openOwn()
    await wall.page.keyboard.press('o')
    await own()?.getByRole('button', { name: 'Keep window on top' }).click()
    await expect
      .poll(async () => (await windows()).map(({ isOnTop }) => isOnTop).toSorted())
      .toEqual([false, true])
    const place = { x: 70, y: 40, width: 400, height: 600 }
    await electron.evaluate(({ BrowserWindow }, box) => {
      BrowserWindow.getAllWindows()
        .find((window) => window.isAlwaysOnTop())
        ?.setBounds(box)
    }, place)
    await expect.poll(async () => (await windows()).map(({ bounds }) => bounds)).toContainEqual(place)
    await own()?.close()
    await expect.poll(own).toBeUndefined()
    await openOwn()
    expect((await windows()).map(({ bounds }) => bounds)).toContainEqual(place)

    await wall.run('Move window to next display')
    await wall.page.getByText('There is one display.').waitFor()
    await wall.run('Tile phone windows')
    const { workArea } = await electron.evaluate(({ screen }) => screen.getPrimaryDisplay())
    // Displays without a window manager round sizes.
    const fills = ({ width, height }: { width: number; height: number }) =>
      workArea.width - width <= 1 && workArea.height - height <= 1
    await expect.poll(async () => (await windows()).some(({ bounds }) => fills(bounds))).toBe(true)
    await wall.page.bringToFront()
    await wall.run('Keep window on top')
    await expect.poll(async () => (await windows()).every(({ isOnTop }) => isOnTop)).toBe(true)
    const isFull = () =>
      electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some((window) => window.isFullScreen()),
      )
    await wall.page.keyboard.press('F11')
    await expect.poll(isFull).toBe(true)
    await wall.run('Full screen')
    await expect.poll(isFull).toBe(false)
    const ended = new Promise<void>((resolve) => electron.process().once('exit', () => resolve()))
    await wall.page.close()
    await ended
  })
})
