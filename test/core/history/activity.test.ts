import { beforeEach, describe, expect, it } from 'vitest'
import { createActivity, type Activity } from '../../../src-main/core/history/activity'
import { activityText } from '../../../src-main/core/history/activity-text'
import { launchedJobs } from '../../../src-main/core/history/launched-jobs'
import type { ActivityEntry, ActivityQuery } from '../../../src-shared/features/activity'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { Task, TaskStep } from '../../../src-shared/features/task-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: 'It is away.' }
const cut: Fault = { kind: 'network', reason: 'connection-lost', host: 'api' }

describe('activity', () => {
  let clock: FakeClock
  let entries: ActivityEntry[]
  let activity: Activity

  beforeEach(() => {
    clock = createFakeClock()
    entries = []
    activity = createActivity({
      clock,
      log: { add: (entry) => entries.push(entry) },
      fleetName: () => 'Lab',
      phoneName: (publicId) => `phone ${publicId}`,
      launchFields: () => ({ topic: { type: 'text', title: 'Topic' } }),
    })
  })
  const seen = () =>
    entries.map(({ what, outcome, about }) => [what, outcome, about].filter(Boolean).join(' '))
  const tile = (state: TileState['state'], more: Partial<TileState> = {}): AppEvent => ({
    type: 'tile',
    tile: {
      publicId: 'a',
      tile: 0,
      state,
      idleReason: null,
      job: null,
      fault: null,
      retryAt: null,
      control: 'closed',
      controlFault: null,
      isControlAway: false,
      isUnreadable: false,
      logical: null,
      interruption: null,
      snapshot: null,
      ...more,
    },
  })
  const task = (steps: Partial<TaskStep>[]): Task => ({
    id: 't',
    work: { kind: 'act', action: { type: 'tap', x: 1, y: 1 } },
    steps: steps.map((step) => ({ publicId: 'a', deviceName: 'A', state: 'waiting', fault: null, ...step })),
    paused: false,
    waitsUntil: null,
    startedAt: 0,
    endedBy: null,
  })

  it('notes a person’s action with its outcome, and never its text', () => {
    const action = { type: 'text', text: 'hunter2' }
    activity.call({ command: 'device.act', params: { publicId: 'a', action }, result: {}, fault: null })
    activity.call({ command: 'device.act', params: { publicId: 'a', action }, fault: offline })
    activity.call({ command: 'device.act', params: { publicId: 'a', action }, fault: cut })
    activity.call({ command: 'app.state', params: {}, result: {}, fault: null })
    expect(seen()).toEqual(['action done text', 'action failed text', 'action unknown text'])
    expect(entries[0]).toMatchObject({ fleet: 'Lab', publicId: 'a', phone: 'phone a' })
    expect(JSON.stringify(entries)).not.toContain('hunter2')
  })

  it('notes a mirrored action with its own outcome', () => {
    activity.mirrored('b', { type: 'press', name: 'home' }, null)
    activity.mirrored('c', { type: 'press', name: 'home' }, offline)
    expect(seen()).toEqual(['action done press home', 'action failed press home'])
    expect(entries.map(({ publicId }) => publicId)).toEqual(['b', 'c'])
  })

  it.each([
    { action: { type: 'press', name: 'lock' }, about: 'press lock' },
    { action: { type: 'press', modifiers: ['cmd'], key: 'tab' }, about: 'press cmd+tab' },
    { action: { type: 'press', modifiers: ['cmd', 'shift'], key: 'h' }, about: 'press cmd+shift+h' },
    { action: { type: 'press', modifiers: ['cmd'], key: ' ' }, about: 'press cmd+space' },
    { action: { type: 'press', modifiers: ['shift'], key: 'p' }, about: 'press' },
    { action: { type: 'key', key: 'enter' }, about: 'key enter' },
    { action: { type: 'key', key: 'p' }, about: 'key' },
    { action: { type: 'airplane', on: true }, about: 'airplane on' },
    { action: { type: 'airplane', on: false }, about: 'airplane off' },
    { action: { type: 'clipboard_set', text: 'secret' }, about: 'clipboard_set' },
  ])('names what was pressed or set, and no character: $about', ({ action, about }) => {
    activity.call({ command: 'device.act', params: { publicId: 'a', action }, result: {}, fault: null })
    expect(entries[0]?.about).toBe(about)
  })

  it('notes each step of a task when it ends, once for each try', () => {
    activity.event({ type: 'tasks', tasks: [task([{}, { publicId: 'b' }])] })
    activity.event({ type: 'task', task: task([{ state: 'done' }, { publicId: 'b' }]) })
    activity.event({
      type: 'task',
      task: task([{ state: 'done' }, { publicId: 'b', state: 'failed', fault: offline }]),
    })
    expect(seen()).toEqual(['action done tap', 'action failed tap'])
    activity.event({ type: 'task', task: task([{ state: 'done' }, { publicId: 'b', state: 'waiting' }]) })
    activity.event({ type: 'task', task: task([{ state: 'done' }, { publicId: 'b', state: 'done' }]) })
    expect(seen().slice(2)).toEqual(['action done tap'])
  })

  it('says what an edit changed', () => {
    const edit: Task = {
      ...task([{ state: 'done' }]),
      work: { kind: 'edit', edit: { customName: 'x', removeLabels: ['eu'] } },
    }
    activity.event({ type: 'tasks', tasks: [edit] })
    expect(seen()).toEqual(['edit done name labels'])
  })

  it('says what each phone’s own edit changed', () => {
    const own: Task = {
      ...task([
        { state: 'done', fields: ['name'] },
        { publicId: 'b', state: 'done', fields: ['notes', 'labels'] },
      ]),
      work: { kind: 'edit', edit: null, fields: ['name', 'notes', 'labels'] },
    }
    activity.event({ type: 'tasks', tasks: [own] })
    expect(seen()).toEqual(['edit done name', 'edit done notes labels'])
  })

  it('does not call a phone that can’t be reached available with each new attempt', () => {
    for (const state of ['live', 'offline', 'connecting', 'offline', 'connecting', 'offline'] as const)
      activity.event(tile(state, state === 'offline' ? { fault: offline } : {}))
    expect(seen()).toEqual(['phone done offline'])
    activity.event(tile('connecting'))
    activity.event(tile('live'))
    expect(seen()).toEqual(['phone done offline', 'phone done online'])
  })

  it('notes once when a phone goes away, comes back, fails or is taken over', () => {
    for (const event of [
      tile('live'),
      tile('offline', { fault: offline }),
      tile('connecting'),
      tile('parked', { fault: cut }),
      tile('connecting'),
      tile('parked', { fault: cut }),
      tile('live', { control: 'taken' }),
      tile('live', { control: 'taken' }),
    ])
      activity.event(event)
    expect(seen()).toEqual(['phone done offline', 'phone done online', 'phone failed', 'control done taken'])
  })

  it('holds a fault once that many phones have', () => {
    for (const publicId of ['a', 'b', 'c'])
      activity.event({ type: 'notice', publicId, fault: { ...(publicId === 'c' ? cut : offline) } })
    const [first, second, third] = entries.map(({ fault }) => fault)
    expect([first, third]).toEqual([offline, cut])
    expect(second).toBe(first)
  })

  it('tells the further fields and the job of a launch, and no text', () => {
    const fields = { duration_s: 600, deep: false, topic: 'private' }
    const launched: Task = {
      ...task([{ state: 'done', job: 'job_1' }]),
      work: { kind: 'launch', launch: { kind: 'warm_up', fields } },
    }
    activity.event({ type: 'tasks', tasks: [launched] })
    expect(entries).toMatchObject([
      {
        what: 'launch',
        about: 'warm_up',
        fields: { duration_s: 600, deep: false, topic: '…' },
        job: 'job_1',
      },
    ])
    expect(activityText(entries, 'csv')).toContain('warm_up duration_s=600 deep=false topic=…')
  })

  it('finds in the log the jobs that it launched and whose end it does not hold', async () => {
    const log = (
      what: 'launch' | 'job',
      job: string,
      outcome: ActivityEntry['outcome'],
      about: string,
      fleet = 'Lab',
    ) =>
      entries.unshift({
        ...{ at: 0, fleet, publicId: 'a', phone: 'A', fault: null },
        what,
        job,
        outcome,
        about,
      })
    log('launch', 'job_1', 'done', 'warm_up')
    log('job', 'job_1', 'begun', 'dispatched warm_up')
    log('launch', 'job_2', 'done', 'warm_up')
    log('job', 'job_2', 'done', 'completed warm_up')
    log('launch', 'job_3', 'done', 'warm_up')
    log('job', 'job_3', 'unknown', 'gone warm_up')
    log('launch', 'job_4', 'done', 'warm_up', 'Elsewhere')
    log('job', 'job_5', 'begun', 'queued warm_up')
    log('launch', 'job_6', 'done', 'list_accounts')
    const list = ({ what }: ActivityQuery) => {
      const found = entries.filter((entry) => entry.what === what)
      return { total: found.length, entries: found }
    }
    const found = await launchedJobs({ list, whenRead: Promise.resolve() }, 'Lab')
    expect(found).toMatchObject([
      { id: 'job_6', kind: 'list_accounts', status: 'queued', publicId: 'a' },
      { id: 'job_1', kind: 'warm_up', status: 'dispatched' },
    ])
  })

  it('notes how the jobs ended that an earlier start launched, whenever they are read', () => {
    const job = (id: string, status: string, more: Partial<AutomationJob> = {}): AutomationJob => ({
      ...{ id, kind: 'warm_up', status, result: null, publicId: 'a', createdAt: null, fields: {} },
      ...more,
    })
    const read = (...all: AutomationJob[]) =>
      activity.event({ type: 'jobs', jobs: { publicId: 'a', fault: null, jobs: all } })
    read(job('one', 'completed'), job('other', 'completed'))
    const elsewhere = job('three', 'queued', { publicId: 'b' })
    activity.resumed([job('one', 'dispatched'), job('two', 'queued'), elsewhere])
    read(job('one', 'completed'), job('other', 'completed'), job('two', 'queued', { isGone: true }))
    const first = [job('three', 'failed'), job('older', 'completed')]
    activity.event({ type: 'jobs', jobs: { publicId: 'b', fault: null, jobs: first } })
    expect(seen()).toEqual([
      'job done completed warm_up',
      'job unknown gone warm_up',
      'job failed failed warm_up',
    ])
    expect(entries.map(({ job: id }) => id)).toEqual(['one', 'two', 'three'])
    expect(entries[1]?.fault).toMatchObject({ code: 'job_not_found' })
  })

  it('notes no job of a phone’s first list but its own, and none twice', () => {
    const job = (id: string, status: string): AutomationJob => ({
      ...{ id, kind: 'warm_up', status, result: null, publicId: 'a', createdAt: null, fields: {} },
    })
    const read = (jobs: AutomationJob[], part: { isPart?: true } = {}) =>
      activity.event({ type: 'jobs', jobs: { publicId: 'a', fault: null, jobs, ...part } })
    activity.resumed([job('own', 'queued')])
    read([job('own', 'dispatched')], { isPart: true })
    const list = [job('own', 'completed'), job('old', 'completed'), job('older', 'failed')]
    read(list)
    read([])
    read(list)
    expect(seen()).toEqual(['job begun dispatched warm_up', 'job done completed warm_up'])
  })

  it('notes a job’s states after the first reading', () => {
    const jobs = (...statuses: string[]): AppEvent => ({
      type: 'jobs',
      jobs: {
        publicId: 'a',
        fault: null,
        jobs: statuses.map((status, at) => ({
          id: String(at),
          kind: 'warm_up',
          status,
          result: null,
          publicId: 'a',
          createdAt: null,
          fields: {},
        })),
      },
    })
    for (const event of [jobs('completed'), jobs('completed', 'queued'), jobs('completed', 'constructor')])
      activity.event(event)
    expect(seen()).toEqual(['job begun queued warm_up', 'job unknown constructor warm_up'])
  })

  it('notes the flows of a run under its own fleet, though another is open by now', () => {
    const phone = { publicId: 'a', name: 'A', state: 'stopped', flow: 'smoke.yaml' }
    const run = { phones: [phone] } as unknown as Extract<AppEvent, { type: 'flows-ended' }>['run']
    activity.event({ type: 'flows-ended', run, fleet: 'Rack' })
    expect(entries).toMatchObject([{ fleet: 'Rack', phone: 'A', outcome: 'cancelled', about: 'smoke.yaml' }])
  })

  it('notes that a watched screen is as it was waited for, and not its text', () => {
    const watch = { publicId: 'a', phone: 'A', waitsFor: { kind: 'text', text: 'hunter2' } } as const
    activity.event({ type: 'watched', watch })
    expect(seen()).toEqual(['watch done text'])
    expect(JSON.stringify(entries)).not.toContain('hunter2')
  })

  it('gathers touches of a phone over five minutes', () => {
    for (let at = 0; at < 10; at++) {
      activity.touched('a')
      clock.advance(60_000)
    }
    expect(seen()).toEqual(['touch done', 'touch done'])
  })

  it('notes one thing once that a call and an event report', () => {
    activity.event({ type: 'notice', publicId: 'a', fault: offline })
    activity.event({ type: 'notice', publicId: 'a', fault: offline })
    expect(seen()).toEqual(['notice failed'])
  })
})
