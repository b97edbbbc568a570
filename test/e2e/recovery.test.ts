import { WebSocket } from 'ws'
import { expect, it } from 'vitest'
import { startProxy } from '../faults/proxy'
import { menuEntry } from './harness/menu'
import { inEachShellAtLength, inOneShell } from './harness/shells'
import { startSimulator, type Simulator } from './harness/simulator'
import { useStage } from './harness/use-stage'
import { freshFolder, openWall } from './harness/wall'

const patience = { timeout: 30_000, interval: 50 }

/** The open stream of a phone. Its opening time tells it from earlier ones. */
async function streamOf(simulator: Simulator, publicId: string): Promise<string | undefined> {
  return (await simulator.sockets('stream', publicId))[0]?.since
}

/** Waits for a stream other than the one opened at `before`. */
async function comesBack(simulator: Simulator, publicId: string, before: string | undefined): Promise<void> {
  await expect
    .poll(async () => {
      const now = await streamOf(simulator, publicId)
      return now !== undefined && now !== before
    }, patience)
    .toBe(true)
}

/** Another client of the service on a phone’s control channel. */
function takeOver({ wsBaseUrl, apiKey }: Simulator, publicId: string): Promise<WebSocket> {
  const token = encodeURIComponent(apiKey)
  const socket = new WebSocket(`${wsBaseUrl}/v1/devices/${publicId}/control?token=${token}`, {
    perMessageDeflate: false,
    headers: { 'User-Agent': 'fleetwall-tests/1' },
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

inEachShellAtLength('A lost connection', (shell) => {
  const stage = useStage(shell)

  it.each([
    { what: 'a stream that was cut', order: { do: 'drop' } },
    { what: 'a stream that was closed with 1011', order: { do: 'close', code: 1011 } },
  ])('reconnects automatically: $what', async ({ order }) => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const before = await streamOf(simulator, publicId)
    expect(before).toBeDefined()
    await simulator.admin('POST', '/sockets', { public_id: publicId, channel: 'stream', ...order })
    await comesBack(simulator, publicId, before)
    await wall.showsLive(12)

    const shown = await wall.picture(publicId)
    await simulator.admin('PUT', `/phones/${publicId}`, { animate_fps: 5 })
    await expect.poll(async () => (await wall.picture(publicId)).equals(shown), patience).toBe(false)
    await simulator.admin('PUT', `/phones/${publicId}`, { animate_fps: 0 })
  })

  // The page alone decides the rest.
  if (!shell.provesPage) return

  it('keeps the keyboard on a phone without stream; no key becomes a shortcut', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[7] ?? ''
    const before = await simulator.mark(publicId)
    await wall.clickInto(publicId)
    // The control channel opens now: the fault below would refuse it too.
    await simulator.eventually(publicId, before, (list) => list.at(-1)?.type === 'up')
    const since = await simulator.mark(publicId)
    const place = `[data-device="${publicId}"]`
    // A phone that is not admitted again shows no frame for this long.
    await simulator.admin('PUT', '/limits', { rates: { connects_per_device: { per_second: 0, burst: 0 } } })
    const order = { public_id: publicId, channel: 'stream', do: 'close', code: 1011 }
    await simulator.admin('POST', '/sockets', order)
    await page.locator(`${place}:not([data-state=live])`).waitFor()
    await page.keyboard.type('if')
    await wall.hasKeyboard(publicId)
    const typed = await simulator.eventually(publicId, since, (list) =>
      list.some(({ type, text }) => type === 'text' && String(text).endsWith('f')),
    )
    expect(typed.map(({ text }) => text ?? '').join('')).toBe('if')

    const again = page.locator(place).getByRole('button', { name: 'Retry' })
    await again.click()
    await wall.hasKeyboard(publicId)
    const behind = await simulator.mark(publicId)
    await page.keyboard.type('il')
    await wall.hasKeyboard(publicId)
    const more = await simulator.eventually(publicId, behind, (list) =>
      list.some(({ type, text }) => type === 'text' && String(text).endsWith('l')),
    )
    expect(more.map(({ text }) => text ?? '').join('')).toBe('il')
    await simulator.admin('PUT', '/limits', {
      rates: { connects_per_device: { per_second: 10, burst: 200 } },
    })
    await page.locator(`${place}[data-state=live]`).waitFor({ timeout: 60_000 })
    await page.keyboard.press('Shift+Escape')
    await wall.hasKeyboard(null)
  })

  it('explains why a phone is unreachable, and shows it live once it is not', async () => {
    const { wall, simulator } = stage()
    const publicId = simulator.phones[1] ?? ''
    await simulator.admin('PUT', `/phones/${publicId}`, { reachable: false })
    await wall
      .tile(publicId)
      .getByText(/The phone (is offline|can’t be reached right now)\./)
      .waitFor()
    await simulator.admin('PUT', `/phones/${publicId}`, { reachable: true })
    await wall.showsLive(12)
  })

  it('leaves a phone to the session that took it over until the user takes control', async () => {
    const { wall, simulator } = stage()
    const [publicId = '', , clock = ''] = simulator.phones
    const tile = wall.tile(publicId)
    const target = await wall.target(publicId, { across: 0.5, down: 0.5 })
    const ours = await simulator.mark(publicId)
    await wall.page.mouse.click(target.client.x, target.client.y)
    await simulator.eventually(publicId, ours, (events) => events.at(-1)?.type === 'up')

    const other = await takeOver(simulator, publicId)
    let otherIsOpen = true
    other.once('close', () => (otherIsOpen = false))
    await tile.getByText('Taken over by another client.').waitFor()

    // Everything that would open a channel, then twice the time that another phone needs to reconnect.
    const since = await simulator.mark(publicId)
    for (const round of [1, 2]) {
      await wall.page.mouse.click(target.client.x + round, target.client.y)
      await wall.page.keyboard.press('a')
      const before = await streamOf(simulator, clock)
      await simulator.admin('POST', '/sockets', { public_id: clock, channel: 'stream', do: 'drop' })
      await comesBack(simulator, clock, before)
    }
    expect(otherIsOpen).toBe(true)
    expect(await simulator.sockets('control', publicId)).toHaveLength(1)
    expect(await simulator.events(publicId, since)).toEqual([])

    await tile.getByRole('button', { name: 'Take control' }).click()
    await tile.getByText('Taken over by another client.').waitFor({ state: 'detached' })
    await expect.poll(() => otherIsOpen, patience).toBe(false)
    await wall.page.mouse.click(target.client.x, target.client.y)
    const events = await simulator.eventually(publicId, since, (list) => list.at(-1)?.type === 'up')
    expect(events.map(({ type }) => type)).toEqual(['down', 'up'])
  })

  it('keeps the recovery button visible on a small tile with other notices', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[6] ?? ''
    const tile = wall.tile(publicId)
    const since = await simulator.mark(publicId)
    await wall.clickInto(publicId)
    await simulator.eventually(publicId, since, (events) => events.at(-1)?.type === 'up')
    await takeOver(simulator, publicId)
    const button = tile.getByRole('button', { name: 'Take control' })
    await button.waitFor()
    const size = page.getByRole('slider', { name: 'Tile size' })
    await size.press('Home')
    for (let step = 0; step < 40; step += 1) await size.press('ArrowRight')
    await simulator.admin('PUT', `/phones/${publicId}`, { rejects: true })
    const asked = ['Lock', 'Home', 'Airplane mode on', 'Airplane mode off', 'Recalibrate pointer']
    for (const item of asked) {
      await tile.locator('header').click({ button: 'right' })
      await (await menuEntry(page, item)).click()
      await tile.getByText(`“${item}” failed.`).waitFor()
    }
    const [frame, seen] = [await tile.boundingBox(), await button.boundingBox()]
    expect(frame && seen && seen.x >= frame.x && seen.x + seen.width <= frame.x + frame.width).toBe(true)
    await simulator.admin('PUT', `/phones/${publicId}`, { rejects: false })
    await button.click()
    await button.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Fit' }).click()
  })

  it('reports an exhausted action budget once on a tile', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const publicId = simulator.phones[2] ?? ''
    await wall.clickInto(publicId)
    await simulator.admin('PUT', '/limits', { budgets: { actions: 1 } })
    const usedUp = wall.tile(publicId).getByText(/^Today’s actions are used up/)
    await expect
      .poll(async () => {
        await page.keyboard.press('Enter')
        return usedUp.count()
      }, patience)
      .toBeGreaterThan(0)
    await page.keyboard.type('more')
    expect(await usedUp.count()).toBe(1)
    // An action is refused with the same sentence.
    const other = simulator.phones[3] ?? ''
    const place = await wall.target(other, { across: 0.5, down: 0.5 })
    await page.mouse.click(place.client.x, place.client.y, { button: 'right' })
    await wall
      .tile(other)
      .getByText(/^Today’s actions are used up/)
      .waitFor()
    expect(await page.getByText(/^Daily budget used up/).count()).toBe(0)
  })

  it('stops every phone when the key is revoked, and asks for another', async () => {
    const { wall, simulator } = stage()
    const [publicId = ''] = simulator.phones
    const keyId = simulator.apiKey.split('_').slice(2, -1).join('_')
    await simulator.admin('PUT', `/keys/${keyId}`, { state: 'revoked' })
    await wall.page.locator('[data-device][data-state=parked]').nth(11).waitFor()
    await wall.tile(publicId).getByText('The key has expired or was revoked.').waitFor()
    await wall.tile(publicId).getByRole('button', { name: 'Enter another key' }).click()
    await wall.page.getByRole('dialog', { name: 'Add fleet' }).waitFor()
    expect(await simulator.sockets('stream')).toEqual([])
  })
})

inOneShell('A control channel that does not open', (shell) => {
  it('is reported while input waits; Cancel discards it, and later input fails', async () => {
    const simulator = await startSimulator({ devices: 2 })
    const proxy = await startProxy(new URL(simulator.baseUrl).host)
    const folder = await freshFolder()
    const { FLEETWALL_API_KEY = '' } = simulator.environment
    const environment = {
      FLEETWALL_API_KEY,
      FLEETWALL_BASE_URL: `http://${proxy.host}`,
      FLEETWALL_WS_BASE_URL: `ws://${proxy.host}`,
    }
    const wall = await openWall(shell, { userDataDir: folder.path, environment })
    await wall.showsLive(2)
    const [publicId = ''] = simulator.phones
    const told = wall.tile(publicId).getByRole('status')
    const waits = told.getByText('Connecting control. Your input waits.')
    const since = await simulator.mark(publicId)

    proxy.set({ kind: 'no-answer' })
    await wall.clickInto(publicId)
    await waits.waitFor()
    await wall.tile(publicId).getByRole('button', { name: 'Cancel' }).click()
    await told.getByText('Waiting input discarded.').waitFor()
    await waits.waitFor({ state: 'detached' })
    await wall.page.keyboard.type('a')
    await wall.page.keyboard.press('Control+b')
    await told.getByText(/^“Press Ctrl\+B” failed\. Not sent/).waitFor()
    proxy.set({ kind: 'none' })
    await expect
      .poll(async () => {
        await wall.page.keyboard.press('Enter')
        return simulator.events(publicId, since)
      }, patience)
      .not.toEqual([])
    const events = await simulator.events(publicId, since)
    expect([...new Set(events.map(({ type }) => type))]).toEqual(['key'])

    await wall.close()
    await proxy.close()
    await simulator.close()
    await folder.remove()
  })
})
