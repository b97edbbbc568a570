import { describe, expect, it } from 'vitest'
import { createRunState } from '../../../../src-main/core/flows/in-fleet/flow-run-state'
import { newsOfRun } from '../../../../src-main/core/flows/reports/news-of-run'
import type { CaseResult, RunEvent, StepResult } from '../../../../src-main/core/flows/run/run-result'

const names = (count: number, flows = 1) =>
  Array.from({ length: count }, (_, at) => ({ publicId: `dev_${at}`, name: `Phone ${at}`, flows }))
const about = (...files: string[]) => ({ id: 'run', number: 1, files, names: files, startedAt: 0 })
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
    const state = createRunState(about('f.yaml'), names(2), 0)
    for (const event of [begin, started(1), ended(1, 'passed'), started(2)]) state.take(event)
    const [first, second] = state.now().phones
    expect(first).toMatchObject({ state: 'running', flow: 'F' })
    expect(first?.steps.map(({ number, state: each }) => [number, each])).toEqual([
      [1, 'passed'],
      [2, 'running'],
    ])
    expect(second).toMatchObject({ state: 'waiting', steps: [] })
  })

  const end = (
    flow: string,
    message: string | null,
    verdict: CaseResult['verdict'] = message === null ? 'passed' : 'failed',
    isLeftOut = false,
  ): RunEvent => ({
    type: 'flow',
    state: 'ended',
    result: {
      ...{ flow, file: `${flow}.yaml`, row: null, phone, verdict, isLeftOut },
      failure:
        message === null
          ? null
          : { message, step: 'step 1', place: null, expected: null, seen: null, frame: null },
      ...{ steps: [], startedAt: 0, ms: 1, spentActions: 0, tries: 1 },
    },
  })

  it('counts a flow that a job kept from its phone as not run, and not as failed', () => {
    const state = createRunState(about('f.yaml', 'g.yaml'), names(1, 2), 0)
    state.take(end('F', null))
    state.take(end('G', 'The phone is busy with a job.', 'failed', true))
    const { phones } = state.now()
    expect(phones[0]).toMatchObject({
      state: 'unrun',
      counts: { passed: 1, failed: 0, unrun: 1 },
      failedFlow: null,
      message: 'The phone is busy with a job.',
    })
    expect(newsOfRun({ id: 'run', phones })).toMatchObject({
      body: [{ text: 'flowsPassed' }, { text: 'flowsUnrun', values: { n: 1 } }],
      isKept: true,
    })
  })

  it('tells a flow that never began neither by the steps of another nor instead of it', () => {
    const failed = createRunState(about('f.yaml', 'g.yaml'), names(1, 2), 0)
    for (const event of [begin, started(1), ended(1, 'passed'), end('F', null), end('G', 'offline')])
      failed.take(event)
    expect(failed.now().phones[0]).toMatchObject({ flow: 'G', message: 'offline', steps: [] })
    const stopped = createRunState(about('f.yaml', 'g.yaml'), names(1, 2), 0)
    for (const event of [begin, started(1), ended(1, 'stopped'), end('F', 'stopped here', 'stopped')])
      stopped.take(event)
    stopped.take(end('G', 'stopped before', 'stopped'))
    expect(stopped.now().phones[0]).toMatchObject({
      ...{ state: 'stopped', flow: 'F', message: 'stopped here' },
      steps: [{ number: 1 }],
    })
  })

  it('has a phone running until its last flow ends, then shows the first failed one', () => {
    const state = createRunState(about('f.yaml', 'g.yaml', 'h.yaml'), names(1, 3), 0)
    const take = (...events: RunEvent[]) => {
      for (const event of events) state.take(event)
      return state.now().phones[0]
    }
    take(begin, started(1), ended(1, 'failed'), end('F', 'not there'))
    expect(take({ ...begin, flow: 'G' }, started(1))).toMatchObject({
      ...{ state: 'running', flow: 'G', failedFlow: 'F', message: 'not there' },
      counts: { passed: 0, failed: 1, stopped: 0, unrun: 0, left: 2 },
      steps: [{ state: 'running' }],
    })
    expect(state.isAtWork('dev_0')).toBe(true)
    take(ended(1, 'passed'), end('G', null), { ...begin, flow: 'H' }, started(1), ended(1, 'failed'))
    expect(take(end('H', 'not this one'))).toMatchObject({
      ...{ state: 'failed', flow: 'F', message: 'not there' },
      counts: { passed: 1, failed: 2, stopped: 0, unrun: 0, left: 0 },
      others: [{ flow: 'H', message: 'not this one' }],
      steps: [{ state: 'failed' }],
    })
    expect(state.isAtWork('dev_0')).toBe(false)
  })

  it('shows only running and failed steps of many phones, those of other runs too', () => {
    const shown = (phones: number, besides: number) => {
      const state = createRunState(about('f.yaml'), names(phones), besides)
      for (const event of [begin, started(1), ended(1, 'passed'), started(2), ended(2, 'failed')])
        state.take(event)
      return [state.withAllSteps, state.now().phones[0]?.steps.map(({ number }) => number)]
    }
    expect([shown(100, 0), shown(2, 23), shown(2, 22)]).toEqual([
      [0, [2]],
      [0, [2]],
      [2, [1, 2]],
    ])
  })

  it('keeps the last steps of a long flow, and those they stand in', () => {
    const state = createRunState(about('f.yaml'), names(1), 0)
    state.take(begin)
    state.take(started(1))
    for (let number = 2; number <= 600; number += 1) {
      state.take(started(number))
      state.take(ended(number, 'passed'))
    }
    const before = state.now().phones[0]?.steps ?? []
    expect(before).toHaveLength(500)
    expect(before.slice(0, 2)).toMatchObject([{ number: 1, state: 'running' }, { number: 102 }])
    state.take(ended(1, 'passed'))
    expect(state.now().phones[0]?.steps[0]).toMatchObject({ number: 1, state: 'passed' })
    expect(before[0]?.state).toBe('running')
  })
})
