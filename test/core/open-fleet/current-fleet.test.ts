import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import vocabulary from '../../../resources/vocabulary.json'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { noLastView } from '../../../src-shared/features/last-view'
import { noUploadsSum } from '../../../src-shared/features/upload-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import { createFanOut } from '../../../src-main/core/frames/fan-out'
import { Interruptions } from '../../../src-main/core/jobs/interruptions'
import { CurrentFleet } from '../../../src-main/core/open-fleet/current-fleet'
import type { FleetAccess } from '../../../src-main/core/saved-fleets/fleet-address'
import type { Fleets } from '../../../src-main/core/saved-fleets/fleets'
import { createFakeClock } from '../time/fake-clock'

const locked: Fault = { kind: 'keychain', reason: 'locked' }
// Nothing listens there.
const access: FleetAccess = { baseUrl: 'http://127.0.0.1:9/v1', wsBaseUrl: 'ws://127.0.0.1:9', apiKey: 'k' }

describe('the open fleet', () => {
  let current: CurrentFleet
  let events: AppEvent[]
  let active: string
  let opened: string[]
  /** How the key of each fleet comes. */
  let accesses: Record<string, Promise<FleetAccess>>

  beforeEach(() => {
    const clock = createFakeClock()
    events = []
    opened = []
    active = 'lab'
    accesses = { lab: Promise.resolve(access), shop: Promise.resolve(access) }
    current = new CurrentFleet({
      ...{ clock, random: () => 0.5, cores: 4, frames: createFanOut(clock) },
      fleets: {
        get activeId() {
          return active
        },
        setActive: (id: string) => void (active = id),
        summaryOf: () => undefined,
        access: (id: string) => accesses[id],
      } as unknown as Fleets,
      interruptions: { of: () => new Interruptions() },
      lastViews: { of: () => noLastView, labelsOf: () => ({}) as never },
      vocabulary: {
        state: { words: vocabularySchema.parse(vocabulary), path: '', inUse: false, fault: null },
        read: () => Promise.resolve(),
      },
      uploads: { sum: noUploadsSum, open: (id: string) => void opened.push(id) },
      mostFps: () => ({ thumbnails: 0, focus: 0 }),
      isPaused: () => false,
      onClosing: () => undefined,
      emit: (event) => void events.push(event),
    })
  })
  afterEach(() => current.close())

  it('is reported as opened once, which keeps the person’s changes', async () => {
    await current.open('lab')
    expect(events.map(({ type }) => type).filter((type) => type === 'opened')).toHaveLength(1)
    expect(opened).toEqual(['lab'])
    expect(current.orThrow()).toBe(current.fleet)
  })

  it('is the one that was asked for last, whichever key comes first', async () => {
    let giveKey: (given: FleetAccess) => void = () => undefined
    accesses['lab'] = new Promise((resolve) => (giveKey = resolve))
    const late = current.open('lab')
    await current.open('shop')
    const { fleet } = current
    giveKey(access)
    await late
    expect(current.fleet).toBe(fleet)
    expect(opened).toEqual(['shop'])
  })

  it('shows why it can’t be opened, and opens at a refresh', async () => {
    accesses['lab'] = Promise.reject(new FaultError(locked))
    await current.open('lab')
    expect(current.shown.devices).toEqual({ status: 'failed', devices: [], fault: locked })
    expect(() => current.orThrow()).toThrow(FaultError)
    accesses['lab'] = Promise.resolve(access)
    await current.refresh()
    expect(current.fleet).not.toBeNull()
  })

  it('is gone for a reason, also while it opens', async () => {
    const removed: Fault = { kind: 'cancelled' }
    const opening = current.open('lab')
    current.lose(removed)
    await opening
    expect(current.fleet).toBeNull()
    expect(current.shown.devices).toMatchObject({ status: 'failed', fault: removed })
  })
})
