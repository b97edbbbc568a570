import { describe, expect, it } from 'vitest'
import { jsonEnd, jsonLine } from '../../../../src-main/core/flows/reports/json-lines'
import { failed, nasty, passed, run } from './case-results'

describe('the JSON lines', () => {
  it('are one object a line, with its type', () => {
    const phone = { id: 'dev_1', name: 'Aster' }
    const turning = 'a\u009B\u202E.yaml'
    const lines = [
      jsonLine({ type: 'run', startedAt: 0, flows: 1, phones: [phone], cases: 1 }),
      jsonLine({ type: 'flow', state: 'started', flow: 'a', file: turning, phone, try: 1 }),
      jsonLine({ type: 'step', state: 'started', flow: 'a', phone, number: 1, depth: 0, title: 'tapOn x' }),
      ...passed('a', 'dev_1', 'Aster').steps.map((step) =>
        jsonLine({ type: 'step', state: 'ended', flow: 'a', phone, step }),
      ),
      jsonLine({ type: 'flow', state: 'ended', result: failed('a', 'dev_1', 'Aster') }),
      jsonEnd(run, 1, null),
    ]
    for (const line of lines) expect(line).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+\n$/u)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'run', startedAt: '1970-01-01T00:00:00.000Z', cases: 1 },
      { type: 'flow', state: 'started', file: turning, try: 1 },
      { type: 'step', state: 'started', number: 1 },
      { type: 'step', state: 'passed', number: 1, title: nasty, ms: 10 },
      {
        type: 'flow',
        state: 'failed',
        tries: 2,
        failure: { step: 'assertVisible x', expected: '"x" visible' },
      },
      { type: 'end', exit: 1, passed: 1, failed: 1, stopped: 1, spentActions: 9 },
    ])
  })
})
