import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { busyAmong } from '../../../src-main/core/jobs/job-guard'
import { Interruptions } from '../../../src-main/core/jobs/interruptions'
import { createJobWatch } from '../../../src-main/core/jobs/job-watch'
import { createFakeClock } from '../time/fake-clock'

const minuteMs = 60_000
const tickMs = 1000
const runMs = minuteMs
const mostInterruptions = 3
// The app reckons from the choice, and its socket opens within three ticks of it.
const leastRetryMs = 5 * minuteMs - 30_000 - 3 * tickMs

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ waitS: fc.integer({ min: 1, max: 240 }) }) },
  { weight: 3, arbitrary: fc.record({ retryMs: fc.integer({ min: 5 * minuteMs, max: 7 * minuteMs }) }) },
  { weight: 4, arbitrary: fc.constant('interrupts' as const) },
  { weight: 2, arbitrary: fc.constant('lets-it-run' as const) },
  { weight: 2, arbitrary: fc.constant('looks-or-not' as const) },
  { weight: 2, arbitrary: fc.constant('opens-the-fleet-again' as const) },
  { weight: 4, arbitrary: fc.constant('uploads' as const) },
  { weight: 3, arbitrary: fc.constant('dashboard-launches' as const) },
  { weight: 2, arbitrary: fc.record({ aheadMs: fc.integer({ min: 1000, max: 20_000 }) }) },
)

/** A service with one phone, whose job it tries again 5 to 7 minutes after an interruption (spec 3 and 4.12). */
class Service {
  jobs: AutomationJob[] = []
  retryMs = 5 * minuteMs
  /** Whether a person has chosen to interrupt this try of the job. */
  isChosen = false
  unchosen = 0
  #at = 0
  interruptions = 0
  /** Those of them that a person chose. */
  chosen = 0
  #interruptedAt = -Infinity
  /** Whether the app has read of the job. */
  #isRead = false

  get pending(): AutomationJob | undefined {
    return this.jobs.find(({ status }) => status === 'queued' || status === 'dispatched')
  }

  launch(now: number): void {
    this.jobs = [
      {
        id: `job_${this.jobs.length}`,
        kind: 'warm_up',
        status: 'queued',
        result: null,
        publicId: 'a',
        createdAt: new Date(now).toISOString(),
        fields: {},
      },
      ...this.jobs,
    ]
    this.#at = now + 2 * tickMs
    this.interruptions = this.chosen = 0
    this.#isRead = this.isChosen = false
    this.#interruptedAt = -Infinity
  }

  read(): AutomationJob[] {
    this.#isRead = true
    return this.jobs.map((job) => ({ ...job }))
  }

  /** A person chooses to interrupt the job. One that waits for its retry is not reached by a look that ends before it. */
  choose(now: number): void {
    const { pending } = this
    const waits = pending?.status === 'queued' && now < this.#interruptedAt + leastRetryMs
    if (!waits) this.isChosen = true
  }

  /** @param isReached whether the app has a socket open to the phone */
  look(now: number, isReached: boolean): void {
    const job = this.pending
    if (job && now >= this.#at) {
      if (job.status === 'dispatched') job.status = 'completed'
      else {
        job.status = 'dispatched'
        this.#at = now + runMs
      }
    }
    if (isReached) this.reach(now)
  }

  reach(now: number): void {
    const job = this.pending
    if (job?.status !== 'dispatched') return
    // A job that the app could not know is interrupted once by what is open already.
    if (this.#isRead && !this.isChosen) this.unchosen += 1
    if (this.isChosen) {
      this.chosen += 1
      this.#interruptedAt = now
    }
    this.isChosen = false
    this.interruptions += 1
    job.status = this.interruptions < mostInterruptions ? 'queued' : 'failed'
    this.#at = now + this.retryMs
  }
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

async function live(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
  const clock = createFakeClock()
  const service = new Service()
  let aheadMs = 0
  let isLookedAt = false
  const serviceNow = () => clock.now() + aheadMs
  const interruptions = new Interruptions()
  const open = () =>
    createJobWatch({
      clock,
      interruptions,
      serviceNow,
      random: () => 0.5,
      names: vocabularySchema.parse(vocabulary),
      api: {
        jobsOf: () => Promise.resolve(service.read()),
        job: (id) =>
          Promise.resolve(service.read().find((job) => job.id === id) ?? Promise.reject(new Error(id))),
        launch: () => Promise.reject(new Error('not asked for')),
      },
      onChange: () => undefined,
      onLaunched: () => undefined,
    })
  let watch = open()
  const isOpen = () => isLookedAt && watch.standing('a') === 'none'
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= tickMs) {
      const wanted = isLookedAt ? ['a'] : []
      watch.follow({ waitedFor: wanted, watched: wanted })
      clock.advance(tickMs)
      await settle()
      service.look(serviceNow(), isOpen())
    }
  }

  service.launch(serviceNow())
  await pass(5 * tickMs)
  isLookedAt = true
  await pass(tickMs)
  for (const each of steps) {
    if (each === 'interrupts') {
      // The button stands on the phone's tile.
      isLookedAt = true
      const [known] = (watch.known('a').jobs ?? []).filter(({ id }) => id === service.pending?.id)
      watch.interrupt('a')
      if (known) service.choose(serviceNow())
      const shown = watch.interruptionOf('a')?.times
      if (known) expect(shown, 'interruptions that the tile shows').toBeGreaterThanOrEqual(service.chosen)
      expect(shown ?? 0, 'the same').toBeLessThanOrEqual(service.interruptions + 1)
      await pass(tickMs)
    } else if (each === 'lets-it-run') watch.endInterruption('a')
    else if (each === 'opens-the-fleet-again') {
      watch.close()
      watch = open()
    } else if (each === 'looks-or-not') isLookedAt = !isLookedAt
    else if (each === 'dashboard-launches') {
      if (!service.pending) service.launch(serviceNow())
    } else if (each === 'uploads') {
      const busy = await busyAmong(watch, ['a'], clock)
      // The person is asked, and answers no.
      if (busy.length === 0) service.reach(serviceNow())
    } else if ('waitS' in each) await pass(each.waitS * 1000)
    else if ('retryMs' in each) service.retryMs = each.retryMs
    else {
      aheadMs += each.aheadMs
      await pass(6 * tickMs)
    }
    expect(service.unchosen, 'interruptions that no person chose').toBe(0)
  }
  await pass(30 * minuteMs)
  expect(service.unchosen, 'interruptions that no person chose').toBe(0)
  expect(service.pending, 'a job is left alone until it has ended').toBeUndefined()
  watch.close()
}

// FUZZ=25000 in the environment runs that many.
const runs = { numRuns: Number(process.env['FUZZ'] ?? 60) }

describe('a job on a phone that is looked at, uploaded to and interrupted', () => {
  it('is interrupted by nothing but a person’s choice', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), live), runs)
  }, 3_600_000)
})
