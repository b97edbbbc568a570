import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { Size } from '../../../src-shared/protocol/device'
import { GestureEncoder } from '../../../src-main/core/phone/gesture-encoder'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const space: Size = { width: 100, height: 200 }
const pointer =
  (phase: 'down' | 'move' | 'up') =>
  (x: number, press = 1): Gesture => ({ kind: 'pointer', press, phase, x, y: 5, space })
const down = pointer('down')
const move = pointer('move')
const up = pointer('up')
const mouse = (x: number, buttons: number) => ({ type: 'mouse', x, y: 5, buttons })

describe('gestures as control messages', () => {
  let clock: FakeClock
  let screen: Size | null
  let encoder: GestureEncoder
  let keptAlive: Gesture[]
  let rotated: number

  beforeEach(() => {
    clock = createFakeClock()
    screen = space
    keptAlive = []
    rotated = 0
    encoder = new GestureEncoder({
      clock,
      screen: () => screen,
      keepAlive: (gesture) => keptAlive.push(gesture),
      onRotated: () => (rotated += 1),
    })
  })
  const sent = (...gestures: Gesture[]) =>
    gestures.map((gesture) => encoder.encode(gesture)).filter((message) => message !== null)

  it('press where the finger is, and release at the last place without one', () => {
    expect(sent(down(1), move(2), up(3))).toEqual([mouse(1, 1), mouse(2, 1), mouse(3, 0)])
    const release: Gesture = { kind: 'release', press: 2 }
    expect(sent(down(4, 2), move(9, 2), release, release)).toEqual([mouse(4, 1), mouse(9, 1), mouse(9, 0)])
  })

  it('never press with the moves of a press that did not begin here', () => {
    expect(sent(move(3), up(4))).toEqual([])
    expect(encoder.holds).toBe(false)
  })

  it('repeat a press that rests within the 10 s of the service, and nothing after it', () => {
    sent(down(7))
    clock.advance(9999)
    expect(keptAlive).toEqual([move(7)])
    sent(up(7))
    clock.advance(60_000)
    expect(keptAlive).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  it('press no more after `hold_timeout`, but release, and press with the next press', () => {
    sent(down(1), move(2))
    encoder.timeOut()
    expect(encoder.holds).toBe(false)
    expect(sent(move(3), move(4))).toEqual([])
    expect(sent(up(5), down(6, 2))).toEqual([mouse(5, 0), mouse(6, 1)])
  })

  it('release again three times, but not while a finger is down', () => {
    sent(down(1), up(2))
    expect(Array.from({ length: 4 }, () => encoder.releaseAgain())).toEqual([
      ...Array<unknown>(3).fill(mouse(2, 0)),
      null,
    ])
    sent(down(3, 2), up(3, 2), down(4, 3))
    expect(encoder.releaseAgain()).toBeNull()
  })

  it('end a press when the screen has another size, and press no more', () => {
    sent(down(1))
    screen = { width: 200, height: 100 }
    expect(sent(move(50), move(60), up(70))).toEqual([mouse(1, 0)])
    expect(rotated, 'a press that is under way ends without a report').toBe(0)
  })

  it('report a press and a scroll that were made on another size of the screen', () => {
    screen = { width: 200, height: 100 }
    const scroll: Gesture = { kind: 'scroll', x: 1, y: 1, dy: 1, space }
    expect(sent(down(1), up(1), scroll)).toEqual([])
    expect(rotated).toBe(2)
  })
})
