import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultOf } from '../../../src-simulator/automations/results'
import { Problem } from '../../../src-simulator/http/problem'
import { Random } from '../../../src-simulator/random'
import { Files } from '../../../src-simulator/screens/apps/files'
import { PhotoLibrary } from '../../../src-simulator/screens/photo-library'
import type { System } from '../../../src-simulator/screens/system'
import { FileStore } from '../../../src-simulator/uploads/file-store'
import { TicketOffice } from '../../../src-simulator/uploads/tickets'
import { Clock } from '../../../src-simulator/world/clock'
import { EventLog } from '../../../src-simulator/world/event-log'
import { KeyRing } from '../../../src-simulator/world/keys'
import { standStill } from './still-phone'

describe('admin: events', () => {
  it('keeps at least the newest 20,000, but not all', () => {
    const log = new EventLog({ iso: () => '' })
    for (let count = 0; count < 50_000; count++) log.add('key')
    const { next, events } = log.since(0)
    expect(next).toBe(50_000)
    expect(events.length).toBeGreaterThanOrEqual(20_000)
    expect(events.length).toBeLessThanOrEqual(22_000)
    expect(events.at(-1)?.seq).toBe(50_000)
    expect(log.since(49_998).events.map(({ seq }) => seq)).toEqual([49_999, 50_000])
  })
})

describe('what a phone keeps', () => {
  it('are the newest 40 pictures that were added, and those that were made up', () => {
    const library = new PhotoLibrary(1)
    const madeUp = library.all.map(({ key }) => key)
    for (let count = 1; count <= 100; count++) library.take(count)
    const taken = Array.from({ length: 40 }, (_, at) => `taken ${100 - at}`)
    expect(library.all.map(({ key }) => key)).toEqual([...taken, ...madeUp])
  })
  it('are the newest 500 files, each with a key of its own', () => {
    const files = new Files({ seed: 1, now: () => 0 } as System)
    for (let count = 1; count <= 600; count++) files.receive(`${count}.bin`, 1)
    const [list] = files.root.panes({ width: 375, height: 667, top: 44, bottom: 24, now: 0 })
    const keys = list?.pieces.flatMap(({ key }) => (key?.startsWith('file ') ? key : []))
    expect(keys).toEqual(Array.from({ length: 500 }, (_, at) => `file ${600 - at}`))
  })
})

describe('4.6 tickets', () => {
  let time: { ms: number }
  let clock: Clock
  beforeEach(() => {
    time = standStill()
    clock = new Clock()
  })
  afterEach(() => {
    clock.close()
    vi.restoreAllMocks()
  })

  it('forgets expired tickets when the next is minted', () => {
    const office = new TicketOffice(clock)
    const key = new KeyRing(undefined, 1).first
    const mint = () => office.mint('dev_a', key, { max_bytes: 1, ttl_s: 1 }).token
    const first = mint()
    time.ms = 2000
    const second = mint()
    // With the clock back in its lifetime, a remembered ticket would be valid.
    time.ms = 500
    expect(() => office.find(first, 'dev_a')).toThrow(Problem)
    expect(office.find(second, 'dev_a').token).toBe(second)
  })
})

describe('2 the result of a job', () => {
  it.each(['warm_up', 'account_status'] as const)('of %s has counters, any of which can be null', (kind) => {
    const values = Array.from({ length: 100 }, (_, seed) =>
      Object.values(resultOf(kind, [], 60, new Random(seed, 'result'))),
    ).flat()
    expect(values).toContain(null)
    expect(values.some((value) => typeof value === 'number' && value !== 60)).toBe(true)
  })
})

describe('4.8 and 7 a body without a length', () => {
  /** Sends a chunked body to a store with a cap of 5 bytes. */
  async function stored(chunks: string[]): Promise<unknown> {
    const store = new FileStore()
    let outcome: unknown
    const server = createServer((incoming, response) => {
      store
        .receive(incoming, 5)
        .then(({ path, ...rest }) => ({ ...rest, content: readFileSync(path, 'utf8') }))
        .catch((fault: unknown) => fault)
        .then((value) => {
          outcome = value
          response.end()
        })
        .catch(() => response.destroy())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST' })
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
    const [response] = (await once(outgoing, 'response')) as [NodeJS.ReadableStream]
    response.resume()
    await once(response, 'end')
    server.closeAllConnections()
    server.close()
    await store.close()
    return outcome
  }

  it('is accepted up to the cap', async () => {
    expect(await stored(['123', '45'])).toMatchObject({ bytes: 5, content: '12345' })
  })
  it('is refused with payload_too_large as soon as it exceeds the cap', async () => {
    expect(await stored(['123', '456'])).toMatchObject({ code: 'payload_too_large', status: 413 })
  })
})
