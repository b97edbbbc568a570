import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patrolTurnMs } from '../../../src-shared/features/preferences-state'
import { isWall, type PageId } from '../../../src-shared/bridge/page-id'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import { noLastView } from '../../../src-shared/features/last-view'
import { noUploadsSum } from '../../../src-shared/features/upload-state'
import { ofOnePhone, type Features } from '../../../src-main/core/feature/feature'
import { createPages } from '../../../src-main/core/page/pages'
import { createPhones, type PhoneSession } from '../../../src-main/core/phone/phones'
import { showsNothing, type FleetView } from '../../../src-main/core/planning/fleet-view'
import { graceMs } from '../../../src-main/core/planning/live-planner'
import { createPlanning, type PlanningOptions } from '../../../src-main/core/planning/planning'
import { memoryPorts } from '../../bridge/memory-ports'
import { fakeDevice } from '../../renderer/fake-phone'
import { createFakeClock } from '../time/fake-clock'

const publicIds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
const pageIds = ['wall 1', 'wall 2', 'phone a'] as const
/** How many phones the account may use at once. */
const most = 4
const settledMs = graceMs + 1000

/** The plan of a fleet whose streams open at once, and the pages that it is made for. */
function openFleet() {
  const clock = createFakeClock()
  const joined = (publicId: string) => {
    const session = {
      stream: { name: 'idle' },
      rate: null as { fps: number; since: number } | null,
      inUse: false,
      setIdle: () => Object.assign(session, { stream: { name: 'idle' }, rate: null, inUse: false }),
      setLive(fps: number) {
        if (!session.inUse) {
          wasLive.add(publicId)
          planning.soon()
        }
        const since = session.rate?.fps === fps ? session.rate.since : clock.monotonic()
        Object.assign(session, { stream: { name: 'live' }, rate: { fps, since }, inUse: true })
      },
      setJob: () => undefined,
    }
    return session as unknown as PhoneSession
  }
  const wasLive = new Set<string>()
  const watch = { pending: () => null, interruptionOf: () => null } as unknown as Parameters<
    typeof createPhones
  >[0]['watch']
  const phones = createPhones({
    clock,
    watch,
    join: joined,
    onLeft: () => undefined,
    onJobs: () => undefined,
  })
  phones.follow(publicIds.map((publicId) => fakeDevice(publicId, { name: publicId })))
  let view: FleetView = showsNothing
  const never = { isRecent: () => false }
  const usage = { active_minutes: { used: 0, budget: 100, remaining: 100 }, max_active_devices: most }
  const planning = createPlanning({
    ...{ clock, phones, actions: never, withoutPlace: never, touches: never },
    meter: { state: { ...unknownUsage, usage }, use: () => undefined, usedUp: () => null },
    jobs: {
      ...{ standing: () => 'none', pending: () => null, known: () => ({ jobs: [], fault: null }) },
      ...{ follow: () => undefined, interrupted: () => [], endInterruption: () => undefined },
    },
    ...{ isHeld: () => false, isPaused: () => false, worksUnseen: () => false, view: () => view },
    ...{ fps: { min: 1, max: 30 }, mostFps: () => ({ thumbnails: 0, focus: 0 }) },
    pace: { framesPerSecond: 600, isLowered: false },
    ...{ onNotice: () => undefined, onSlowed: () => undefined },
  } as unknown as PlanningOptions)
  const pages = createPages({
    ofOnePhone: ofOnePhone({} as Features),
    sumTo: () => noUploadsSum,
    lastViewOf: () => noLastView,
    onView(next) {
      view = next
      phones.see(next.visible)
      planning.now()
    },
    onGone: () => undefined,
  })
  const shown = new Map<PageId, FleetView>()
  const ports = new Map<PageId, { close(): void }>()
  return {
    clock,
    wasLive,
    live: () => new Set([...phones.all].filter(([, { session }]) => session.inUse).map(([id]) => id)),
    /** What an open page shows, by page. */
    shown,
    async show(pageId: PageId, own: FleetView) {
      if (!ports.has(pageId)) {
        const { a, b } = memoryPorts()
        pages.attach(pageId, b, () => ({ emit: () => undefined, close: () => undefined }))
        ports.set(pageId, a)
      }
      shown.set(pageId, own)
      pages.show(pageId, own)
      await Promise.resolve()
    },
    async close(pageId: PageId) {
      ports.get(pageId)?.close()
      ports.delete(pageId)
      shown.delete(pageId)
      await new Promise((resolve) => setImmediate(resolve))
    },
    end: () => planning.close(),
  }
}

describe('the plan of two walls and a phone’s window', () => {
  const someOf = fc.shuffledSubarray(publicIds)
  const page = fc.constantFrom(...pageIds)
  const step = fc.oneof(
    fc.record({
      page,
      shows: fc
        .record({
          visible: someOf,
          focus: fc.option(fc.nat()),
          selects: fc.shuffledSubarray(publicIds, { maxLength: 1 }),
          patrols: fc.boolean(),
        })
        .map(({ visible, focus, selects, patrols }): FleetView => {
          const focused = focus === null ? [] : visible.slice(focus % 9, (focus % 9) + 1)
          return { visible, focused, selected: selects.filter((id) => visible.includes(id)), patrols }
        }),
    }),
    fc.record({ page, shows: fc.constant(null) }),
  )
  type Fleet = ReturnType<typeof openFleet>
  /** Has pages open, change and close, with a pause after each. */
  const always = (name: string, holds: (fleet: Fleet) => void, runs = 60) =>
    it(name, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, fc.constantFrom(0, 400, settledMs)), { maxLength: 15 }),
          async (steps) => {
            const fleet = openFleet()
            for (const [{ page: pageId, shows }, waits] of steps) {
              await (shows ? fleet.show(pageId, shows) : fleet.close(pageId))
              expect(fleet.live().size).toBeLessThanOrEqual(most)
              fleet.clock.advance(waits)
              expect(fleet.live().size).toBeLessThanOrEqual(most)
              if (waits === settledMs) holds(fleet)
            }
            fleet.end()
          },
        ),
        { numRuns: runs },
      )
    })
  const all = ({ shown }: Fleet, key: 'visible' | 'focused' | 'selected') =>
    new Set([...shown.values()].flatMap((view) => view[key]))

  always('has live what any of them shows, up to the account’s limit, and nothing else', (fleet) => {
    const wanted = all(fleet, 'visible')
    const live = fleet.live()
    expect(live.size).toBe(Math.min(most, wanted.size))
    for (const publicId of live) expect(wanted, 'what a closed page showed alone is free').toContain(publicId)
  })

  always('has a phone live that is in focus in any of them', (fleet) => {
    for (const publicId of all(fleet, 'focused')) expect(fleet.live()).toContain(publicId)
  })

  always('gives every phone in sight its turn while one of them patrols, and none without', (fleet) => {
    const patrols = [...fleet.shown].some(([pageId, view]) => isWall(pageId) && view.patrols)
    const chosen = new Set([...all(fleet, 'focused'), ...all(fleet, 'selected')])
    if (chosen.size >= most) return
    const before = fleet.live()
    fleet.wasLive.clear()
    fleet.clock.advance(patrolTurnMs * (publicIds.length + 1))
    const had = new Set([...before, ...fleet.wasLive])
    expect(had).toEqual(patrols ? all(fleet, 'visible') : before)
  })
})
