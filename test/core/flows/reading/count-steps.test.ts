import { expect, it } from 'vitest'
import { countSteps } from '../../../../src-main/core/flows/reading/count-steps'
import { read } from './read'

it('counts each step that a run shows, also at start and end and inside of others', () => {
  const { flow } = read(`
onFlowStart: [{ pressKey: Home }]
onFlowComplete: [{ pressKey: Home }]
---
- repeat:
    times: 3
    commands:
      - pressKey: Home
      - retry: { commands: [{ pressKey: Home }] }
- pressKey: Home
`)
  expect(countSteps(flow)).toBe(2 + (1 + 3 * 3) + 1)
})
