import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded, uploadStates, type Upload } from '../../../src-shared/features/upload-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { ProblemCode } from '../../../src-shared/protocol/problem-code'
import type { HttpClient } from '../../../src-main/core/service/http-client'
import { UploadQueue } from '../../../src-main/core/uploads/upload-queue'
import { createFakeClock } from '../time/fake-clock'
import { content, memoryFile } from './upload-service'

const problem = (code: ProblemCode, retryAfterS?: number): Fault => ({
  kind: 'problem',
  code,
  status: 400,
  detail: '',
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
})
const network = (reason: 'connection-refused' | 'connection-lost'): Fault => ({
  kind: 'network',
  reason,
  host: 'h',
})

/** How an attempt ends, and at which stage. */
type Ending = { at: 'accepted' } | { at: 'ticket' | 'connecting' | 'connected' | 'answer'; fault: Fault }

const ticketFaults = [problem('device_offline'), problem('rate_limited', 7), problem('device_not_found')]
const answerFaults: Fault[] = [
  problem('ticket_already_used'),
  problem('upload_failed'),
  problem('rate_limited', 30),
  problem('rate_limited'),
  problem('device_blocked'),
  { kind: 'ticket-refused', detail: '' },
  { kind: 'outcome-unknown' },
]
const allFaults = [problem('quota_exceeded'), problem('unauthorized')]

const endingOf = (rare: readonly Fault[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Ending>({ at: 'accepted' }) },
    fc.constantFrom(...ticketFaults).map((fault): Ending => ({ at: 'ticket', fault })),
    fc.constant<Ending>({ at: 'connecting', fault: network('connection-refused') }),
    fc.constant<Ending>({ at: 'connected', fault: network('connection-lost') }),
    {
      weight: 3,
      arbitrary: fc.constantFrom(...answerFaults).map((fault): Ending => ({ at: 'answer', fault })),
    },
    ...(rare.length > 0 ? [fc.constantFrom(...rare).map((fault): Ending => ({ at: 'ticket', fault }))] : []),
  )

/** One step of the user's, or of time. */
const stepOf = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    phones: fc.array(fc.nat(5), { minLength: 1, maxLength: 90, size: 'max' }),
  }),
  fc.record({ kind: fc.constant('time' as const), ms: fc.nat(40_000) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(200) }),
  fc.record({ kind: fc.constant('retry' as const), which: fc.nat(200) }),
  fc.record({ kind: fc.constant('cancelAll' as const) }),
  fc.record({ kind: fc.constant('clear' as const) }),
)

const finals = new Set(['done', 'failed', 'cancelled', 'unknown'])

/** A queue and a service in memory whose answers arrive in any order and at any time. */
function play(scheduler: fc.Scheduler, endings: readonly Ending[]) {
  const clock = createFakeClock()
  const ended = new Map<string, number>()
  /** The uploads as a page builds them from the changes. */
  const shown = new Map<number, Upload>()
  const unfair: string[] = []
  const lastTurns = new Map<string, number>()
  const states = new Map<string, string>()
  const arrivals: number[] = []
  const accepted = new Map<string, number>()
  const usedTickets: string[] = []
  /** The phones of the ticket calls, in order. */
  const turns: string[] = []
  let tickets = 0
  let atOnce = 0
  let mostAtOnce = 0
  let tries = 0
  const nextEnding = (): Ending => endings[tries++] ?? { at: 'accepted' }
  const endingFor = new Map<string, Ending>()
  /** Notes a phone that was passed over although it had waited longer. */
  const noteTurn = (publicId: string) => {
    const isDue = ({ state, retryAt }: Upload) =>
      state === 'waiting' && (retryAt === null || retryAt <= clock.now())
    const own = lastTurns.get(publicId) ?? -1
    for (const upload of queue.uploads.filter(isDue)) {
      if ((lastTurns.get(upload.publicId) ?? -1) < own) unfair.push(`${publicId} before ${upload.publicId}`)
    }
    lastTurns.set(publicId, turns.length)
    turns.push(publicId)
  }
  const turn = (label: string) => scheduler.schedule(Promise.resolve(), label)

  const http: HttpClient = {
    serverClock: {
      now: () => clock.now(),
      uncertaintyMs: null,
      learn: () => undefined,
      msUntil: () => 0,
      mayBePast: () => false,
    },
    async ask({ path }, reader) {
      const ending = nextEnding()
      const publicId = path.split('/')[2] ?? ''
      noteTurn(publicId)
      await turn(`ticket ${path}`)
      if (ending.at === 'ticket') throw new FaultError(ending.fault)
      tickets += 1
      const ticket = `ticket-${tickets}`
      endingFor.set(ticket, ending)
      const body = {
        upload_url: 'http://127.0.0.1/u',
        ticket,
        max_bytes: 100,
        expires_at: '2100-01-01T00:00:00Z',
      }
      return reader.read(
        {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(body)),
        },
        [],
      )
    },
    close: () => undefined,
  }
  let places = 0
  const queue = new UploadQueue({
    fleetId: 'lab',
    nextPlace: () => places++,
    clock,
    random: () => 0.5,
    http,
    hashName: () => 'sha256',
    baseUrl: 'http://127.0.0.1:1/v1',
    note: () => undefined,
    async send({ ticket: { ticket }, source, signal, onConnected, onProgress }) {
      const ending = endingFor.get(ticket)
      if (!ending) throw new Error('no such ticket')
      usedTickets.push(ticket)
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      try {
        await turn('connect')
        if (signal.aborted) throw new FaultError({ kind: 'cancelled' })
        if (ending.at === 'connecting') throw new FaultError(ending.fault)
        onConnected()
        arrivals.push(clock.monotonic())
        if (ending.at === 'connected') throw new FaultError(ending.fault)
        onProgress(source.bytes)
        if (ending.at === 'accepted' || ending.fault.kind === 'outcome-unknown') {
          accepted.set(source.name, (accepted.get(source.name) ?? 0) + 1)
        }
        await turn('answer')
        if (signal.aborted) throw new FaultError({ kind: 'cancelled' })
        if (ending.at === 'answer') throw new FaultError(ending.fault)
        return false
      } finally {
        atOnce -= 1
      }
    },
    onChange() {
      const { changed, removed } = queue.takeChanges()
      for (const place of removed) shown.delete(place)
      for (const upload of changed) shown.set(upload.place, upload)
      for (const { id, state } of changed) {
        if (finals.has(state) && !finals.has(states.get(id) ?? '')) ended.set(id, (ended.get(id) ?? 0) + 1)
        if (finals.has(states.get(id) ?? '') && states.get(id) !== state) ended.set(id, 99)
        states.set(id, state)
      }
    },
    fleet: () => null,
  })

  return {
    clock,
    queue,
    ended,
    shown,
    unfair,
    arrivals,
    accepted,
    usedTickets,
    turns,
    get mostAtOnce() {
      return mostAtOnce
    },
    /** Delivers every answer and advances time until all uploads have ended. */
    async drain() {
      for (let step = 0; step < 20_000; step++) {
        await scheduler.waitIdle()
        if (queue.uploads.every(hasEnded)) return
        clock.advance(500)
      }
      throw new Error('the uploads never end')
    },
  }
}

const busiestMinute = (times: readonly number[]) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length))

describe('the upload queue, with random answers at random times', () => {
  const playAll = async (
    scheduler: fc.Scheduler,
    steps: readonly (typeof stepOf extends fc.Arbitrary<infer Step> ? Step : never)[],
    endings: readonly Ending[],
  ) => {
    const game = play(scheduler, endings)
    const ids = new Set<string>()
    /** How often the user asked for each file. */
    const asked = new Map<string, number>()
    const ask = (name: string) => asked.set(name, (asked.get(name) ?? 0) + 1)
    const add = (phone: number) => {
      const publicId = `dev_${phone}`
      const name = `file-${asked.size}`
      ask(name)
      for (const id of game.queue.add([memoryFile(content(10), 10, name)], [{ publicId, name: publicId }]))
        ids.add(id)
    }
    const retry = (which: number) => {
      const upload = game.queue.uploads[which]
      if (!upload || !hasEnded(upload)) return
      ask(upload.fileName)
      ids.add(game.queue.retry(upload.id))
    }
    for (const step of steps) {
      if (step.kind === 'time') game.clock.advance(step.ms)
      else if (step.kind === 'cancel') game.queue.cancel(game.queue.uploads[step.which]?.id ?? '')
      else if (step.kind === 'retry') retry(step.which)
      else if (step.kind === 'cancelAll') game.queue.cancelAll()
      else if (step.kind === 'clear') game.queue.clear()
      else step.phones.forEach(add)
      if (scheduler.count() > 0) await scheduler.waitNext(1)
    }
    await game.drain()
    return Object.assign(game, { ids, asked })
  }

  it('keeps limits and turns, ends each upload once, reports it, and duplicates none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(stepOf, { minLength: 1, maxLength: 6 }),
        fc.array(endingOf([]), { maxLength: 60 }),
        async (scheduler, steps, endings) => {
          const game = await playAll(scheduler, steps, endings)
          expect(game.mostAtOnce).toBeLessThanOrEqual(4)
          expect(busiestMinute(game.arrivals)).toBeLessThanOrEqual(60)
          expect(new Set(game.usedTickets).size, 'a ticket each').toBe(game.usedTickets.length)
          for (const [name, times] of game.accepted)
            expect(times).toBeLessThanOrEqual(game.asked.get(name) ?? 0)
          expect([...game.ended.values()].every((times) => times === 1)).toBe(true)
          expect(new Set(game.ended.keys())).toEqual(game.ids)
          expect(game.unfair, 'turns out of turn').toEqual([])
          // The reported changes add up to the list.
          const all = game.queue.uploads
          expect([...game.shown.values()]).toEqual(all)
          expect(game.queue.sum).toMatchObject({
            counts: Object.fromEntries(
              uploadStates.map((state) => [state, all.filter((each) => each.state === state).length]),
            ),
            rest: null,
          })
          game.queue.close()
        },
      ),
      { numRuns: 100 },
    )
  })

  it('sends nothing after the key or its budget is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat(5), { minLength: 20, maxLength: 80 }),
        fc.nat(9),
        fc.constantFrom(...allFaults),
        async (scheduler, phones, before, fault) => {
          const endings = [
            ...Array.from({ length: before }, (): Ending => ({ at: 'accepted' })),
            ...Array.from({ length: 4 }, (): Ending => ({ at: 'ticket', fault })),
          ]
          const game = await playAll(scheduler, [{ kind: 'add', phones }], endings)
          expect(game.usedTickets.length).toBeLessThanOrEqual(before)
          expect(game.queue.uploads.filter(({ state }) => state === 'failed').length).toBe(
            phones.length - before,
          )
          game.queue.close()
        },
      ),
      { numRuns: 40 },
    )
  })

  it('gives each phone a turn before any has its second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat(5), { minLength: 10, maxLength: 50 }),
        async (scheduler, phones) => {
          const game = await playAll(scheduler, [{ kind: 'add', phones }], [])
          const left = phones.map((phone) => `dev_${phone}`)
          const lastTurns = new Map<string, number>()
          for (const [turn, publicId] of game.turns.entries()) {
            // Four start before the others are added.
            const isPassedOver = (other: string) =>
              turn >= 4 && (lastTurns.get(other) ?? -1) < (lastTurns.get(publicId) ?? -1)
            expect(left.filter(isPassedOver)).toEqual([])
            left.splice(left.indexOf(publicId), 1)
            lastTurns.set(publicId, turn)
          }
          expect(left).toEqual([])
          game.queue.close()
        },
      ),
    )
  })
})
