import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Finger } from '../../../src-simulator/sockets/finger'
import { StillPhone } from './still-phone'

let still: StillPhone
let finger: Finger
beforeEach(() => {
  still = new StillPhone()
  finger = new Finger(still.phone, still.clock)
})
afterEach(() => still.close())

const SECOND_MS = 1000

describe('4.11.5 press and release', () => {
  it('the first press after connecting is the slowest: it waits 60 ms', async () => {
    const pressed = finger.press(8, 9)
    expect(await still.during(SECOND_MS)).toEqual([[60, 'pointer', 8, 9, true]])
    await pressed
  })
  it('a press after a jump is applied where the pointer has arrived, 12 ms later', async () => {
    finger.move(1, 1)
    const pressed = finger.press(190, 390)
    expect(await still.during(SECOND_MS)).toEqual([[12, 'pointer', 190, 390, true]])
    await pressed
  })
  it.each([
    ['where the pointer is', 1, 1],
    ['2 pixels from it', 1, 3],
  ])('a press %s has not jumped and does not wait', async (_, x, y) => {
    finger.move(1, 1)
    await finger.press(x, y)
    expect(await still.during(SECOND_MS)).toEqual([[0, 'pointer', x, y, true]])
  })
  it('delays an immediate release until 24 ms after its press', async () => {
    finger.move(1, 1)
    await finger.press(1, 1)
    const released = finger.release({ x: 1, y: 1 })
    expect(await still.during(SECOND_MS)).toEqual([
      [0, 'pointer', 1, 1, true],
      [24, 'pointer', 1, 1, false],
    ])
    await released
  })
  it('does not delay a later release', async () => {
    finger.move(1, 1)
    await finger.press(1, 1)
    await still.during(100)
    await finger.release({ x: 5, y: 6 })
    expect(await still.during(0)).toEqual([[100, 'pointer', 5, 6, false]])
  })
  it('releases at the last position when none is given', async () => {
    finger.move(1, 1)
    await finger.press(1, 1)
    finger.move(7, 8)
    await still.during(100)
    await finger.release()
    expect(await still.during(0)).toEqual([[100, 'pointer', 7, 8, false]])
  })
})

describe('4.11 the pointer', () => {
  it('moves on the glass while it is pressed, and above it while it is not', async () => {
    finger.move(1, 1)
    expect(await still.during(0)).toEqual([])
    await finger.press(1, 1)
    finger.move(2, 2)
    expect(await still.during(0)).toEqual([
      [0, 'pointer', 1, 1, true],
      [0, 'pointer', 2, 2, true],
    ])
  })
  it('moves with the wheel', async () => {
    finger.scroll(50, 60, -3)
    await finger.press(50, 60)
    expect(await still.during(0)).toEqual([
      [0, 'scroll', 50, 60, -3],
      [0, 'pointer', 50, 60, true],
    ])
  })
  it('is released once', async () => {
    await finger.release({ x: 1, y: 1 })
    expect(await still.during(SECOND_MS)).toEqual([])
  })
})
