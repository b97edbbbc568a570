import { describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import type { DeviceEdit } from '../../../../src-shared/bridge/device-edit'
import type { Task, TaskStep } from '../../../../src-shared/bridge/task-state'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { language } from '../../../../src-renderer/text/i18n'
import { describeTask as describeWith } from '../../../../src-renderer/text/describe/describe-task'

const vocabulary = vocabularySchema.parse(vocabularyFile)
const describeTask = (task: Task) => describeWith(task, { vocabulary, platform: 'linux' })

const item = (state: TaskStep['state'], fault: TaskStep['fault'] = null, deviceName = 'Ann'): TaskStep => ({
  publicId: 'dev_a',
  deviceName,
  state,
  fault,
})
const run = (items: TaskStep[], endsInMs: number | null, edit: DeviceEdit = { notes: 'x' }): Task => ({
  id: 'r',
  work: { kind: 'edit', edit },
  items,
  startedAt: 0,
  endsInMs,
  endedBy: null,
})

describe('a run in words', () => {
  it('says what is changed, and on which phone or on how many', () => {
    const edit = {
      customName: 'x',
      notes: null,
      addLabels: [{ name: 'spring', color: '#00ff00' }],
      removeLabels: ['eu'],
    }
    expect(describeTask(run([item('done')], null, edit)).title).toBe('Ann: name, notes, + spring, − eu')
    expect(describeTask(run([item('done'), item('done')], null)).title).toBe('2 phones: notes')
    const { addLabels } = edit
    expect(describeTask(run([item('done')], null, { addLabels })).title).toBe('Ann: + spring')
  })

  it('says how far it is, and how long it will take', () => {
    const items = [item('done'), item('failed'), item('under-way'), item('waiting')]
    expect(describeTask(run(items, 39_400)).progress).toBe('2 of 4 · about 40 s left')
  })

  it('says how it has ended, by outcome', () => {
    const items = [item('done'), item('done'), item('failed'), item('unknown'), item('cancelled')]
    expect(describeTask(run(items, null)).progress).toBe('2 saved, 1 failed, 1 unknown, 1 cancelled')
    expect(describeTask(run([item('done')], null)).progress).toBe('1 saved')
  })

  it('says how many phones were not tried, and why it ended, once for all of them', () => {
    const spent = { kind: 'problem', code: 'insufficient_tokens', status: 402, detail: '' } as const
    const blocked = { ...spent, code: 'device_blocked', status: 403 } as const
    const items = [
      item('failed', blocked, 'Cy'),
      item('failed', spent, 'Ann'),
      item('failed', spent, 'Ben'),
      item('not-tried'),
    ]
    const text = describeTask({ ...run(items, null), endedBy: spent })
    expect(text.progress).toBe('3 failed, 1 not tried')
    expect(text.failures.map(({ deviceNames }) => deviceNames)).toEqual([['Ann', 'Ben'], ['Cy']])
    expect(text.failures[0]?.sentence).toMatch(/tokens/)
    const none = describeTask({ ...run([item('not-tried')], null), endedBy: spent })
    expect(none.failures.map(({ deviceNames }) => deviceNames)).toEqual([[]])
  })

  it('names a reason once for all the phones that failed for it, the commonest first', () => {
    const offline = { kind: 'problem', code: 'device_offline', status: 503, detail: '' } as const
    const elsewhere = { ...offline, detail: 'It is in the lab.' }
    const items = [
      item('failed', elsewhere, 'Ann'),
      item('unknown', offline, 'Ben'),
      item('failed', offline, 'Cy'),
      item('waiting', offline, 'Di'),
    ]
    expect(describeTask(run(items, 1000)).failures.map(({ deviceNames }) => deviceNames)).toEqual([
      ['Ben', 'Cy'],
      ['Ann'],
    ])
  })

  it('calls an action as its command is called, whatever the service calls it', () => {
    const work = { kind: 'act', action: { type: 'press', name: vocabulary.presets.home } } as const
    const several = { ...run([item('done'), item('done')], null), work }
    expect(describeTask(several).title).toBe('2 phones: Home')
    language.value = 'de'
    expect(describeTask(several).title).toBe('2 Telefone: Start\u00ADbild\u00ADschirm')
    language.value = 'en'
  })

  it('says which automation is launched, and on which account', () => {
    const launch = { kind: 'warm_up', account: 'me' } as const
    const text = describeTask({ ...run([item('done')], null), work: { kind: 'launch', launch } })
    expect(text).toMatchObject({ title: 'Ann: Warm-up (me)', progress: '1 launched' })
    const work = { kind: 'launch', launch: { kind: 'warm_up' } } as const
    expect(describeTask({ ...run([item('done')], null), work }).title).toBe('Ann: Warm-up')
  })

  it('says that what is left waits while nothing answers, not that nothing was launched', () => {
    const items = [item('done'), item('waiting', { kind: 'launch-unsent' }), item('waiting')]
    expect(describeTask(run(items, 9000)).waits).toBe('The service cannot be reached: what is left waits.')
    expect(
      describeTask(run([item('failed', { kind: 'launch-unsent' })], null)).failures[0]?.sentence,
    ).toMatch(/^Nothing was launched/)
  })

  it('says why it waits, when it does', () => {
    const limited = {
      kind: 'problem',
      code: 'rate_limited',
      status: 429,
      detail: '',
      retryAfterS: 8,
    } as const
    const waiting = run([item('waiting', limited), item('waiting')], 9000)
    expect(describeTask(waiting).waits).toBe('Too many requests at once. The service asks to wait 8 s.')
    expect(describeTask(run([item('failed', limited), item('waiting')], 9000)).waits).toBeNull()
  })

  it('says what keeps a phone from its end, with its name where there are several, but first what keeps the run', () => {
    const doubt = { kind: 'launch-in-doubt' } as const
    const sentence =
      'The service did not say whether the job was launched: the phone’s jobs are being read for it.'
    expect(describeTask(run([item('under-way', doubt)], 9000)).waits).toBe(sentence)
    const several = [item('done'), item('under-way', doubt, 'Ben')]
    expect(describeTask(run(several, 9000)).waits).toBe(`Ben: ${sentence}`)
    const offline = { kind: 'network', reason: 'no-network', host: 'h' } as const
    expect(describeTask(run([...several, item('waiting', offline)], 9000)).waits).toBe(
      'This computer has no network.',
    )
  })
})
