import type { FlowRunState, FlowsFolder, FlowsState } from '../../src-shared/features/flows-state'

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
      ...{ file: 'send-note.yaml', isExample: false, name: 'Send a note', steps: 5 },
      ...{ problems: [], names: ['TEXT', 'PASSWORD'], missing: [] },
    },
    {
      ...{ file: 'tree.yaml', isExample: false, name: '', steps: 0, names: [] },
      problems: ['2:5: id needs an element tree. Use text, point or image'],
      missing: [],
    },
    {
      ...{ file: '/examples/browse.yaml', isExample: true, name: 'Browse', steps: 4 },
      ...{ problems: [], names: [], missing: [] },
    },
  ],
}

export const flowRecording: NonNullable<FlowsState['recording']> = {
  ...{ publicId: 'dev_0', phone: 'Aster 01', inputs: 3 },
  steps: ['tapOn: Notes', 'waitForAnimationToEnd', 'inputText: Hello'],
}

export const flowRun: FlowRunState = {
  files: ['send-note.yaml'],
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
      counts: { passed: 0, failed: 1, stopped: 0, left: 0 },
      failedFlow: 'Send a note',
      others: [{ flow: 'Open settings', message: 'The text "Wi-Fi" is not on the screen.' }],
      message: '"Hello" is not on the screen.',
      expected: '"Hello" visible',
      seen: 'Notes · New note',
      isTouched: false,
      steps: [step(1, 'pressKey home', 'passed'), step(2, 'assertVisible "Hello"', 'failed')],
    },
    {
      publicId: 'dev_1',
      name: 'Birch 02',
      state: 'running',
      flow: 'Send a note',
      counts: { passed: 0, failed: 0, stopped: 0, left: 1 },
      failedFlow: null,
      others: [],
      message: null,
      expected: null,
      seen: null,
      isTouched: true,
      steps: [step(1, 'pressKey home', 'running')],
    },
    {
      publicId: 'dev_2',
      name: 'Cedar 03',
      state: 'waiting',
      flow: '',
      counts: { passed: 0, failed: 0, stopped: 0, left: 1 },
      failedFlow: null,
      others: [],
      message: null,
      expected: null,
      seen: null,
      isTouched: false,
      steps: [],
    },
  ],
}
