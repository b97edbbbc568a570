import { describe, expect, it } from 'vitest'
import { createRunState } from '../../../src-main/core/fleet/flow-run-state'
import type { RunEvent, StepResult } from '../../../src-main/core/flows/run/run-result'

const names = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ publicId: `dev_${at}`, name: `Phone ${at}` }))
const phone = { id: 'dev_0', name: 'Phone 0' }
const started = (number: number): RunEvent => ({
  type: 'step',
  state: 'started',
  flow: 'F',
  phone,
  number,
  depth: 0,
  title: `step ${number}`,
})
const ended = (number: number, state: StepResult['state']): RunEvent => ({
  type: 'step',
  state: 'ended',
  flow: 'F',
  phone,
  step: {
    number,
    depth: 0,
    title: `step ${number}`,
    place: { file: 'f.yaml', line: 1, column: 1 },
    state,
    atMs: 0,
    ms: 1,
    message: null,
    expected: null,
    seen: null,
    pictures: [],
  },
})
const begin: RunEvent = { type: 'flow', state: 'started', flow: 'F', file: 'f.yaml', phone, try: 1 }

describe('the shown run', () => {
  it('has each phone with the states of its steps', () => {
    const state = createRunState(['f.yaml'], names(2))
    for (const event of [begin, started(1), ended(1, 'passed'), started(2)]) state.take(event)
    const [first, second] = state.now().phones
    expect(first).toMatchObject({ state: 'running', flow: 'F' })
    expect(first?.steps.map(({ number, state: each }) => [number, each])).toEqual([
      [1, 'passed'],
      [2, 'running'],
    ])
    expect(second).toMatchObject({ state: 'waiting', steps: [] })
  })

  it('keeps the first failed flow of several in sight, with its steps', () => {
    const state = createRunState(['f.yaml', 'g.yaml'], names(1))
    const end = (flow: string, verdict: 'failed' | 'passed', message: string | null): RunEvent => ({
      type: 'flow',
      state: 'ended',
      result: {
        flow,
        file: `${flow}.yaml`,
        phone,
        verdict,
        failure:
          message === null
            ? null
            : { message, step: 'step 1', place: null, expected: null, seen: null, frame: null },
        steps: [],
        startedAt: 0,
        ms: 1,
        spentActions: 0,
        tries: 1,
      },
    })
    for (const event of [begin, started(1), ended(1, 'failed'), end('F', 'failed', 'not there')])
      state.take(event)
    for (const event of [{ ...begin, flow: 'G' }, started(1), ended(1, 'passed'), end('G', 'passed', null)])
      state.take(event)
    const [first] = state.now().phones
    expect(first).toMatchObject({ state: 'failed', flow: 'F', message: 'not there' })
    expect(first?.steps.map(({ state: each }) => each)).toEqual(['failed'])
  })

  it('shows only running and failed steps of many phones', () => {
    const state = createRunState(['f.yaml'], names(100))
    for (const event of [begin, started(1), ended(1, 'passed'), started(2), ended(2, 'failed')])
      state.take(event)
    expect(state.now().phones[0]?.steps.map(({ number }) => number)).toEqual([2])
  })
})
