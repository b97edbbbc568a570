import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { dropFiles } from '../e2e/harness/drop'
import { startKeyring, type Keyring } from '../e2e/harness/keyring'
import { inEachShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder, openWall, type Wall } from '../e2e/harness/wall'
import { openAddFleet, submitFleet } from './add-fleet'
import { recordBridge } from './record-bridge'

/** Returns a snapshot of the page's heap, after a garbage collection. */
async function heapOf({ devtools }: Wall): Promise<string> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', take)
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.off('HeapProfiler.addHeapSnapshotChunk', take)
  return chunks.join('')
}

/** Returns the files under a folder that contain a text in UTF-8, UTF-16 or base64. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le'), Buffer.from(btoa(text))]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name)).catch(
      (error: NodeJS.ErrnoException) => {
        // The program goes on, and removes files.
        if (error.code === 'ENOENT') return Buffer.alloc(0)
        throw error
      },
    )
    if (needles.some((needle) => content.includes(needle))) found.push(entry.name)
  }
  return found
}

describe.skipIf(!inject('keychain'))('A fleet whose key is in the keychain', () => {
  inEachShell('The key', (shell) => {
    let keyring: Keyring
    let simulator: Simulator
    let folder: Awaited<ReturnType<typeof freshFolder>>
    let wall: Wall
    let output = ''

    const open = () =>
      openWall(shell, {
        userDataDir: folder.path,
        environment: { ...keyring.environment, FLEETWALL_LOG: 'trace' },
      })
    const close = async () => {
      await wall.close()
      output += wall.output()
    }

    beforeAll(async () => {
      keyring = await startKeyring()
      simulator = await startSimulator({ devices: 3 })
      folder = await freshFolder()
      wall = await open()
    })
    afterAll(async () => {
      await close()
      await simulator.close()
      await keyring.close()
      await folder.remove()
    })

    it('is entered once, and the fleet opens', async () => {
      const dialog = await openAddFleet(wall)
      await dialog.getByText('then saves it in your keychain').waitFor()
      await submitFleet(wall, {
        name: 'Remembered studio',
        baseUrl: simulator.baseUrl,
        apiKey: simulator.apiKey,
      })
      await dialog.waitFor({ state: 'detached' })
      await wall.showsLive(3)
    })

    it('is not in the page’s heap after the fleet was added and used', async () => {
      const [publicId = ''] = simulator.phones
      const { client } = await wall.target(publicId, { across: 0.5, down: 0.5 })
      await wall.page.mouse.click(client.x, client.y)
      await simulator.eventually(publicId, 0, (events) => events.some(({ type }) => type === 'up'))
      const pictures = await freshFolder()
      const path = join(pictures.path, 'a picture.png')
      await writeFile(path, randomBytes(1000))
      await dropFiles(wall, wall.screen(publicId), [path])
      await wall.page.locator('[data-transfer=done]').waitFor()
      await pictures.remove()

      const heap = await heapOf(wall)
      expect(heap.includes('Remembered studio'), 'the heap is the page’s').toBe(true)
      expect(heap.includes(simulator.apiKey), 'the whole key').toBe(false)
      expect(heap.includes(simulator.apiKey.split('_').at(-1) ?? ''), 'its secret').toBe(false)
      expect(heap.includes('upl_'), 'an upload ticket').toBe(false)
    })

    it('comes back from the keychain after a restart', async () => {
      await close()
      wall = await open()
      await wall.showsLive(3)
      await wall.page.getByRole('button', { name: 'Fleet: Remembered studio' }).waitFor()
      expect((await simulator.sockets('stream')).map((socket) => socket.public_id).toSorted()).toEqual(
        simulator.phones.toSorted(),
      )
    })

    it('is in no message from the core to the page', async () => {
      const messages = await recordBridge(wall, shell.name)
      await wall.page.reload()
      await wall.showsLive(3)
      await wall.page.getByRole('button', { name: /^Fleet: / }).click()
      await wall.page.getByRole('menuitemradio', { name: 'Simulated fleet' }).click()
      await wall.showsLive(12)
      const dialog = await openAddFleet(wall)
      // A different host name, because the same address and key would be the existing fleet.
      const baseUrl = simulator.baseUrl.replace('127.0.0.1', 'localhost')
      await submitFleet(wall, { name: 'Again', baseUrl, apiKey: simulator.apiKey })
      await dialog.waitFor({ state: 'detached' })
      await wall.showsLive(3)

      expect(
        messages.down.some((text) => text.includes('Remembered studio')),
        'the bridge is recorded',
      ).toBe(true)
      expect(messages.down.filter((text) => text.includes(simulator.apiKey))).toEqual([])
      const carriers = messages.up.filter((text) => text.includes(simulator.apiKey))
      expect(carriers.map((text) => (JSON.parse(text) as { command: string }).command)).toEqual([
        'fleets.add',
      ])
    })

    it('is in no file of the user-data folder and in no log line', async () => {
      expect(await filesWith(folder.path, simulator.apiKey)).toEqual([])
      expect(await filesWith(folder.path, simulator.apiKey.split('_').at(-1) ?? '')).toEqual([])
      expect(await filesWith(folder.path, 'activeId'), 'the files are the app’s').toContain('fleets.json')
      expect(output + wall.output()).not.toContain(simulator.apiKey.split('_').at(-1))
    })

    it('is removed with its fleet', async () => {
      expect(await keyring.keys()).toEqual([simulator.apiKey, simulator.apiKey])
      for (const name of ['Again', 'Remembered studio']) {
        await wall.page.getByRole('button', { name: /^Fleet: / }).click()
        await wall.page.getByRole('menuitem', { name: `Remove ${name}…` }).click()
        await wall.page.getByRole('button', { name: 'Remove fleet', exact: true }).click()
        await wall.page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await wall.showsLive(12)
      await expect.poll(() => keyring.keys(), { timeout: 20_000, interval: 200 }).toEqual([])
      await close()
      wall = await open()
      await wall.showsLive(12)
      await wall.page.getByRole('button', { name: 'Fleet: Simulated fleet' }).waitFor()
    })
  })
})

inEachShell('The key of a fleet from the environment', (shell) => {
  it('is in no heap of the page, file or log line', async () => {
    const simulator = await startSimulator({ devices: 3 })
    const folder = await freshFolder()
    const environment = { ...simulator.environment, FLEETWALL_LOG: 'trace' }
    const wall = await openWall(shell, { userDataDir: folder.path, environment })
    await wall.showsLive(3)
    const secret = simulator.apiKey.split('_').at(-1) ?? ''
    const heap = await heapOf(wall)
    expect(heap.includes(simulator.phones[0] ?? ''), 'the heap is the page’s').toBe(true)
    expect(heap.includes(secret)).toBe(false)
    await wall.close()
    expect(await filesWith(folder.path, secret)).toEqual([])
    expect(await filesWith(folder.path, new URL(simulator.baseUrl).host), 'the fleet is not stored').toEqual(
      [],
    )
    expect(wall.output()).not.toContain(secret)
    await simulator.close()
    await folder.remove()
  })
})
