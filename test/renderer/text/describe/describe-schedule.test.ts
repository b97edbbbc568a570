import { expect, it } from 'vitest'
import { describeRule } from '../../../../src-renderer/text/describe/describe-rule'
import {
  describeScheduledPhones,
  describeWork,
} from '../../../../src-renderer/text/describe/describe-schedule'
import { fakeRule } from '../../fake-rule'

const nameOf = (publicId: string) => publicId.toUpperCase()

it('names few phones, and counts more', () => {
  const said = (...publicIds: string[]) => [
    describeScheduledPhones({ kind: 'phones', publicIds }, nameOf),
    describeRule(fakeRule({ phones: { kind: 'these', publicIds } }), nameOf),
  ]
  expect(said('a', 'b')).toEqual(['A, B', 'When a screen changes, on A, B: notify.'])
  expect(said('a', 'b', 'c')).toEqual(['3 phones', 'When a screen changes, on 3 phones: notify.'])
})

it('calls a flow as it calls itself, else by its file', () => {
  const own = { retries: 0, timeoutS: 60, isDivided: false, sheet: null, leavesOut: false, env: {} }
  const work = { kind: 'flow' as const, files: ['lab/ok.yaml', 'lab/gone.yaml'], ...own }
  expect(describeWork(work, [{ file: 'lab/ok.yaml', name: 'Fine one' }])).toBe('Run Fine one, gone')
})
