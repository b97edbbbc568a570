import type { CaseResult, RunResult } from '../../../../src-main/core/flows/run/run-result'

export const nasty = `A "quoted" <b>&'name</b>\u0000]]>\n\u{1F600}</script>`
const place = { file: 'flows/a.yaml', line: 3, column: 5 }

export const passed = (flow: string, id: string, name: string): CaseResult => ({
  flow,
  file: flow === 'a' ? 'flows/a.yaml' : 'flows/b.yaml',
  row: null,
  phone: { id, name },
  verdict: 'passed',
  isLeftOut: false,
  failure: null,
  steps: [
    {
      number: 1,
      depth: 0,
      title: nasty,
      place,
      state: 'passed',
      atMs: 0,
      ms: 10,
      message: null,
      expected: null,
      seen: null,
      pictures: [],
    },
  ],
  startedAt: Date.UTC(2030, 0, 1),
  ms: 1234,
  spentActions: 3,
  tries: 1,
})
export const failed = (flow: string, id: string, name: string): CaseResult => ({
  ...passed(flow, id, name),
  verdict: 'failed',
  tries: 2,
  failure: {
    message: 'It is not there.',
    step: 'assertVisible x',
    place,
    expected: '"x" visible',
    seen: nasty,
    frame: 'p/at-failure.jpg',
  },
})
const stopped = (flow: string, id: string, name: string): CaseResult => ({
  ...passed(flow, id, name),
  verdict: 'stopped',
  failure: {
    message: 'The run was stopped.',
    step: null,
    place: null,
    expected: null,
    seen: null,
    frame: null,
  },
})
export const runOf = (cases: CaseResult[]): RunResult => ({
  cases,
  end: 'done',
  startedAt: Date.UTC(2030, 0, 1),
  ms: 5000,
})
export const run = runOf([
  passed('a', 'dev_1', nasty),
  failed(nasty, 'dev_1', nasty),
  stopped('a', 'dev_2', 'Birch'),
])

export const noFilm = () => {
  throw new Error('No video is made here.')
}
