import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchElectron, type RunningElectron } from './harness/electron-shell'
import { noKeyring } from './harness/keyring'
import { inEachShell, inShell } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { freshFolder, openWall, wallOf, type Wall } from './harness/wall'

inEachShell('After a restart', (shell) => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 4 })
    folder = await freshFolder()
  })
  afterAll(async () => {
    await simulator.close()
    await folder.remove()
  })

  const start = () => openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
  const search = ({ page }: Wall) => page.getByRole('textbox', { name: 'Search phones' })
  const selected = async ({ page }: Wall) => {
    const tiles = await page.locator('[aria-selected=true] > [data-device]').all()
    return Promise.all(tiles.map((tile) => tile.getAttribute('data-device')))
  }

  it('restores the selection, the search and the phone in focus view', async () => {
    const [first = '', second = '', third = ''] = simulator.phones
    const before = await start()
    await before.showsLive(4)
    for (const publicId of [first, third])
      await before
        .tile(publicId)
        .locator('header')
        .click({ modifiers: ['ControlOrMeta'] })
    await before.openLarge(second)
    await before.close()

    const between = await start()
    await between.showsLarge(second)
    await between.backToWall()
    expect(await selected(between)).toEqual([first, third])
    await search(between).fill(first)
    await between.showsLive(1)
    await between.close()

    const after = await start()
    await after.showsLive(1)
    expect(await search(after).inputValue()).toBe(first)
    await search(after).press('Escape')
    await expect.poll(() => selected(after)).toEqual([first, third])
    await after.close()
  })
})

inEachShell('A job that was launched before a restart', (shell) => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 2 })
    folder = await freshFolder()
  })
  afterAll(async () => {
    await simulator.close()
    await folder.remove()
  })

  it('is read by its id, and shown as gone when the service no longer has it', async () => {
    const [publicId = ''] = simulator.phones
    await simulator.admin('PUT', '/limits', { automations: { dispatch_ms: 100, run_ms: 600_000 } })
    const open = async () => {
      const wall = await openWall(shell, { userDataDir: folder.path, environment: simulator.environment })
      await wall.tile(publicId).waitFor()
      return wall
    }
    const inspector = ({ page }: Wall) => page.getByRole('complementary', { name: 'Inspector' })
    const before = await open()
    await before.showsLive(2)
    await before.tile(publicId).focus()
    await before.page.keyboard.press('Space')
    await before.page.keyboard.press('i')
    await inspector(before).getByRole('button', { name: 'Launch automation…' }).click()
    const form = before.page.getByRole('dialog')
    await form.getByRole('button', { name: 'Launch', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await before.close()

    await simulator.admin('POST', '/faults', { on: 'getAutomation', code: 'job_not_found', times: 1 })
    const after = await open()
    const row = inspector(after).locator('[data-job=gone]')
    await row.getByText('The service no longer has this job.').waitFor({ timeout: 20_000 })
    expect(await after.tile(publicId).getAttribute('data-state')).toBe('automation')
    await after.close()
  })
})

inShell('electron', 'After a restart', () => {
  let simulator: Simulator
  let folder: Awaited<ReturnType<typeof freshFolder>>

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 2 })
    folder = await freshFolder()
  })
  afterAll(async () => {
    await simulator.close()
    await folder.remove()
  })

  const start = () => {
    const found = inject('shells').electron
    if (!found) throw new Error('Electron cannot be had')
    const environment = { ...noKeyring, ...simulator.environment }
    return launchElectron(found, { userDataDir: folder.path, environment, asItComes: true })
  }
  const bounds = ({ electron }: RunningElectron) =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find(({ webContents }) => !webContents.getURL().includes('phone='))
        ?.getBounds(),
    )
  const allBounds = ({ electron }: RunningElectron) =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .filter((window) => window.isVisible())
        .map((window) => window.getBounds()),
    )
  const onTop = ({ electron }: RunningElectron) =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .filter((window) => window.isAlwaysOnTop())
        .map((window) => window.getBounds()),
    )
  /** Opens a phone in its own window. */
  const openOwn = async ({ page }: RunningElectron, publicId: string) => {
    const coming = page.context().waitForEvent('page')
    await page.locator(`[data-device="${publicId}"]`).focus()
    await page.keyboard.press('o')
    const opened = await coming
    await opened.locator(`section[data-device="${publicId}"]`).waitFor()
    return opened
  }
  const kept = async () => JSON.parse(await readFile(join(folder.path, 'windows.json'), 'utf8')) as unknown

  it('restores the window, and moves it onto a display if it is off every one', async () => {
    const place = { x: 60, y: 50, width: 1000, height: 700 }
    const first = await start()
    await first.electron.evaluate(
      ({ BrowserWindow }, box) => BrowserWindow.getAllWindows()[0]?.setBounds(box),
      place,
    )
    await expect.poll(() => bounds(first)).toEqual(place)
    await first.close()
    const { places } = (await kept()) as { places: object[] }
    expect(places).toEqual([expect.objectContaining({ window: 'wall', ...place, spread: 'none' })])

    const second = await start()
    expect(await bounds(second)).toEqual(place)
    const own = { x: 90, y: 80, width: 420, height: 640 }
    const [moved = '', closed = ''] = simulator.phones
    const pin = await openOwn(second, moved)
    await pin.getByRole('button', { name: 'Keep window on top' }).click()
    await second.electron.evaluate(
      ({ BrowserWindow }, box) =>
        BrowserWindow.getAllWindows()
          .find(({ webContents }) => webContents.getURL().includes('phone='))
          ?.setBounds(box),
      own,
    )
    await expect.poll(() => allBounds(second)).toContainEqual(own)
    await expect.poll(() => onTop(second)).toEqual([own])
    await (await openOwn(second, closed)).close()
    await expect.poll(async () => (await allBounds(second)).length).toBe(2)
    await second.close()

    const left = (await kept()) as { places: { window: string }[] }
    const away = left.places.map((one) => (one.window === 'wall' ? { ...one, x: 9000 } : one))
    await writeFile(join(folder.path, 'windows.json'), JSON.stringify({ ...left, places: away }))
    const third = await start()
    // The phone’s window is back in its place, on top of others; a window that the user closed is not.
    await expect.poll(() => allBounds(third), { timeout: 20_000 }).toContainEqual(own)
    expect(await allBounds(third)).toHaveLength(2)
    expect(await onTop(third)).toEqual([own])
    const again = third.page
      .context()
      .pages()
      .find((page) => page.url().includes(moved))
    await again?.getByRole('button', { name: 'Keep window on top', pressed: true }).waitFor()
    const { x = 9000, width = 0 } = (await bounds(third)) ?? {}
    const display = await third.electron.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea)
    expect(x + width).toBeLessThanOrEqual(display.x + display.width)
    expect(width).toBe(1000)
    await third.close()
  })

  it('opens the window of a further fleet again', async () => {
    const before = await start()
    await before.page.locator('[data-frame]').first().waitFor()
    const coming = before.page.context().waitForEvent('page')
    await wallOf(before).run('Open fleet Simulated fleet in its own window')
    await (await coming).locator('[data-device]').first().waitFor()
    await before.close()

    const after = await start()
    const further = () =>
      after.page
        .context()
        .pages()
        .find((page) => page.url().includes('fleet=simulated'))
    await expect.poll(further, { timeout: 20_000 }).toBeDefined()
    await further()?.locator('[data-device]').first().waitFor()
    await further()?.close()
    await expect.poll(further).toBeUndefined()
    await after.close()
    expect(await kept()).toMatchObject({ walls: [] })
  })
})
