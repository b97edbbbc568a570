import { expect, it } from 'vitest'
import { describeRun } from '../../../../src-renderer/text/describe/describe-run'

it('counts the flows of a run, as its report does, and not its phones', () => {
  const phones = [
    { state: 'running', counts: { passed: 1, failed: 1, stopped: 0, unrun: 0, left: 2 } },
    { state: 'passed', counts: { passed: 4, failed: 0, stopped: 0, unrun: 0, left: 0 } },
    { state: 'waiting', counts: { passed: 0, failed: 0, stopped: 0, unrun: 0, left: 4 } },
  ] as const
  expect(describeRun({ phones })).toBe('5 passed, 1 failed, 1 running, 5 waiting')
})
