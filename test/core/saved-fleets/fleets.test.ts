import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFleetIndexFile } from '../../../src-main/core/saved-fleets/fleet-index'
import { loadFleets, simulatedId } from '../../../src-main/core/saved-fleets/fleets'
import type { FleetAccess } from '../../../src-main/core/saved-fleets/fleet-address'
import { createMemoryVault } from './memory-vault'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createLog } from '../../../src-main/core/base/log'
import { createOfferedFiles } from '../../../src-main/core/uploads/offered-files'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { faultOfCall } from '../service/fault-of-call'
import { startServer, type TestServer } from '../service/http-server'
import { content, memoryFile, refuse } from '../uploads/upload-service'
import { directRoute } from '../../../src-main/core/service/route'

const apiKey = 'fw_live_id_c4nary'
const otherKey = 'fw_live_other_c4nary2'

describe('the fleets', () => {
  let folder: string
  let service: TestServer
  let vault: ReturnType<typeof createMemoryVault>
  let asked: number
  let clock: FakeClock
  let reported: Fault[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleets-'))
    asked = 0
    clock = createFakeClock()
    vault = createMemoryVault(true)
    reported = []
    service = await startServer((request, response) => {
      const key = request.headers.authorization?.slice('Bearer '.length)
      asked += 1
      if (key === apiKey || key === otherKey) response.end('[]')
      else refuse(response, 401, 'unauthorized')
    })
  })
  afterEach(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })

  const indexPath = () => join(folder, 'data', 'fleets.json')
  const load = (environment: FleetAccess | null = null) =>
    loadFleets({
      route: directRoute,
      index: createFleetIndexFile(indexPath(), (fault) => reported.push(fault)),
      vault,
      simulator: {
        access: () => Promise.resolve({ baseUrl: 'b', wsBaseUrl: 'w', apiKey: 'k' }),
        close: () => undefined,
      },
      environment,
      clock,
      random: () => 0.5,
      log: createLog(() => undefined, 'silent'),
    })
  const lab = (key = apiKey) => ({ name: ' Lab ', baseUrl: service.url, wsBaseUrl: '', apiKey: key })
  const filesText = async () => {
    const names = await readdir(join(folder, 'data'))
    return (await Promise.all(names.map((name) => readFile(join(folder, 'data', name), 'utf8')))).join('')
  }

  it('begin with the simulated one, on a machine that has none', async () => {
    const { state, activeId } = await load()
    expect(activeId).toBe(simulatedId)
    expect(state.fleets.map(({ kind }) => kind)).toEqual(['simulated'])
  })

  it('are remembered with the open one, their keys only in the keychain', async () => {
    const fleets = await load()
    const id = await fleets.add(lab())
    fleets.setActive(id)
    await fleets.add({ ...lab(otherKey), name: '' })
    const again = await load()
    expect(again.activeId).toBe(id)
    expect(again.state.fleets.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'saved Lab',
      `saved ${service.host}`,
      'simulated Simulated fleet',
    ])
    expect(await again.access(id)).toMatchObject({
      baseUrl: `${service.url}/v1`,
      wsBaseUrl: `ws://${service.host}`,
      apiKey,
    })
    expect(await filesText()).not.toContain('c4nary')
    expect(JSON.stringify(again.state)).not.toContain('c4nary')
  })

  it('keep their id with another name and another key, which the service has to know', async () => {
    const fleets = load()
    const id = await fleets.add(lab())
    const change = { id, name: ' Studio ', apiKey: otherKey }
    expect(await faultOfCall(fleets.change({ ...change, apiKey: 'fw_live_wrong_key' }))).toMatchObject({
      kind: 'problem',
    })
    expect(fleets.summaryOf(id)?.name).toBe('Lab')
    expect(await fleets.access(id)).toMatchObject({ apiKey })
    await fleets.change(change)
    const again = load()
    expect(again.summaryOf(id)?.name).toBe('Studio')
    expect(await again.access(id)).toMatchObject({ apiKey: otherKey })
    await again.change({ id, name: 'Lab', apiKey: null })
    expect(await again.access(id)).toMatchObject({ apiKey: otherKey })
  })

  it('take no key of another fleet at the same address', async () => {
    const fleets = load()
    const id = await fleets.add(lab())
    await fleets.add({ ...lab(otherKey), name: 'Other' })
    expect(await faultOfCall(fleets.change({ id, name: 'Lab', apiKey: otherKey }))).toEqual({
      kind: 'fleet-known',
      name: 'Other',
    })
  })

  it('are added once each: the same address with the same key is there already', async () => {
    const fleets = await load()
    await fleets.add(lab())
    const again = {
      ...lab(),
      name: 'Another',
      baseUrl: `${service.url.toUpperCase()}/v1/`,
      wsBaseUrl: 'wss://a.example',
    }
    expect(await faultOfCall(fleets.add(again))).toEqual({ kind: 'fleet-known', name: 'Lab' })
    expect(asked, 'the service is not asked for it').toBe(1)
    await fleets.add(lab(otherKey))
    expect(fleets.state.fleets.map(({ name }) => name)).toEqual(['Lab', 'Lab', 'Simulated fleet'])
  })

  it('are added once, also when both are under way', async () => {
    const fleets = await load()
    const [first, second] = await Promise.allSettled([fleets.add(lab()), fleets.add(lab())])
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
    expect((await load()).state.fleets).toHaveLength(2)
  })

  it('are added with a key that the service knows, though it may not list phones', async () => {
    await service.close()
    service = await startServer((_, response) => {
      response.writeHead(403, { 'content-type': 'application/problem+json' })
      response.end(JSON.stringify({ code: 'forbidden', status: 403, detail: 'Scope read is required.' }))
    })
    const fleets = await load()
    const id = await fleets.add(lab())
    expect((await fleets.access(id)).apiKey).toBe(apiKey)
  })

  it('are added after one that could not be', async () => {
    const fleets = await load()
    const both = [fleets.add(lab('fw_live_id_wrong')), fleets.add(lab())]
    const [first, second] = await Promise.allSettled(both)
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled'])
  })

  it('can be added again once they were forgotten', async () => {
    const fleets = await load()
    await fleets.remove(await fleets.add(lab()))
    await fleets.add(lab())
    expect(fleets.state.fleets).toHaveLength(2)
  })

  it('keep nothing of a key that the service refuses', async () => {
    const fleets = await load()
    expect(await faultOfCall(fleets.add(lab('fw_live_id_wrong')))).toMatchObject({ code: 'unauthorized' })
    expect(fleets.state.fleets).toHaveLength(1)
  })

  it('keep nothing of one whose service does not answer in time', async () => {
    let heard: () => void = () => undefined
    const reached = new Promise<void>((resolve) => (heard = resolve))
    const silent = await startServer(() => heard())
    const fleets = await load()
    const added = faultOfCall(fleets.add({ ...lab(), baseUrl: silent.url }))
    await reached
    clock.advance(20_000)
    expect(await added).toMatchObject({ kind: 'network', reason: 'timeout' })
    expect(fleets.state.fleets).toHaveLength(1)
    await silent.close()
  })

  it('say that the keychain is locked when a key that should be there is not', async () => {
    const id = await (await load()).add(lab())
    const written = await filesText()
    const touched: string[] = []
    vault = {
      ...createMemoryVault(true),
      set: (fleetId) => Promise.resolve(void touched.push(fleetId)),
      remove: (fleetId) => Promise.resolve(void touched.push(fleetId)),
    }
    const fleets = await load()
    expect(await faultOfCall(fleets.access(id))).toEqual({ kind: 'keychain', reason: 'locked' })
    expect(fleets.state.fleets[0]).toMatchObject({ id, kind: 'saved' })
    expect(touched, 'nothing is overwritten').toEqual([])
    expect(await filesText()).toBe(written)
  })

  it('say that the keychain failed when it does', async () => {
    vault.set = () => Promise.reject(new Error('no'))
    expect(await faultOfCall((await load()).add(lab()))).toEqual({ kind: 'keychain', reason: 'failed' })
  })

  it('last for this run only without a keychain', async () => {
    vault = createMemoryVault(false)
    const fleets = await load()
    const id = await fleets.add(lab())
    expect(fleets.state).toMatchObject({ keychain: false, fleets: [{ id, kind: 'this-run' }, {}] })
    expect((await fleets.access(id)).apiKey).toBe(apiKey)
    expect((await load()).state.fleets).toHaveLength(1)
    fleets.setActive(id)
    await fleets.remove(id)
    expect(await filesText(), 'no plain text instead').not.toMatch(/c4nary|Lab/)
  })

  it('open with the environment’s, and store nothing of it', async () => {
    const environment = { baseUrl: 'https://env.example/v1', wsBaseUrl: 'wss://env.example', apiKey }
    const fleets = await load(environment)
    expect(await fleets.access(fleets.activeId)).toMatchObject(environment)
    const id = await fleets.add(lab())
    expect(await filesText()).not.toMatch(/env\.example|c4nary/)
    expect((await load()).activeId).toBe(simulatedId)
    expect((await load()).state.fleets[0]?.id).toBe(id)
  })

  it('forget one with its key', async () => {
    const fleets = await load()
    const id = await fleets.add(lab())
    fleets.setActive(id)
    await fleets.remove(id)
    expect(vault.keys.size).toBe(0)
    expect(fleets.activeId).toBe(simulatedId)
    expect((await load()).state.fleets).toHaveLength(1)
    expect(await faultOfCall(fleets.remove(simulatedId))).toMatchObject({ kind: 'internal' })
  })

  it('stay whole when the keychain does not give a key up', async () => {
    const fleets = await load()
    const id = await fleets.add(lab())
    fleets.setActive(id)
    vault.remove = () => Promise.reject(new Error('locked'))
    expect(await faultOfCall(fleets.remove(id))).toEqual({ kind: 'keychain', reason: 'failed' })
    expect(fleets.activeId).toBe(id)
    expect((await load()).state.fleets[0]).toMatchObject({ id })
  })

  it('keep no key of a fleet that could not be saved', async () => {
    const kept = new Map<string, string>()
    vault.set = (id, key) => Promise.resolve(void kept.set(id, key))
    vault.remove = (id) => Promise.resolve(void kept.delete(id))
    const fleets = await load()
    await writeFile(join(folder, 'data'), 'a file where the folder should be')
    await expect(fleets.add(lab())).rejects.toThrow()
    expect(kept.size).toBe(0)
    expect(fleets.state.fleets).toHaveLength(1)
  })

  it('stand in the order that a person gives them, also after a restart', async () => {
    const fleets = load()
    const first = await fleets.add(lab())
    const second = await fleets.add(lab(otherKey))
    const ids = (of: typeof fleets) => of.state.fleets.map(({ id }) => id)
    fleets.move(second, -1)
    expect(ids(fleets)).toEqual([second, first, simulatedId])
    expect(ids(load())).toEqual([second, first, simulatedId])
    fleets.move(second, 9)
    expect(ids(fleets)).toEqual([first, second, simulatedId])
    expect(() => fleets.move(simulatedId, 1)).toThrow()
  })

  it('open only what there is', async () => {
    const fleets = await load()
    expect(() => fleets.setActive('elsewhere')).toThrow()
    expect(fleets.activeId).toBe(simulatedId)
  })

  it.each(['{"fleets":', '[]', ''])(
    'keep an index aside that cannot be parsed, and say where: %j',
    async (text) => {
      await mkdir(join(folder, 'data'))
      await writeFile(indexPath(), text)
      const fleets = await load()
      expect(fleets.state.fleets).toHaveLength(1)
      expect(reported).toMatchObject([{ kind: 'own-file', reason: 'set-aside' }])
      await fleets.add(lab())
      const [{ path = '' } = {}] = reported as { path?: string }[]
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )

  it.each([
    ['another type', { id: 1 }],
    ['no address', { id: 'b', name: 'B', baseUrl: 'phones', wsBaseUrl: 'phones' }],
    [
      'plain http beyond this machine',
      { id: 'b', name: 'B', baseUrl: 'http://a.example/v1', wsBaseUrl: 'wss://a.example' },
    ],
    [
      'plain ws beyond this machine',
      { id: 'b', name: 'B', baseUrl: 'https://a.example/v1', wsBaseUrl: 'ws://a.example' },
    ],
  ])('leave out an entry with %s, and keep the file aside', async (_, bad) => {
    const id = await (await load()).add(lab())
    const index = JSON.parse(await readFile(indexPath(), 'utf8')) as { fleets: unknown[] }
    await writeFile(indexPath(), JSON.stringify({ ...index, fleets: [bad, ...index.fleets] }))
    expect((await load()).state.fleets.map((fleet) => fleet.id)).toEqual([id, simulatedId])
    expect(reported).toMatchObject([{ kind: 'own-file', reason: 'set-aside' }])
  })

  it('have no name that is turned around, also where somebody has edited the index', async () => {
    const id = await load().add(lab())
    const text = await readFile(indexPath(), 'utf8')
    await writeFile(indexPath(), text.replace('"Lab"', '"\u202Egnp.exe"'))
    expect(load().summaryOf(id)?.name).toBe('gnp.exe')
  })

  it('come back from the backup when the index is empty after a power cut', async () => {
    const fleets = await load()
    const id = await fleets.add(lab())
    fleets.setActive(id)
    await writeFile(indexPath(), '')
    const after = await load()
    expect(after.state.fleets[0]?.id).toBe(id)
    expect((await after.access(id)).apiKey).toBe(apiKey)
  })

  it('add none whose index cannot be written, and keep no key of it', async () => {
    await mkdir(indexPath(), { recursive: true })
    const fleets = await load()
    expect(await faultOfCall(fleets.add(lab()))).toMatchObject({ kind: 'own-file', reason: 'unreadable' })
    expect(fleets.state.fleets).toHaveLength(1)
    expect(vault.keys.size).toBe(0)
  })

  it('send a key to no other address than it was added for', async () => {
    const id = await (await load()).add(lab())
    const text = await readFile(indexPath(), 'utf8')
    for (const [from, to] of [
      [/"baseUrl": "[^"]*"/, '"baseUrl": "https://evil.example/v1"'],
      [/"wsBaseUrl": "[^"]*"/, '"wsBaseUrl": "wss://evil.example"'],
    ] as const) {
      await writeFile(indexPath(), text.replace(from, to))
      expect(await faultOfCall((await load()).access(id))).toEqual({ kind: 'keychain', reason: 'locked' })
    }
  })

  it('are forgotten with their key, or not at all while the keychain does not answer', async () => {
    const fleets = await load()
    const id = await fleets.add(lab())
    vault = { ...vault, ...createMemoryVault(false), keys: vault.keys }
    const locked = await load()
    expect(await faultOfCall(locked.remove(id))).toEqual({ kind: 'keychain', reason: 'failed' })
    expect(locked.state.fleets[0]?.id).toBe(id)
    expect((await load()).state.fleets[0]?.id).toBe(id)
    expect(vault.keys.size).toBe(1)
  })
})

describe('offered files', () => {
  it('are handed over once, by their ids; another is gone', async () => {
    const files = createOfferedFiles()
    const file = memoryFile(content(1))
    files.put('a', file)
    expect(files.take('a')).toBe(file)
    for (const id of ['a', 'b']) {
      expect(await faultOfCall(Promise.resolve().then(() => files.take(id)))).toMatchObject({
        reason: 'gone',
      })
    }
  })
})
