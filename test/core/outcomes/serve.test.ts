import { beforeEach, describe, expect, it } from 'vitest'
import vocabularyJson from '../../../resources/vocabulary.json'
import type { FeatureContext } from '../../../src-main/core/feature/feature'
import { serveOutcomes } from '../../../src-main/core/outcomes/serve'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { DevicesState } from '../../../src-shared/features/phones'
import {
  noOutcome,
  wordsOf,
  type ClearableKind,
  type PhoneOutcome,
} from '../../../src-shared/features/outcomes-state'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { fakeDevice } from '../../renderer/fake-phone'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const words = vocabularySchema.parse(vocabularyJson)

describe('the outcomes of the open fleet', () => {
  let events: AppEvent[]
  let fleet: string
  let served: ReturnType<typeof serveOutcomes>
  const fleets = new Map<string, Map<string, PhoneOutcome>>()

  let clock: FakeClock

  beforeEach(() => {
    events = []
    fleet = 'Lab'
    fleets.clear()
    clock = createFakeClock()
    const context = {
      clock,
      emit: (event: AppEvent) => events.push(event),
      fleetName: () => fleet,
    }
    served = serveOutcomes(context as unknown as FeatureContext, {
      vocabulary: { state: { words } },
      fleetKey: () => fleet,
      outcomesFile: {
        of: (name) => fleets.get(name) ?? new Map(),
        change(name, publicId, change) {
          const phones = fleets.get(name) ?? new Map<string, PhoneOutcome>()
          const next = { publicId, ...noOutcome, ...phones.get(publicId), ...change }
          fleets.set(name, phones.set(publicId, next))
          return next
        },
        drop: (name, publicIds) => publicIds.forEach((publicId) => fleets.get(name)?.delete(publicId)),
      },
    })
  })
  const changed = () =>
    events.flatMap((event) => (event.type === 'outcomes-changed' ? event.outcomes : [])).map(wordsOf)
  const hear = (event: unknown) => served.event?.(event as AppEvent)
  const job = { id: 'j', kind: 'warm_up', result: null, publicId: 'a', createdAt: null, fields: {} }

  it('follow jobs and runs of flows, of this fleet alone', () => {
    hear({ type: 'jobs', jobs: { publicId: 'a', jobs: [{ ...job, status: 'failed' }], fault: null } })
    hear({ type: 'jobs', jobs: { publicId: 'a', jobs: null, fault: { kind: 'cancelled' } } })
    const cases = [{ publicId: 'a', phone: 'A', flow: 'Log in', verdict: 'passed', message: null }]
    hear({ type: 'flows-ended', run: { id: 'r' }, cases, fleet: 'Lab' })
    hear({ type: 'flows-ended', run: { id: 'r' }, cases, fleet: 'Shop' })
    expect(changed()).toEqual([['job:failed'], ['job:failed', 'flow:passed']])
  })

  it('lose the marks that a person clears, until there is something new', async () => {
    const see = (status: string) =>
      hear({ type: 'jobs', jobs: { publicId: 'a', jobs: [{ ...job, status }], fault: null } })
    const run = (verdict: string) => {
      const cases = [{ publicId: 'a', phone: 'A', flow: 'Log in', verdict, message: null }]
      hear({ type: 'flows-ended', run: { id: 'r' }, cases, fleet: 'Lab' })
    }
    const now = () => served.state().outcomes.map(wordsOf)[0]
    const clear = (...kinds: ClearableKind[]) =>
      served.calls['outcomes.clear']({ publicIds: ['a', 'b'], kinds })
    see('failed')
    run('failed')
    await clear('flow')
    expect(now()).toEqual(['job:failed'])
    await clear('flow', 'job')
    expect(now()).toEqual([])
    see('failed')
    expect(now(), 'the service says the same again').toEqual([])
    see('completed')
    run('passed')
    await clear('flow', 'job')
    expect(now(), 'they mark nothing').toEqual(['job:done', 'flow:passed'])
  })

  it('of phones that have left the account are forgotten, once they stay away', () => {
    for (const publicId of ['a', 'b'])
      hear({ type: 'jobs', jobs: { publicId, jobs: [{ ...job, status: 'failed' }], fault: null } })
    const list = (ids: string[], over: Partial<DevicesState> = {}) => {
      const devices = { status: 'ready', devices: ids.map((id) => fakeDevice(id)), fault: null, ...over }
      hear({ type: 'devices', devices, tiles: [] })
      return served.state().outcomes.map(({ publicId }) => publicId)
    }
    const minutes = (n: number) => clock.advance(n * 60_000)
    expect(list(['a'])).toEqual(['a', 'b'])
    minutes(4)
    expect(list(['a', 'b']), 'it was back').toEqual(['a', 'b'])
    expect(list(['a'])).toEqual(['a', 'b'])
    minutes(5)
    expect(list([], { status: 'failed' })).toEqual(['a', 'b'])
    expect(list(['a'], { isPart: true }), 'it may be among those left out').toEqual(['a', 'b'])
    expect(list(['a'])).toEqual(['a'])
    expect(events.at(-1)).toMatchObject({ type: 'outcomes', outcomes: [{ publicId: 'a' }] })
  })

  it('are those of a fleet once it opens, and of a phone for its window', () => {
    hear({ type: 'jobs', jobs: { publicId: 'a', jobs: [{ ...job, status: 'failed' }], fault: null } })
    hear({ type: 'jobs', jobs: { publicId: 'b', jobs: [{ ...job, status: 'completed' }], fault: null } })
    const state = served.state()
    expect(state.outcomes).toHaveLength(2)
    expect(served.ofPhone?.('b', state).outcomes.map(wordsOf)).toEqual([['job:done']])
    fleet = 'Shop'
    hear({ type: 'opened', jobs: [] })
    expect(events.at(-1)).toEqual({ type: 'outcomes', outcomes: [] })
  })
})
