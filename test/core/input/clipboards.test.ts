import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { Action, Press } from '../../../src-shared/protocol/action'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { Act } from '../../../src-main/core/input/act-on-phone'
import { createClipboards, type Clipboards } from '../../../src-main/core/input/clipboards'
import { InputQueues } from '../../../src-main/core/input/input-queue'
import { createFakeClock } from '../time/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

const copy: Press = { type: 'press', modifiers: ['ctrl'], key: 'c' }
const chord: Press = { type: 'press', modifiers: ['ctrl'], key: 'v' }
const read: Action = { type: 'clipboard_get' }
const text: Gesture = { kind: 'text', text: 'a' }
const refusal: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }

const settled = () => new Promise((resolve) => setImmediate(resolve))
const ignore = () => undefined

describe('copy', () => {
  let queues: InputQueues
  let done: unknown[]
  let refused: Action | null
  let answer: () => void
  let clipboards: Clipboards

  beforeEach(() => {
    done = []
    refused = null
    const act: Act = async (_publicId, action) => {
      done.push(action)
      if (action === copy) await new Promise<void>((resolve) => (answer = resolve))
      if (action.type === refused?.type) throw new FaultError(refusal)
      return { result: action.type === 'clipboard_get' ? { clipboard: 'copied' } : {} }
    }
    const pass = (_publicId: string, gesture: Gesture) => done.push(gesture)
    const clock = createFakeClock()
    queues = new InputQueues({ clock, pass, act, open: () => null, onUnderWay: ignore, onLost: ignore })
    clipboards = createClipboards(queues, act)
  })
  const startCopy = () => clipboards.copy((publicId, action) => queues.of(publicId).act(action), 'a', copy)

  it('reads the clipboard before input made during a slow copy', async () => {
    const copied = startCopy()
    expect(queues.waitingPhones).toBe(0)
    const pasted = queues.of('a').act(chord)
    queues.of('a').gesture(text)
    answer()
    expect(await copied).toEqual({ text: 'copied' })
    await pasted
    await settled()
    expect(done).toEqual([copy, read, chord, text])
  })

  it('does not read the clipboard after a refused chord; later input goes on', async () => {
    refused = copy
    const copied = faultOfCall(startCopy())
    queues.of('a').gesture(text)
    answer()
    expect(await copied).toEqual(refusal)
    await settled()
    expect(done).toEqual([copy, text])
  })

  it('answers with the fault when the clipboard cannot be read', async () => {
    refused = read
    const copied = startCopy()
    answer()
    expect(await copied).toEqual({ fault: refusal })
  })

  it('does not read the clipboard once the wait is given up', async () => {
    const copied = startCopy()
    queues.of('a').giveUp()
    answer()
    expect(await copied).toEqual({ fault: { kind: 'input-not-sent', why: 'cancelled' } })
    expect(done).toEqual([copy])
  })
})
