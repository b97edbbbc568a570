import { expect, it } from 'vitest'
import type { Flow, Point, Step, Workspace } from '../../../../src-main/core/flows/language/flow'
import type { Names, Template } from '../../../../src-main/core/flows/language/template'

it('tells the steps of a flow apart by their command', () => {
  const text: Template = { source: 'Notes', parts: ['Notes'] }
  const at = { label: null, optional: false, place: { file: 'a.yaml', line: 1, column: 3 }, summary: '' }
  const steps: Step[] = [
    { ...at, command: 'inputText', text },
    { ...at, command: 'scroll' },
  ]
  const flow: Flow = {
    name: 'a',
    file: 'a.yaml',
    folder: '/',
    tags: [],
    env: {},
    onFlowStart: [],
    onFlowComplete: [],
    steps,
  }
  const typed = flow.steps.flatMap((step) => (step.command === 'inputText' ? [step.text.source] : []))
  expect(typed).toEqual(['Notes'])
  const point: Point = { unit: 'percent', x: 1, y: 2 }
  const names: Names = { env: {}, output: new Map(), fleetwall: {} }
  const order: Workspace['executionOrder'] = { flowsOrder: [], continueOnFailure: true }
  expect([point.x, names.output.size, order.flowsOrder.length]).toEqual([1, 0, 0])
})
