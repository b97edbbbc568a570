import { startPicturesHere } from '../../core/pictures/pictures-here'
import { expect, it } from 'vitest'
import type { CaseResult } from '../../../src-main/core/flows/run/run-result'
import { createProgress } from '../../../src-main/shell-cli/flows/progress'

const steering = 'a\u001B[2J\u009B\u202Eb.yaml'
const failed: CaseResult = {
  flow: 'a',
  file: steering,
  row: null,
  phone: { id: 'dev_1', name: 'Aster' },
  verdict: 'failed',
  isLeftOut: false,
  failure: {
    message: 'It is not there.',
    step: 'assertVisible x',
    place: { file: steering, line: 3, column: 5 },
    expected: null,
    seen: null,
    frame: null,
  },
  steps: [],
  startedAt: 0,
  ms: 1200,
  spentActions: 0,
  tries: 1,
}

it('says where a flow failed without a file’s name steering the terminal', () => {
  let printed = ''
  const progress = createProgress({
    environment: {},
    folder: '/',
    isColourful: false,
    print: (text) => void (printed += text),
    complain: () => undefined,
    spawnSimulator: () => {
      throw new Error('this test needs no simulator')
    },
    startPictures: startPicturesHere,
    onStop: () => () => undefined,
  })
  progress.take({ type: 'flow', state: 'ended', result: failed })
  expect(printed).toBe('✗ a on Aster (1.2 s)\n    assertVisible x (a [2J  b.yaml:3:5): It is not there.\n')
})
