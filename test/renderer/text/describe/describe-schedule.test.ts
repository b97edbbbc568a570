import { expect, it } from 'vitest'
import { describeRule } from '../../../../src-renderer/text/describe/describe-rule'
import {
  describeLeftOut,
  describeOutcome,
  describeReason,
  describeScheduledPhones,
  describeWork,
} from '../../../../src-renderer/text/describe/describe-schedule'
import { noCounts } from '../../../../src-shared/features/schedules-state'
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

it('says once that a start was stopped', () => {
  const stopped = (over: object) => describeOutcome({ outcome: 'stopped', counts: { ...noCounts, ...over } })
  expect(stopped({ done: 1, stopped: 2, unrun: 3 })).toBe('1 done, 2 stopped, 3 not run')
  expect(stopped({ done: 1 })).toBe('stopped, 1 done')
})

it('says why a line of a sheet is left out or can’t be used', () => {
  const flaw = { kind: 'file', reason: 'gone', name: 'a.jpg' } as const
  expect(describeLeftOut({ n: 1, first: 3, flaw })).toBe('Line 3 left out: there is no file a.jpg.')
  const lines = { kind: 'lines', sheet: 'pictures', n: 2, first: 3, flaw } as const
  const said = '2 lines of the sheet pictures can’t be used. Line 3: there is no file a.jpg.'
  expect(describeReason(lines).sentence).toBe(said)
})
