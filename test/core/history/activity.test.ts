import { beforeEach, describe, expect, it } from 'vitest'
import { createActivity, type Activity } from '../../../src-main/core/history/activity'
import type { ProgramCall } from '../../../src-main/core/history/note-programs'
import { activityText } from '../../../src-main/core/history/activity-text'
import type { ActivityEntry } from '../../../src-shared/features/activity'
import type { FlowRunState } from '../../../src-shared/features/flows-state'
import type { Task } from '../../../src-shared/features/task-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { fakeTask as task } from '../../renderer/fake-phone'

const offline: Fault = { kind: 'problem', code: 'device_offline', status: 503, detail: 'It is away.' }
const cut: Fault = { kind: 'network', reason: 'connection-lost', host: 'api' }

describe('activity', () => {
  let clock: FakeClock
  let entries: ActivityEntry[]
  let ended: string[]
  let activity: Activity

  beforeEach(() => {
    clock = createFakeClock()
    entries = []
    const add = (entry: ActivityEntry) => entries.push(entry)
    const count = (entry: ActivityEntry) => {
      add(entry)
      return { repeat: () => void (entry.times = (entry.times ?? 1) + 1), end: () => ended.push(entry.about) }
    }
    ended = []
    activity = createActivity({
      clock,
      log: { add, count },
      onEntry: () => undefined,
      fleetName: () => 'Lab',
      phoneName: (publicId) => `phone ${publicId}`,
      launchFields: () => ({ topic: { type: 'text', title: 'Topic' } }),
    })
  })
  const seen = () =>
    entries.map(({ what, outcome, about }) => [what, outcome, about].filter(Boolean).join(' '))

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

  const of = { by: 'Helper', publicId: 'a' }
  const look = (more: Partial<ProgramCall> = {}) =>
    activity.program({ ...of, tool: 'see', hasActed: false, fault: null, ...more })
  const tapped = (more: Partial<ProgramCall> = {}) =>
    activity.program({ ...of, tool: 'tap', hasActed: true, fault: null, ...more })
  const counts = () => entries.map(({ about, outcome, times = 1 }) => `${about} ${outcome} ${times}`)

  it('notes each call of a program that acts, and its looks in between as one entry', () => {
    for (let each = 0; each < 34; each += 1) look()
    look({ publicId: 'b' })
    tapped()
    tapped()
    look()
    expect(counts()).toEqual(['see done 34', 'see done 1', 'tap done 1', 'tap done 1', 'see done 1'])
    expect(ended).toEqual(['see'])
  })

  it('counts calls that are refused for the same reason, and names the others', () => {
    const refusal = { tool: 'tap', reason: 'No more.', code: 'actions-used-up' }
    for (let each = 0; each < 3; each += 1) look(refusal)
    look({ ...refusal, reason: 'There is none.', code: 'not-found' })
    look({ ...refusal, reason: 'It was cancelled.', code: 'cancelled' })
    expect(counts()).toEqual(['tap failed 3', 'tap failed 1', 'tap cancelled 1'])
  })

  it('begins a further entry of looks after a minute without one, and after ten', () => {
    look()
    clock.advance(60_000)
    expect(ended).toEqual(['see'])
    for (let each = 0; each <= 20; each += 1) {
      look()
      clock.advance(30_000)
    }
    expect(counts()).toEqual(['see done 1', 'see done 20', 'see done 1'])
    activity.close()
    expect(ended).toEqual(['see', 'see', 'see'])
  })

  it('notes calls of programs with their names, and what a person allows them', () => {
    activity.program({ ...of, tool: 'tap', hasActed: true, fault: null })
    activity.program({ ...of, tool: 'see', hasActed: false, fault: offline })
    const grant = { name: 'Helper' }
    activity.call({
      command: 'programs.grant',
      params: { grant },
      result: { token: 'secret', command: [] },
      fault: null,
    })
    activity.call({ command: 'programs.revoke', params: { names: ['Helper'] }, fault: null })
    activity.call({ command: 'programs.stop', params: {}, fault: null })
    const notes = ['program done tap', 'program failed see', 'program done grant', 'program done revoke']
    expect(seen()).toEqual([...notes, 'program done stop'])
    expect(entries.map(({ by }) => by)).toEqual(['Helper', 'Helper', 'Helper', 'Helper', undefined])
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  it('notes questions and screenshots by phone, without an answer', () => {
    const work = { kind: 'ask', action: { type: 'clipboard_get' } } as const
    activity.event({ type: 'task', task: task([{ state: 'done' }], { work }) })
    const ended = [
      { state: 'done', path: '/shots/1.jpg' },
      { publicId: 'b', state: 'failed', fault: offline },
    ] as const
    activity.event({ type: 'task', task: task([...ended], { id: 's', work: { kind: 'screenshot' } }) })
    const params = { publicIds: ['a', 'b', 'c'], mayCost: false }
    const saved = [{ publicId: 'a', path: '/shots/2.jpg' }]
    const result = { saved, failed: [{ publicId: 'b', fault: cut }], costing: ['c'] }
    activity.call({ command: 'devices.screenshot', params, result, fault: null })
    expect(seen()).toEqual([
      'action done clipboard_get',
      'screenshot done 1.jpg',
      'screenshot failed',
      'screenshot done 2.jpg',
      'screenshot failed',
    ])
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

  it('notes which files a person deleted, and why one is still there', () => {
    activity.deleted('a.jpg', null)
    activity.deleted('b.mkv', { kind: 'not-deleted', name: 'b.mkv', why: 'in-use', detail: '' })
    expect(seen()).toEqual(['deletion done a.jpg', 'deletion failed b.mkv'])
    expect(entries[1]).toMatchObject({ fleet: 'Lab', publicId: null, fault: { why: 'in-use' } })
  })

  it('keeps why a flow failed', () => {
    const run = { phones: [] } as unknown as FlowRunState
    const failed = {
      publicId: 'a',
      phone: 'Aster 01',
      flow: 'Find',
      verdict: 'failed',
      message: 'It is away.',
    } as const
    activity.event({ type: 'flows-ended', run, cases: [failed], fleet: 'Lab' })
    expect(entries).toMatchObject([{ what: 'flow', outcome: 'failed', about: 'Find', reason: 'It is away.' }])
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
