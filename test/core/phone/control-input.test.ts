import { beforeEach, describe, expect, it } from 'vitest'
import type { ControlMessage } from '../../../src-shared/protocol/control-channel'
import { ControlInput } from '../../../src-main/core/phone/control-input'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const space = { width: 100, height: 200 }

describe('the input of one connection', () => {
  let clock: FakeClock
  let sent: ControlMessage[]
  let counted: number
  let input: ControlInput

  beforeEach(() => {
    clock = createFakeClock()
    sent = []
    counted = 0
    input = new ControlInput({
      clock,
      perSecond: 120,
      screen: () => space,
      send: (message) => sent.push(message),
      onRotated: () => undefined,
      onGesture: () => (counted += 1),
    })
  })
  const point = (phase: 'down' | 'up') => input.push({ kind: 'pointer', press: 1, phase, x: 5, y: 5, space })
  const releases = () => sent.filter((message) => message.type === 'mouse' && message.buttons === 0).length

  const tap = () => {
    point('down')
    point('up')
  }

  it.each([
    ['a press that is held is cut', () => point('down'), 0, { kind: 'input-partly-sent' }],
    ['a tap is there after its time', tap, 0, null],
    ['a tap of just before may be unread', tap, 1000, { kind: 'input-unconfirmed' }],
    [
      'a text without an answer may not be typed',
      () => input.push({ kind: 'text', text: 'a' }),
      0,
      { kind: 'input-unconfirmed' },
    ],
  ] as const)('says what is lost with the connection: %s', (_, make, unreadMs, lost) => {
    make()
    clock.advance(500)
    expect(input.close(unreadMs)).toEqual(lost)
    expect(counted).toBe(1)
  })

  it('lifts the finger again after a dropped message, but not on a closed connection', () => {
    tap()
    input.hear({ type: 'error', code: 'rate_limited' })
    clock.advance(250)
    expect(releases()).toBe(2)
    input.hear({ type: 'error', code: 'rate_limited' })
    input.close(0)
    clock.advance(250)
    expect(releases()).toBe(2)
  })
})
