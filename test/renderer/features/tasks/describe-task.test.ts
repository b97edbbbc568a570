import { describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import type { DeviceEdit } from '../../../../src-shared/features/device-edit'
import type { Task, TaskStep } from '../../../../src-shared/features/task-state'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { speak } from '../../../../src-renderer/text/current-language'
import { describeTask as describeWith } from '../../../../src-renderer/features/tasks/describe-task'

const vocabulary = vocabularySchema.parse(vocabularyFile)
const describeTask = (task: Task) => describeWith(task, { vocabulary, platform: 'linux' })

const step = (state: TaskStep['state'], fault: TaskStep['fault'] = null, deviceName = 'Ann'): TaskStep => ({
  publicId: 'dev_a',
  deviceName,
  state,
  fault,
})
const task = (steps: TaskStep[], edit: DeviceEdit = { notes: 'x' }): Task => ({
  id: 'r',
  work: { kind: 'edit', edit },
  steps,
  paused: false,
  waitsUntil: null,
  startedAt: 0,
  endedBy: null,
})

describe('describeTask', () => {
  it('names the change and the phone, or the number of phones', () => {
    const edit = {
      customName: 'x',
      notes: null,
      addLabels: [{ name: 'spring', color: '#00ff00' }],
      removeLabels: ['eu'],
    }
    expect(describeTask(task([step('done')], edit)).title).toBe('Ann: name, notes, + spring, − eu')
    expect(describeTask(task([step('done'), step('done')])).title).toBe('2 phones: notes')
    const own = { kind: 'edit', edit: null, fields: ['name', 'labels'] } satisfies Task['work']
    expect(describeTask({ ...task([step('done'), step('done')]), work: own }).title).toBe(
      '2 phones: name, labels (each its own)',
    )
    const { addLabels } = edit
    expect(describeTask(task([step('done')], { addLabels })).title).toBe('Ann: + spring')
  })

  it('says how many steps have ended', () => {
    const steps = [step('done'), step('failed'), step('under-way'), step('waiting')]
    expect(describeTask(task(steps)).progress).toBe('2 of 4')
  })

  it('says that it is paused, and that a step under way still ends', () => {
    const offline = { kind: 'problem', code: 'device_offline', status: 503, detail: '' } as const
    const paused = (...steps: TaskStep[]) => describeTask({ ...task(steps), paused: true }).waits
    expect(paused(step('done'), step('waiting', offline))).toBe('Paused.')
    expect(paused(step('under-way'), step('waiting'))).toBe('Paused. Steps already sent will finish.')
  })

  it('counts the outcomes at the end', () => {
    const steps = [step('done'), step('done'), step('failed'), step('unknown'), step('cancelled')]
    expect(describeTask(task(steps)).progress).toBe('2 saved, 1 failed, 1 unconfirmed, 1 cancelled')
    expect(describeTask(task([step('done')])).progress).toBe('1 saved')
  })

  it('says once why it ended, and counts the phones that were not tried', () => {
    const spent = { kind: 'problem', code: 'insufficient_tokens', status: 402, detail: '' } as const
    const blocked = { ...spent, code: 'device_blocked', status: 403 } as const
    const steps = [
      step('failed', blocked, 'Cy'),
      step('failed', spent, 'Ann'),
      step('failed', spent, 'Ben'),
      step('not-tried'),
    ]
    const text = describeTask({ ...task(steps), endedBy: spent })
    expect(text.progress).toBe('3 failed, 1 skipped')
    expect(text.failures.map(({ deviceNames }) => deviceNames)).toEqual([['Ann', 'Ben'], ['Cy']])
    expect(text.failures[0]?.sentence).toMatch(/tokens/)
    const none = describeTask({ ...task([step('not-tried')]), endedBy: spent })
    expect(none.failures.map(({ deviceNames }) => deviceNames)).toEqual([[]])
  })

  it('names each reason once with its phones, the commonest first', () => {
    const offline = { kind: 'problem', code: 'device_offline', status: 503, detail: '' } as const
    const elsewhere = { ...offline, detail: 'It is in the lab.' }
    const steps = [
      step('failed', elsewhere, 'Ann'),
      step('unknown', offline, 'Ben'),
      step('failed', offline, 'Cy'),
      step('waiting', offline, 'Di'),
    ]
    expect(describeTask(task(steps)).failures.map(({ deviceNames }) => deviceNames)).toEqual([
      ['Ben', 'Cy'],
      ['Ann'],
    ])
  })

  it('names an action like its command', async () => {
    const work = { kind: 'act', action: { type: 'press', name: vocabulary.presets.home } } as const
    const several = { ...task([step('done'), step('done')]), work }
    expect(describeTask(several).title).toBe('2 phones: Home')
    await speak('de')
    expect(describeTask(several).title).toBe('2 Telefone: Start\u00ADbild\u00ADschirm')
    await speak('en')
  })

  it('names the automation and its account', () => {
    const launch = { kind: 'warm_up', account: 'me' } as const
    const text = describeTask({ ...task([step('done')]), work: { kind: 'launch', launch } })
    expect(text).toMatchObject({ title: 'Ann: Warm-up (me)', progress: '1 launched' })
    const work = { kind: 'launch', launch: { kind: 'warm_up' } } as const
    expect(describeTask({ ...task([step('done')]), work }).title).toBe('Ann: Warm-up')
  })

  it('says during an outage that the rest waits', () => {
    const steps = [step('done'), step('waiting', { kind: 'launch-unsent' }), step('waiting')]
    expect(describeTask(task(steps)).waits).toBe('Service unreachable. The rest waits.')
    expect(describeTask(task([step('failed', { kind: 'launch-unsent' })])).failures[0]?.sentence).toMatch(
      /^Nothing launched/,
    )
  })

  it('says why it waits', () => {
    const limited = {
      kind: 'problem',
      code: 'rate_limited',
      status: 429,
      detail: '',
      retryAfterS: 8,
      limitLayer: 'per_key',
      limitRemaining: 0,
    } as const
    const waiting = task([step('waiting', limited), step('waiting')])
    expect(describeTask(waiting).waits).toBe('Too many requests at once. The task then continues.')
    expect(describeTask(waiting).waitsDetail).toBe('Limit: per_key. 0 left.')
    expect(describeTask({ ...waiting, paused: true }).waitsDetail).toBeNull()
    expect(describeTask(task([step('failed', limited), step('waiting')])).waits).toBeNull()
  })

  it('names the wait of the task before that of one phone', () => {
    const doubt = { kind: 'launch-in-doubt' } as const
    const sentence = 'The service didn’t confirm the launch. Checking the phone’s jobs…'
    expect(describeTask(task([step('under-way', doubt)])).waits).toBe(sentence)
    const several = [step('done'), step('under-way', doubt, 'Ben')]
    expect(describeTask(task(several)).waits).toBe(`Ben: ${sentence}`)
    const offline = { kind: 'network', reason: 'no-network', host: 'h' } as const
    expect(describeTask(task([...several, step('waiting', offline)])).waits).toBe('This computer is offline.')
  })
})
