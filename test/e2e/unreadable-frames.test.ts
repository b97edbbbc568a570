import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { startHostileServer, type HostileServer } from '../faults/hostile-server'
import { fixture } from '../renderer/jpeg/fixtures'
import { inOneShell } from './harness/shells'
import { freshFolder, openWall, type Wall } from './harness/wall'

const picture = fixture('420-96x64')
/** A frame with a whole header and half of its data. */
const damaged = Buffer.concat([picture.subarray(0, picture.length / 2), picture.subarray(-2)])
const sentence = 'The last frame was damaged.'

inOneShell('A phone with damaged frames', (shell) => {
  let server: HostileServer
  let folder: Awaited<ReturnType<typeof freshFolder>>
  let wall: Wall
  let streams: WebSocket[] = []
  /** The newest frame, with which a stream begins. */
  let newest: Uint8Array
  const send = (message: Uint8Array) => {
    newest = message
    for (const socket of streams) socket.send(message)
  }

  beforeAll(async () => {
    streams = []
    newest = picture
    const stream = (socket: WebSocket) => {
      streams.push(socket)
      socket.send(newest)
    }
    server = await startHostileServer({ phones: 2, stream })
    folder = await freshFolder()
    const environment = {
      FLEETWALL_BASE_URL: `http://${server.host}/v1`,
      FLEETWALL_WS_BASE_URL: `ws://${server.host}`,
      FLEETWALL_API_KEY: 'key',
    }
    wall = await openWall(shell, { userDataDir: folder.path, environment })
    await wall.showsLive(2)
  })
  afterAll(async () => {
    await wall.close()
    await server.close()
    await folder.remove()
  })

  it.each([
    { what: 'is no picture', message: Buffer.from('<html>') },
    { what: 'is damaged after its header', message: damaged },
  ])('reports it over the last frame until a good one: each frame $what', async ({ message }) => {
    const { page } = wall
    const said = (publicId: string) => page.locator(`[data-device="${publicId}"]`).getByText(sentence)
    send(message)
    await said('dev_1').waitFor()
    await said('dev_2').waitFor()
    expect(await wall.screen('dev_1').getAttribute('data-frame')).toBe('96x64')
    await wall.openLarge('dev_1')
    await said('dev_1').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('navigation', { name: 'Filmstrip' }).getByText('Damaged').waitFor()
    await page.keyboard.press('s')
    await wall.backToWall()
    await said('dev_2').waitFor()
    send(picture)
    await expect.poll(() => page.getByText(sentence).count()).toBe(0)
  })
})
