import { beforeEach, describe, expect, it } from 'vitest'
import type { ActivityNote } from '../../../src-main/core/history/note-action'
import { createNoteEvents } from '../../../src-main/core/history/note-events'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import { noCounts } from '../../../src-shared/features/schedules-state'
import type { Task } from '../../../src-shared/features/task-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { AutomationJob } from '../../../src-shared/protocol/automation'
import type { Fault } from '../../../src-shared/protocol/fault'
import { fakeTask as task, fakeTile } from '../../renderer/fake-phone'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: 'It is away.' }
const cut: Fault = { kind: 'network', reason: 'connection-lost', host: 'api' }

describe('what the app’s events note', () => {
  let entries: ActivityNote[]
  let events: ReturnType<typeof createNoteEvents>

  beforeEach(() => {
    entries = []
    events = createNoteEvents(
      (entry) => entries.push(entry),
      () => ({}),
    )
  })
  const seen = () =>
    entries.map(({ what, outcome, about }) => [what, outcome, about].filter(Boolean).join(' '))
  const tile = (state: TileState['state'], more: Partial<TileState> = {}): AppEvent => ({
    type: 'tile',
    tile: fakeTile('a', { state, ...more }),
  })

  it('notes each step of a task when it ends, once for each try', () => {
    events.event({ type: 'tasks', tasks: [task([{}, { publicId: 'b' }])] })
    events.event({ type: 'task', task: task([{ state: 'done' }, { publicId: 'b' }]) })
    events.event({
      type: 'task',
      task: task([{ state: 'done' }, { publicId: 'b', state: 'failed', fault: offline }]),
    })
    expect(seen()).toEqual(['action done tap', 'action failed tap'])
    events.event({ type: 'task', task: task([{ state: 'done' }, { publicId: 'b', state: 'waiting' }]) })
    events.event({ type: 'task', task: task([{ state: 'done' }, { publicId: 'b', state: 'done' }]) })
    expect(seen().slice(2)).toEqual(['action done tap'])
  })

  it('says of a schedule which lines of its sheet were left out', () => {
    const flaw = { kind: 'file', reason: 'gone', name: 'a.jpg' } as const
    const start = { due: 1, startedAt: 1, endedAt: 2, counts: noCounts, reason: null }
    const end = { ...start, outcome: 'done', leftOut: { n: 2, first: 4, flaw } } as const
    events.event({ type: 'schedule-ended', name: 'Morning', end })
    expect(seen()).toEqual(['schedule done Morning'])
    expect(entries[0]?.reason).toBe('lines left out of the sheet: 2, the first is line 4')
  })

  it('says what an edit changed', () => {
    const edit: Task = {
      ...task([{ state: 'done' }]),
      work: { kind: 'edit', edit: { customName: 'x', removeLabels: ['eu'] } },
    }
    events.event({ type: 'tasks', tasks: [edit] })
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
    events.event({ type: 'tasks', tasks: [own] })
    expect(seen()).toEqual(['edit done name', 'edit done notes labels'])
  })

  it('does not call a phone that can’t be reached available with each new attempt', () => {
    for (const state of ['live', 'offline', 'connecting', 'offline', 'connecting', 'offline'] as const)
      events.event(tile(state, state === 'offline' ? { fault: offline } : {}))
    expect(seen()).toEqual(['phone done offline'])
    events.event(tile('connecting'))
    events.event(tile('live'))
    expect(seen()).toEqual(['phone done offline', 'phone done online'])
  })

  it.each(['idle', 'automation', 'parked'] as const)('calls no phone available again that is %s', (state) => {
    for (const each of ['live', 'offline', state, 'connecting', 'offline'] as const) events.event(tile(each))
    expect(seen()).toEqual(['phone done offline'])
    events.event(tile('live'))
    expect(seen().slice(1)).toEqual(['phone done online'])
  })

  it('notes that everything was stopped, in whose window, where there was something', () => {
    for (const [by, hadWork] of [
      [null, true],
      ['Shop', true],
      ['Lab', false],
    ] as const)
      events.event({ type: 'work-stopped', by, hadWork })
    expect(seen()).toEqual(['stop done', 'stop done Shop'])
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
      events.event(event)
    expect(seen()).toEqual(['phone done offline', 'phone failed', 'phone done online', 'control done taken'])
  })

  it('notes how the jobs ended that an earlier start launched, whenever they are read', () => {
    const job = (id: string, status: string, more: Partial<AutomationJob> = {}): AutomationJob => ({
      ...{ id, kind: 'warm_up', status, result: null, publicId: 'a', createdAt: null, fields: {} },
      ...more,
    })
    const read = (...all: AutomationJob[]) =>
      events.event({ type: 'jobs', jobs: { publicId: 'a', fault: null, jobs: all } })
    read(job('one', 'completed'), job('other', 'completed'))
    const elsewhere = job('three', 'queued', { publicId: 'b' })
    events.resumed([job('one', 'dispatched'), job('two', 'queued'), elsewhere])
    read(job('one', 'completed'), job('other', 'completed'), job('two', 'queued', { isGone: true }))
    const first = [job('three', 'failed'), job('older', 'completed')]
    events.event({ type: 'jobs', jobs: { publicId: 'b', fault: null, jobs: first } })
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
      events.event({ type: 'jobs', jobs: { publicId: 'a', fault: null, jobs, ...part } })
    events.resumed([job('own', 'queued')])
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
      events.event(event)
    expect(seen()).toEqual(['job begun queued warm_up', 'job unknown constructor warm_up'])
  })

  it('notes each flow on each phone, why it failed, and the run’s own fleet', () => {
    const run = { phones: [] } as unknown as Extract<AppEvent, { type: 'flows-ended' }>['run']
    const of = { publicId: 'a', phone: 'A', message: null }
    const cases = [
      { ...of, flow: 'one', verdict: 'passed' },
      { ...of, flow: 'two', verdict: 'failed', message: '"Notes" is not on the screen.' },
      { ...of, flow: 'three', verdict: 'stopped', message: 'The run was stopped.' },
    ] as const
    events.event({ type: 'flows-ended', run, cases, fleet: 'Rack' })
    const noted = { fleet: 'Rack', phone: 'A', what: 'flow' }
    expect(entries).toMatchObject([
      { ...noted, about: 'one', outcome: 'done' },
      { ...noted, about: 'two', outcome: 'failed', reason: '"Notes" is not on the screen.' },
      { ...noted, about: 'three', outcome: 'cancelled' },
    ])
  })

  it('notes that a rule has fired and what failed, and not the text that it waits for', () => {
    const when = { kind: 'text', text: 'hunter2', isPattern: false, isGone: false, part: null } as const
    const rule = { id: 'r', name: '', when }
    const firing = { rule, publicId: 'a', phone: 'A', shows: true, sounds: false }
    events.event({ type: 'rule-fired', firing })
    events.event({ type: 'rule-failed', firing, fault: { kind: 'recording-off' } })
    expect(seen()).toEqual(['rule done text', 'rule failed text'])
    expect(JSON.stringify(entries)).not.toContain('hunter2')
  })
})
