import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import { connect } from '../../../src-shared/bridge/connect'
import type { PageId } from '../../../src-shared/bridge/page-id'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { PageRequest } from '../../../src-shared/features/program'
import { createLog } from '../../../src-main/core/base/log'
import type { FeatureContext, Features } from '../../../src-main/core/feature/feature'
import type { CurrentFleet } from '../../../src-main/core/open-fleet/current-fleet'
import type { Fleet } from '../../../src-main/core/open-fleet/fleet'
import type { FlowRecording } from '../../../src-main/core/flows/in-fleet/flow-recording'
import { createServePage } from '../../../src-main/core/page/serve-page'
import { createUntilOpen } from '../../../src-main/core/page/until-open'
import { showsNothing, type FleetView } from '../../../src-main/core/planning/fleet-view'
import { memoryPorts } from '../../bridge/memory-ports'

const action = { type: 'recalibrate' } as const
const refused: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }

describe('a page', () => {
  let emitted: AppEvent[]
  let noted: unknown[]
  let did: unknown[]
  let views: FleetView[]
  let inSight: unknown[]
  /** Answers what the page asked of the phone. */
  let answer: (result: unknown) => void
  let fleet: Fleet
  let page: (pageId: PageId) => ReturnType<typeof connect>
  const notices = createUntilOpen<Fault>()
  const requests = createUntilOpen<PageRequest>()

  beforeEach(() => {
    emitted = []
    noted = []
    did = []
    views = []
    inSight = []
    const asked = () =>
      new Promise((resolve, reject) => {
        answer = (result) => (result instanceof Error ? reject(result) : resolve(result))
      })
    fleet = {
      act: asked,
      copy: asked,
      followersOf: (pageId: PageId) => (pageId === 'wall 1' ? ['dev_b'] : []),
      mirror: () => undefined,
      presses: { gesture: (...how: unknown[]) => did.push(how) },
    } as unknown as Fleet
    const current = {
      get fleet() {
        return fleet
      },
      orThrow: () => fleet,
    } as CurrentFleet
    const { serve } = createServePage({
      context: { fleetName: () => 'Lab' } as FeatureContext<Fleet>,
      features: {
        jobs: { calls: { 'jobs.read': () => Promise.reject(new FaultError(refused)) }, tells: {} },
      } as unknown as Features,
      log: createLog(() => undefined, 'silent'),
      ...{ notices, requests, current },
      pages: {
        emit: (event) => void emitted.push(event),
        show: (_, view) => void views.push(view),
        filterState: (_, state) => state,
      },
      frames: { see: (...seen) => void inSight.push(seen), pause: () => undefined, rest: () => undefined },
      pause: { ask: () => undefined, touched: () => undefined },
      flows: {
        acted: (...how: unknown[]) => void did.push(how),
        gesture: (...how: unknown[]) => void did.push(how),
        recording: { called: () => undefined } as unknown as FlowRecording,
      },
      state: () => ({}) as AppState,
      activity: { call: (note) => void noted.push(note) },
    })
    page = (pageId) => {
      const { a, b } = memoryPorts()
      serve(pageId, b)
      return connect(a)
    }
  })

  it('gets what its phone answers, which the activity notes', async () => {
    const call = page('wall 1').call('device.act', { publicId: 'dev_a', action })
    await turn()
    answer({ result: {} })
    expect(await call).toEqual({ result: {} })
    expect(did).toEqual([['dev_a', action, ['dev_b']]])
    expect(noted).toMatchObject([{ command: 'device.act', result: { result: {} }, fault: null }])
  })

  it('gets a fault as its answer, and no other page a notice of it', async () => {
    const bridge = page('wall 1')
    const call = bridge.call('device.act', { publicId: 'dev_a', action })
    await turn()
    answer(new FaultError(refused))
    await expect(call).rejects.toMatchObject({ fault: refused })
    expect(noted).toMatchObject([{ command: 'device.act', fault: refused }])
    expect(emitted).toEqual([])
  })

  it('leaves a notice of a failed action to the others when it is gone', async () => {
    const bridge = page('phone dev_a')
    const call = bridge.call('device.act', { publicId: 'dev_a', action }).catch(() => undefined)
    await turn()
    bridge.close()
    answer(new FaultError(refused))
    await call
    await turn()
    expect(emitted).toEqual([{ type: 'notice', publicId: 'dev_a', fault: refused, action }])
    expect(did, 'its own window mirrors nothing').toEqual([['dev_a', action, []]])
  })

  it.each([
    ['leaves a notice of a lost copy to the others when it is gone', false],
    ['leaves no notice of a lost copy of another fleet', true],
  ])('%s', async (_, isReplaced) => {
    const bridge = page('phone dev_a')
    const chord = { type: 'press' as const, modifiers: ['ctrl'], key: 'c' }
    const call = bridge.call('device.copy', { publicId: 'dev_a', action: chord }).catch(() => undefined)
    await turn()
    // A recorded flow has both actions of a copy.
    expect(did).toEqual([
      ['dev_a', chord, []],
      ['dev_a', { type: 'clipboard_get' }, []],
    ])
    bridge.close()
    if (isReplaced) fleet = {} as Fleet
    answer({ text: 'copied' })
    await call
    await turn()
    const notice = { type: 'notice', publicId: 'dev_a', fault: { kind: 'not-copied' } }
    expect(emitted).toEqual(isReplaced ? [] : [notice])
  })

  it('gets what a feature answers', async () => {
    await expect(page('wall 1').call('jobs.read', { publicId: 'dev_a' })).rejects.toMatchObject({
      fault: refused,
    })
    expect(noted).toMatchObject([{ command: 'jobs.read', fault: refused }])
  })

  it('shows nothing while its window is hidden', async () => {
    const bridge = page('wall 1')
    const view = { visible: ['dev_a'], focused: 'dev_a' }
    for (const windowVisible of [true, false]) bridge.tell('view.show', { ...view, windowVisible })
    await turn()
    expect(views).toMatchObject([{ visible: ['dev_a'], focused: ['dev_a'] }, showsNothing])
    expect(inSight).toEqual([
      ['wall 1', ['dev_a', 'dev_a']],
      ['wall 1', []],
    ])
  })

  it('passes a gesture to its phone and to the recorded flow', async () => {
    const gesture = { kind: 'hover' } as const
    page('wall 1').tell('control.send', { publicId: 'dev_a', gesture })
    await turn()
    expect(did).toEqual([
      ['dev_a', gesture, ['dev_b']],
      ['wall 1', 'dev_a', gesture],
    ])
  })

  it('of the wall gets after its state what waited for it', async () => {
    notices.add(refused)
    await page('phone dev_a').call('app.state', {})
    await turn()
    expect(emitted).toEqual([])
    await page('wall 1').call('app.state', {})
    await turn()
    expect(emitted).toEqual([{ type: 'notice', publicId: null, fault: refused }])
  })
})
