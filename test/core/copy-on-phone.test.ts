import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../src-shared/bridge/contract'
import type { Action } from '../../src-shared/protocol/action'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import { copyOnPhone } from '../../src-main/core/copy-on-phone'
import { createPhoneLines, type Act, type PhoneLines } from '../../src-main/core/phone-lines'
import { createFakeClock } from './fake-clock'
import { faultOfCall } from './fault-of-call'

const refusal: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }
const copy: Action = { type: 'press', modifiers: ['ctrl'], key: 'c' }
const paste: Action = { type: 'press', modifiers: ['ctrl'], key: 'v' }
const fetch: Action = { type: 'clipboard_get' }
const text: Gesture = { kind: 'text', text: 'a' }

describe('a copy on a phone', () => {
  let lines: PhoneLines
  let done: unknown[]
  let refused: Action | null
  let answer: () => void
  let act: Act

  beforeEach(() => {
    done = []
    refused = null
    act = async (_publicId, action) => {
      done.push(action)
      if (action === copy) await new Promise<void>((resolve) => (answer = resolve))
      if (action.type === refused?.type) throw new FaultError(refusal)
      return { result: action.type === 'clipboard_get' ? { clipboard: 'copied' } : {} }
    }
    const pass = (_publicId: string, gesture: Gesture) => done.push(gesture)
    const [clock, nobody] = [createFakeClock(), () => undefined]
    lines = createPhoneLines({ clock, open: () => null, pass, act, onUnderWay: nobody, onMissed: nobody })
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const copyIt = () => {
    const { copied, fetched } = copyOnPhone(lines, lines.act, act, 'a', copy)
    return copied.then(() => fetched)
  }

  it('is fetched before anything that was done while it was slow', async () => {
    const copied = copyIt()
    const pasted = lines.act('a', paste)
    lines.gesture('a', text)
    answer()
    expect(await copied).toEqual({ text: 'copied' })
    await pasted
    await settled()
    expect(done).toEqual([copy, fetch, paste, text])
  })

  it('is not fetched where it was refused, and what was done behind it goes on', async () => {
    refused = copy
    const copied = faultOfCall(copyIt())
    lines.gesture('a', text)
    answer()
    expect(await copied).toEqual(refusal)
    await settled()
    expect(done).toEqual([copy, text])
  })

  it('is copied all the same where it cannot be fetched', async () => {
    refused = fetch
    const copied = copyIt()
    answer()
    expect(await copied).toEqual({ fault: refusal })
  })

  it('is not fetched once it is given up', async () => {
    const copied = copyIt()
    lines.giveUp('a')
    answer()
    expect(await copied).toEqual({ fault: { kind: 'given-up' } })
    expect(done).toEqual([copy])
  })
})
