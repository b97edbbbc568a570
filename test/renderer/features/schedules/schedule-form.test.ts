import { describe, expect, it } from 'vitest'
import {
  formOf,
  localTime,
  newForm,
  readForm,
  type ScheduleForm,
  type ScheduleGap,
} from '../../../../src-renderer/features/schedules/schedule-form'
import type { FlowFile } from '../../../../src-shared/features/flows-state'
import type { ScheduleDraft } from '../../../../src-shared/features/schedules-state'

const now = Date.UTC(2030, 0, 1, 12)
const flow: FlowFile = {
  ...{ file: 'shop.yaml', isExample: false, name: 'Shop', tags: [], steps: 1 },
  ...{ problems: [], names: ['city', 'password'], missing: [] },
}
const around = { files: [flow], launchFields: {} }
const begun = { name: 'Morning', phones: { kind: 'all' }, shares: {} } as const

const drafts: ScheduleDraft[] = [
  { ...begun, time: { kind: 'once', at: now }, work: { kind: 'screenshot' }, shares: { snapshots: 5 } },
  {
    ...{ ...begun, time: { kind: 'weekdays', time: '09:30', days: [1, 5] } },
    work: {
      ...{ kind: 'flow', files: ['shop.yaml'], env: { city: 'Ulm' }, retries: 2, timeoutS: 60 },
      ...{ isDivided: true, sheet: 'cities.csv', leavesOut: true },
    },
  },
  {
    ...{ ...begun, time: { kind: 'every', minutes: 45, from: 1000 } },
    ...{ work: { kind: 'launch', launch: { kind: 'warm_up', account: 'me' } } },
    phones: { kind: 'labels', labels: ['Lab'] },
  },
  {
    ...{ ...begun, time: { kind: 'reset' }, phones: { kind: 'phones', publicIds: ['a'] } },
    work: { kind: 'upload', sheet: 'photos.csv', column: 'file', folder: '/photos', leavesOut: false },
  },
]

const timed = (form: ScheduleForm, time: Partial<ScheduleForm['time']>) => {
  form.kind = 'screenshot'
  Object.assign(form.time, time)
}

describe('the form of a schedule', () => {
  it.each(drafts)('gives back the schedule that it edits: $work.kind, $time.kind', (draft) => {
    expect(readForm(formOf(draft, now), around)).toEqual(draft)
  })

  it('begins with the selected phones, and names the schedule by what it does', () => {
    const form = newForm(['a'], now)
    form.kind = 'screenshot'
    expect(readForm(form, around)).toMatchObject({
      name: 'Save screenshots',
      phones: { kind: 'phones', publicIds: ['a'] },
    })
  })

  it('keeps no secret', () => {
    const form = newForm([], now)
    form.flow.files = ['shop.yaml']
    form.flow.values = { city: 'Ulm', password: 'secret' }
    expect(readForm(form, around)).toHaveProperty('work.env', { city: 'Ulm' })
  })

  it.each<[ScheduleGap, (form: ScheduleForm) => void]>([
    ['flows', () => undefined],
    ['retries', ({ flow }) => Object.assign(flow, { files: ['shop.yaml'], retries: '101' })],
    ['sheet', (form) => (form.kind = 'upload')],
    ['column', (form) => Object.assign(form, { kind: 'upload', sheet: 'photos.csv' })],
    [
      'folder',
      (form) =>
        Object.assign(form, { kind: 'upload', sheet: 'photos.csv', upload: { column: 'file', folder: '' } }),
    ],
    ['day', (form) => timed(form, { kind: 'once', once: '' })],
    ['time', (form) => timed(form, { kind: 'daily', at: '' })],
    ['days', (form) => timed(form, { kind: 'weekdays', days: [] })],
    ['minutes', (form) => timed(form, { kind: 'every', minutes: '0' })],
    ['labels', (form) => (Object.assign(form, { kind: 'screenshot' }).phones.kind = 'labels')],
    ['phones', (form) => (Object.assign(form, { kind: 'screenshot' }).phones.kind = 'phones')],
    ['share', (form) => Object.assign(form, { kind: 'screenshot', shares: { snapshots: '101' } })],
  ])('says what is missing or wrong: %s', (gap, change) => {
    const form = newForm([], now)
    change(form)
    expect(readForm(form, around)).toBe(gap)
  })

  it('writes times of this computer', () => {
    expect(new Date(localTime(now)).getTime()).toBe(now)
  })
})
