import { describe, expect, it } from 'vitest'
import {
  draftOf,
  formOf,
  localTime,
  newForm,
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

describe('the form of a schedule', () => {
  it.each(drafts)('gives back the schedule that it edits: $work.kind, $time.kind', (draft) => {
    expect(draftOf(formOf(draft, now), around)).toEqual(draft)
  })

  it('begins with the selected phones, and names the schedule by what it does', () => {
    const form = newForm(['a'], now)
    form.kind = 'screenshot'
    expect(draftOf(form, around)).toMatchObject({
      name: 'Save screenshots',
      phones: { kind: 'phones', publicIds: ['a'] },
    })
  })

  it('keeps no secret', () => {
    const form = newForm([], now)
    form.flow.files = ['shop.yaml']
    form.flow.values = { city: 'Ulm', password: 'secret' }
    expect(draftOf(form, around)?.work).toHaveProperty('env', { city: 'Ulm' })
  })

  it('gives nothing while something is missing or wrong', () => {
    const form = newForm([], now)
    expect(draftOf(form, around), 'no flow').toBeNull()
    form.kind = 'screenshot'
    form.shares = { snapshots: '101' }
    expect(draftOf(form, around), 'a share').toBeNull()
    form.shares = {}
    form.time.kind = 'every'
    form.time.minutes = '0'
    expect(draftOf(form, around), 'minutes').toBeNull()
  })

  it('writes times of this computer', () => {
    expect(new Date(localTime(now)).getTime()).toBe(now)
  })
})
