import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WindowFlows } from '../../../src-main/core/flows/in-fleet/window-flows'
import type { RowOfPhone } from '../../../src-main/core/flows/run/planned-flow'
import type { RunOutcome } from '../../../src-main/core/flows/in-fleet/window-run'
import type { Fleet } from '../../../src-main/core/open-fleet/fleet'
import type { ScheduleStart } from '../../../src-main/core/schedules/schedules'
import { readyWithinMs, WindowSchedules } from '../../../src-main/core/schedules/window-schedules'
import type { Uploads } from '../../../src-main/core/uploads/uploads'
import type { FlowOptions } from '../../../src-shared/features/flows-state'
import type { ScheduleDraft, ScheduleUse } from '../../../src-shared/features/schedules-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Task, TaskStepStateName } from '../../../src-shared/features/task-state'
import type { Upload } from '../../../src-shared/features/upload-state'
import type { AutomationLaunch } from '../../../src-shared/protocol/automation'
import type { Usage } from '../../../src-shared/protocol/usage'
import { fakeDevice, fakeTask, fakeUsage } from '../../renderer/fake-phone'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const label = { name: 'Lab', color: '#ff0000' } as never
const launch: AutomationLaunch = { kind: 'account_status' }
const due = Date.UTC(2030, 0, 1, 7)
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the work of a schedule', () => {
  let folder: string
  let clock: FakeClock
  let window: WindowSchedules
  let isOpen: boolean
  let usage: Usage
  let busy: string[]
  let tasks: Task[]
  let uploads: Upload[]
  let uploaded: string[]
  let sheets: Record<string, string>
  /** How the flows were run, and what ends them. */
  let runs: { publicIds: readonly string[]; how: FlowOptions; rows: readonly RowOfPhone[] | undefined }[]
  let running: string[]
  let endRun: (outcome: RunOutcome) => void
  /** Why a run can't begin; null when it can. */
  let shortage: FaultError | null
  let uses: ScheduleUse[]
  /** The runs and tasks that schedules have begun. */
  let begun: string[]
  let stop: AbortController

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduled-'))
    clock = createFakeClock()
    isOpen = true
    usage = fakeUsage()
    busy = []
    tasks = []
    uploads = []
    uploaded = []
    sheets = {}
    runs = []
    running = []
    shortage = null
    uses = []
    begun = []
    stop = new AbortController()
    const devices = ['a', 'b', 'c'].map((id) => fakeDevice(id, id === 'c' ? {} : { labels: [label] }))
    const fleet = {
      devices: { status: 'ready', devices, fault: null },
      get usage() {
        return { usage, fault: null }
      },
      nameOf: (publicId: string) => publicId,
      busyAmong: (publicIds: readonly string[]) =>
        Promise.resolve(
          publicIds.filter((id) => busy.includes(id)).map((publicId) => ({ publicId, job: null })),
        ),
      tasks: {
        all: () => tasks,
        cancel: () => end('cancelled'),
        launch(publicIds: readonly string[]) {
          const steps = publicIds.map((publicId) => ({ publicId, state: 'waiting' as const }))
          tasks = [...tasks, fakeTask(steps, { work: { kind: 'launch', launch } })]
          return 't'
        },
      },
    } as unknown as Fleet
    const ended = new Promise<RunOutcome>((resolve) => (endRun = resolve))
    const flows = {
      list: () =>
        Promise.resolve({
          folder,
          files: [{ file: 'shop.yaml', names: ['city'], problems: [], missing: [] }],
        }),
      plan: (_: unknown, publicIds: readonly string[]) =>
        Promise.resolve({ actions: 5 * publicIds.length, uploads: 0, minutes: 1, ms: 1 }),
      run(_: unknown, publicIds: readonly string[], how: FlowOptions, rows?: readonly RowOfPhone[]) {
        if (shortage) return Promise.reject(shortage)
        runs.push({ publicIds, how, rows })
        running = [...publicIds]
        const stopRun = () =>
          endRun({ end: 'stopped', verdicts: ['stopped'], spent: { actions: 2, uploads: 0 } })
        return Promise.resolve({
          ended,
          ...{ stop: stopRun, stopNow: stopRun },
          get state() {
            return { id: 'run', phones: running.map((publicId) => ({ publicId, state: 'running' })) }
          },
        })
      },
    } as unknown as WindowFlows
    window = new WindowSchedules(
      {
        ...{ clock, fleetId: () => 'lab', fleetName: () => 'Lab', planAgain: () => undefined },
        openFleet: () => fleet,
        fleetOrNull: () => (isOpen ? fleet : null),
      },
      {
        flows,
        uploads: {
          add(_: string, sources: readonly { name: string }[], [phone]: readonly { publicId: string }[]) {
            const own = sources.map(({ name }) => `${phone?.publicId} ${name}`)
            uploaded.push(...own)
            uploads = [...uploads, ...own.map((id) => ({ id, state: 'sending' }) as Upload)]
            return own
          },
          cancel: () => undefined,
          to: () => uploads,
        } as unknown as Uploads,
        captures: { screenshots: () => Promise.resolve({ saved: [], failed: [], costing: [] }) },
        sheets: { look: (_, name) => sheets[name] ?? expect.fail('no sheet') },
        fleets: { summaryOf: () => ({ id: 'lab', name: 'Lab', baseUrl: '', kind: 'saved' }) },
      },
    )
  })
  afterEach(() => rm(folder, { recursive: true }))

  const draft = (over: Partial<ScheduleDraft> = {}): ScheduleDraft => ({
    ...{ name: 'Morning', time: { kind: 'daily', time: '07:00' }, shares: {} },
    ...{ work: { kind: 'launch', launch }, phones: { kind: 'all' }, ...over },
  })
  const carryOut = (over: Partial<ScheduleDraft> = {}, use: ScheduleStart['use'] = null) =>
    window.carryOut({
      ...{ draft: draft(over), due, use, stop: stop.signal },
      onUse: (each) => uses.push(each),
      onBegun: (workId) => begun.push(workId),
    })
  /** Ends all steps of all tasks. */
  const end = (...states: TaskStepStateName[]) => {
    tasks = tasks.map((task) => ({
      ...task,
      steps: task.steps.map((step, at) => ({ ...step, state: states[at] ?? states[0] ?? 'done' })),
    }))
    window.event({ type: 'tasks', tasks })
  }
  const launchedOn = () => tasks.flatMap(({ steps }) => steps.map(({ publicId }) => publicId))
  const keep = (name: string, text: string) => (sheets[name] = Buffer.from(text).toString('base64'))
  const flow = (over: object = {}): Partial<ScheduleDraft> => ({
    work: {
      ...{ kind: 'flow', files: ['shop.yaml'], env: { city: 'Ulm' }, retries: 1, timeoutS: 60 },
      ...{ isDivided: false, sheet: null, leavesOut: false, ...over },
    },
  })

  it('is done on the phones with its labels, and ends with its task', async () => {
    const ended = carryOut({ phones: { kind: 'labels', labels: ['Lab'] } })
    await settled()
    expect(launchedOn()).toEqual(['a', 'b'])
    expect([window.running, begun]).toEqual([1, ['t']])
    end('done', 'failed')
    expect(await ended).toMatchObject({ outcome: 'failed', counts: { done: 1, failed: 1 } })
    expect(window.running).toBe(0)
  })

  it('leaves phones alone on which a job is pending', async () => {
    busy = ['b', 'c']
    const ended = carryOut()
    await settled()
    expect(launchedOn()).toEqual(['a'])
    end('done')
    expect(await ended).toMatchObject({ outcome: 'done', counts: { done: 1, left: 2 } })
  })

  it('waits until its fleet is open, and gives up when that takes too long', async () => {
    isOpen = false
    const [first, second] = [carryOut(), carryOut()]
    await settled()
    expect(tasks).toEqual([])
    clock.advance(readyWithinMs)
    expect(await first).toMatchObject({ outcome: 'failed', reason: { kind: 'fault' } })
    expect(await second).toMatchObject({ outcome: 'failed' })
    const third = carryOut()
    isOpen = true
    window.event({ type: 'usage', usage: {} as never })
    await settled()
    end('done')
    expect(await third).toMatchObject({ outcome: 'done' })
  })

  it('waits for the new budgets when it comes after their reset', async () => {
    usage = { ...usage, resets_at: new Date(due).toISOString() }
    void carryOut({ time: { kind: 'reset' } })
    await settled()
    expect(tasks).toEqual([])
    usage = { ...usage, resets_at: new Date(due + 86_400_000).toISOString() }
    window.event({ type: 'usage', usage: {} as never })
    await settled()
    expect(launchedOn()).toEqual(['a', 'b', 'c'])
  })

  it('is not begun when it would pass its share, and is noted before it is', async () => {
    const use = { resetsAt: usage.resets_at, used: { actions: 8 } }
    expect(await carryOut({ shares: { actions: 10 } }, use)).toMatchObject({
      ...{ outcome: 'failed', reason: { kind: 'share', budget: 'actions' } },
    })
    expect([tasks, uses]).toEqual([[], []])
    const ended = carryOut({ shares: { actions: 11 } }, use)
    await settled()
    expect(uses).toEqual([{ resetsAt: usage.resets_at, used: { actions: 11 } }])
    // One launch was not sent.
    end('done', 'unknown', 'failed')
    await ended
    expect(uses.at(-1)).toEqual({ resetsAt: usage.resets_at, used: { actions: 10 } })
  })

  it('ends with its fleet', async () => {
    const ended = carryOut()
    await settled()
    window.fleetCloses()
    expect(await ended).toMatchObject({ outcome: 'stopped', reason: { kind: 'fleet-closed' } })
  })

  it('comes to its own end when a person stops it', async () => {
    const ended = carryOut()
    await settled()
    stop.abort()
    expect(await ended).toMatchObject({ outcome: 'stopped', counts: { failed: 0, stopped: 3 } })
  })

  it('runs flows within its shares, and says how they ended', async () => {
    const ended = carryOut({ ...flow(), shares: { actions: 20, uploads: 5 } })
    await settled()
    expect(runs).toMatchObject([
      { publicIds: ['a', 'b', 'c'], how: { env: { city: 'Ulm' }, mostActions: 20, mostUploads: 5 } },
    ])
    expect(begun).toEqual(['run'])
    // A kill now gives none of the shares back.
    expect(uses.at(-1)?.used).toMatchObject({ actions: 20, uploads: 5 })
    endRun({ end: 'done', verdicts: ['passed', 'failed', 'passed'], spent: { actions: 17, uploads: 1 } })
    expect(await ended).toMatchObject({ outcome: 'failed', counts: { done: 2, failed: 1 } })
    expect(uses.at(-1)?.used).toMatchObject({ actions: 17, uploads: 1 })
  })

  it('tells flows that were stopped or not run from those that failed', async () => {
    const ended = carryOut(flow())
    await settled()
    endRun({ end: 'limit', verdicts: ['passed', 'stopped', 'unrun'], spent: { actions: 9, uploads: 0 } })
    expect(await ended).toMatchObject({ counts: { done: 1, failed: 0, stopped: 1, unrun: 1 } })
  })

  it('ends as stopped when a person stops its flows', async () => {
    const ended = carryOut(flow())
    await settled()
    endRun({ end: 'stopped', verdicts: ['passed', 'stopped'], spent: { actions: 9, uploads: 0 } })
    expect(await ended).toMatchObject({ outcome: 'stopped', reason: null })
  })

  it('counts on the new day what flows use when it begins while they run', async () => {
    const ended = carryOut({ ...flow(), shares: { actions: 20 } })
    await settled()
    usage = { ...usage, resets_at: new Date(due + 86_400_000).toISOString() }
    endRun({ end: 'done', verdicts: ['passed'], spent: { actions: 17, uploads: 0 } })
    await ended
    expect(uses.at(-1)).toMatchObject({ resetsAt: usage.resets_at, used: { actions: 17 } })
  })

  it('gets its shares back when its flows could not begin', async () => {
    shortage = new FaultError({ kind: 'flow-shortage', budget: 'actions' })
    const use = { resetsAt: usage.resets_at, used: { actions: 2 } }
    expect(await carryOut({ ...flow(), shares: { actions: 20 } }, use)).toMatchObject({ outcome: 'failed' })
    expect(uses.at(-1)).toEqual(use)
  })

  it('stops flows whose phones are live for longer than its share of minutes', async () => {
    const ended = carryOut({ ...flow(), shares: { active_minutes: 3 } })
    await settled()
    clock.advance(54_000)
    expect(window.running).toBe(1)
    clock.advance(2000)
    expect(await ended).toMatchObject({ reason: { kind: 'share', budget: 'active_minutes' } })
    expect(uses.at(-1)?.used.active_minutes).toBe(3)
  })

  it('takes values of flows from a sheet, and runs none that lacks one', async () => {
    keep('cities', 'public_id,city\na,Ulm\nc,Bonn\n')
    void carryOut(flow({ env: {}, sheet: 'cities' }))
    await settled()
    expect(runs[0]).toMatchObject({ publicIds: ['a', 'c'], rows: [{ values: { city: 'Ulm' } }, {}] })
    expect(await carryOut(flow({ env: {} }))).toMatchObject({ reason: { kind: 'value', name: 'city' } })
  })

  it('uploads what a sheet names from its folder alone', async () => {
    await writeFile(join(folder, '1.jpg'), 'one')
    const work = { kind: 'upload', sheet: 's', column: 'file', folder, leavesOut: false } as const
    keep('s', 'public_id,file\na,1.jpg\nb,../secret\n')
    expect(await carryOut({ work })).toMatchObject({
      reason: { kind: 'lines', n: 1, first: 3, flaw: { kind: 'file', reason: 'outside' } },
    })
    const ended = carryOut({ work: { ...work, leavesOut: true } })
    await expect.poll(() => uploaded).toEqual(['a 1.jpg'])
    uploads = uploads.map((upload) => ({ ...upload, state: 'done' }))
    window.event({ type: 'uploads', changes: {} as never })
    expect(await ended).toMatchObject({ outcome: 'done', counts: { done: 1 }, leftOut: { n: 1, first: 3 } })
    keep('s', 'public_id,file\nb,../secret\n')
    expect(await carryOut({ work: { ...work, leavesOut: true } })).toMatchObject({
      ...{ outcome: 'failed', reason: { kind: 'lines', n: 1, first: 2 } },
    })
  })

  it('may be kept when it starts only after the budgets reset', async () => {
    usage = { ...usage, actions: { ...usage.actions, remaining: 0 }, resets_at: new Date(due).toISOString() }
    const planAt = (at: number) => window.plan(draft({ time: { kind: 'once', at } }), due - 7_200_000)
    expect((await planAt(due - 3_600_000)).reason).toEqual({ kind: 'shortage', budget: 'actions' })
    expect((await planAt(due)).reason).toBeNull()
  })

  it('says what it costs before it is kept', async () => {
    const plan = await window.plan(draft({ time: { kind: 'every', minutes: 60, from: due } }), due)
    expect(plan).toMatchObject({ phones: 3, cost: { actions: 3 }, timesADay: 24, nextAt: due + 3_600_000 })
    expect(await window.plan(draft({ phones: { kind: 'labels', labels: ['?'] } }), due)).toMatchObject({
      reason: { kind: 'no-phones' },
    })
  })
})
