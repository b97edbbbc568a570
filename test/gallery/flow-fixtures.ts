import type {
  FlowVerdicts,
  KeptCase,
  KeptPhone,
  KeptRun,
  KeptVerdict,
} from '../../src-shared/features/flow-history-state'
import type { FlowRunState, FlowsFolder, FlowsState, SeenTexts } from '../../src-shared/features/flows-state'

const step = (number: number, title: string, state: 'passed' | 'failed' | 'running') => ({
  number,
  depth: 0,
  title,
  state,
  message: null,
})

export const flowsFolder: FlowsFolder = {
  folder: 'Fleetwall/flows',
  files: [
    {
      ...{ file: 'send-note.yaml', isExample: false, name: 'Send a note', tags: ['smoke'], steps: 5 },
      ...{ problems: [], names: ['TEXT', 'PASSWORD'], missing: [] },
    },
    {
      ...{ file: 'tree.yaml', isExample: false, name: '', tags: [], steps: 0, names: [] },
      problems: ['2:5: id needs an element tree. Use text, point or image'],
      missing: [],
    },
    {
      ...{
        file: '/examples/browse.yaml',
        isExample: true,
        name: 'Browse',
        tags: ['daily', 'smoke'],
        steps: 4,
      },
      ...{ problems: [], names: [], missing: [] },
    },
  ],
}

export const flowRecording: NonNullable<FlowsState['recording']> = {
  ...{ publicId: 'dev_0', phone: 'Aster 01', inputs: 3 },
  steps: ['tapOn: Notes', 'waitForAnimationToEnd', 'inputText: Hello'],
}

const shownTexts = ['Settings', 'Airplane Mode', 'Wi-Fi', 'Bluetooth', 'Mobile Data', 'Notifications']
const placeOf = (at: number) => ({ left: 40, top: 160 + at * 170, height: 44 })

/** A screen with some texts, as JPEG. */
export function screenOfTexts(): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 750, height: 1334 })
  const context = canvas.getContext('2d')
  if (!context) return ''
  context.fillStyle = '#f2f2f7'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#111'
  context.font = '44px sans-serif'
  for (const [at, text] of shownTexts.entries()) context.fillText(text, 40, placeOf(at).top + 38)
  return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
}

/** What is read of it. */
export const readTexts: SeenTexts = {
  lines: shownTexts.map((text, at) => ({ text, ...placeOf(at), width: text.length * 24 })),
  words: [],
}

export const flowRun: FlowRunState = {
  id: '6f1d3c1e-0000-4000-8000-000000000001',
  number: 1,
  files: ['send-note.yaml'],
  names: ['Send a note'],
  startedAt: 0,
  isRunning: true,
  isPaused: false,
  isStopping: false,
  isReporting: false,
  waits: null,
  report: null,
  phones: [
    {
      publicId: 'dev_0',
      name: 'Aster 01',
      state: 'failed',
      flow: 'Send a note',
      counts: { passed: 0, failed: 1, stopped: 0, unrun: 0, left: 0 },
      failedFlow: 'Send a note',
      others: [{ flow: 'Open settings', message: 'The text "Wi-Fi" is not on the screen.' }],
      message: '"Hello" is not on the screen.',
      expected: '"Hello" visible',
      seen: 'Notes · New note',
      isTouched: false,
      waitsFor: null,
      steps: [step(1, 'pressKey home', 'passed'), step(2, 'assertVisible "Hello"', 'failed')],
    },
    {
      publicId: 'dev_1',
      name: 'Birch 02',
      state: 'running',
      flow: 'Send a note',
      counts: { passed: 0, failed: 0, stopped: 0, unrun: 0, left: 1 },
      failedFlow: null,
      others: [],
      message: null,
      expected: null,
      seen: null,
      isTouched: true,
      waitsFor: null,
      steps: [step(1, 'pressKey home', 'running')],
    },
    {
      publicId: 'dev_2',
      name: 'Cedar 03',
      state: 'waiting',
      flow: '',
      counts: { passed: 0, failed: 0, stopped: 0, unrun: 0, left: 1 },
      failedFlow: null,
      others: [],
      message: null,
      expected: null,
      seen: null,
      isTouched: false,
      waitsFor: null,
      steps: [],
    },
  ],
}

const keptFlows = [
  { file: 'send-note.yaml', name: 'Send a note' },
  { file: '/examples/browse.yaml', name: 'Browse' },
]

/** The newest first. */
export const keptRuns: KeptRun[] = [
  {
    ...{ id: '00000000-0000-4000-8000-000000000002', at: Date.UTC(2026, 1, 3, 4, 30), ms: 312_000 },
    ...{ end: 'done', flows: keptFlows, phones: 3, actions: 84, how: {} },
    ...{ report: '/results/report.html', folder: '/results' },
    counts: { passed: 4, failed: 1, stopped: 1, unknown: 0, unrun: 0 },
  },
  {
    ...{ id: '00000000-0000-4000-8000-000000000001', at: Date.UTC(2026, 1, 2, 4, 30), ms: 61_000 },
    ...{ end: 'interrupted', flows: keptFlows.slice(0, 1), phones: 3, actions: 30, how: {} },
    ...{ report: null, folder: '/results/killed' },
    counts: { passed: 1, failed: 0, stopped: 0, unknown: 1, unrun: 1 },
  },
]

const keptCase = (flow: number, verdict: KeptVerdict, message: string | null = null): KeptCase => ({
  ...{ flow, title: null, verdict, message, ms: 42_000, actions: 14, tries: 1 },
})

/** Of the first of `keptRuns`. */
export const keptPhones: KeptPhone[] = [
  { publicId: 'dev_0', name: 'Aster 01', cases: [keptCase(0, 'passed'), keptCase(1, 'passed')] },
  {
    ...{ publicId: 'dev_1', name: 'Birch 02' },
    cases: [keptCase(0, 'failed', '"Hello" is not on the screen.'), keptCase(1, 'passed')],
  },
  {
    ...{ publicId: 'dev_2', name: 'Cedar 03' },
    cases: [keptCase(0, 'passed'), keptCase(1, 'stopped', 'The run was stopped.')],
  },
]

const countsOf = (passed: number, failed: number) => ({ passed, failed, stopped: 0, unknown: 0, unrun: 0 })

export const flowVerdicts: FlowVerdicts = {
  ...{ file: 'send-note.yaml', changes: 3, pairs: 10 },
  runs: [3, 3, 2, 3, 2, 3].map((passed, at) => ({
    ...{ id: `00000000-0000-4000-8000-00000000001${at}`, at: Date.UTC(2026, 0, 28 + at, 4, 30) },
    counts: countsOf(passed, 3 - passed),
  })),
  phones: [
    { publicId: 'dev_0', name: 'Aster 01', verdicts: Array.from({ length: 6 }, () => 'passed' as const) },
    {
      ...{ publicId: 'dev_1', name: 'Birch 02' },
      verdicts: ['passed', 'passed', 'failed', 'passed', 'failed', null],
    },
  ],
}

/** A second run, whose phone waits for the first. */
export const secondFlowRun: FlowRunState = {
  ...flowRun,
  ...{ id: '6f1d3c1e-0000-4000-8000-000000000002', number: 2, names: ['Browse', 'Send a note'] },
  phones: flowRun.phones.slice(1).map((phone) => ({
    ...{ ...phone, state: 'waiting', flow: '', steps: [], isTouched: false, waitsFor: flowRun.id },
    counts: { passed: 0, failed: 0, stopped: 0, unrun: 0, left: 2 },
  })),
}
