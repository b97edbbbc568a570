import { expect, it } from 'vitest'
import { expectFrameRate } from '../../../../src-main/core/flows/commands/judging'
import type { StepContext } from '../../../../src-main/core/flows/commands/step-context'
import { Screen } from '../../../../src-main/core/screens/screen'
import { createFakeClock } from '../../time/fake-clock'
import { step } from '../reading/read'

it('counts no frame of a still screen that is sent again', async () => {
  const clock = createFakeClock()
  const screen = new Screen(clock)
  const size = { width: 10, height: 20 }
  const names = { env: {}, output: new Map(), fleetwall: {} }
  const stop = new AbortController().signal
  const context = { clock, eyes: { screen }, names, stop } as unknown as StepContext
  const judge = async (...frames: string[]) => {
    const sent = new Map(frames.map((text) => [text, { jpeg: Buffer.from(text), size }]))
    const wanted = step('expectFrameRate', '- expectFrameRate: { atLeast: 5, duration: 1000 }')
    const judged = expectFrameRate.run(wanted, context)
    for (const text of frames) {
      clock.advance(100)
      const frame = sent.get(text)
      if (frame) screen.push(frame)
    }
    clock.advance(600)
    return judged
  }
  await judge('a', 'b', 'c', 'd')
  await expect(judge('e', 'e', 'e', 'e')).rejects.toThrow('The screen gave')
})
