import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createWheelNotches } from '../../../../src-renderer/phone/input/wheel-notches'

const pixels = (deltaY: number) => ({ deltaY, deltaMode: 0 })

describe('wheel notches', () => {
  it('makes one notch of a usual wheel step, in every mode; down is positive', () => {
    const notches = createWheelNotches()
    notches.add(pixels(100))
    expect(notches.take()).toBe(1)
    notches.add({ deltaY: -3, deltaMode: 1 })
    expect(notches.take()).toBe(-1)
    notches.add({ deltaY: 1, deltaMode: 2 })
    expect(notches.take()).toBe(8)
  })

  it.each([
    ['Linux', 120, -120],
    ['Linux at another zoom', 96, -120],
    ['Windows', 100, -120],
    ['Windows with one line a detent', 100 / 3, -120],
    ['Windows with fifteen lines a detent', 500, -120],
    ['macOS', 40, -120],
    ['upwards', -120, 120],
  ])('makes ten notches of ten detents, however far each scrolls: %s', (_system, deltaY, wheelDeltaY) => {
    const notches = createWheelNotches()
    for (let detent = 0; detent < 10; detent++) notches.add({ deltaY, deltaMode: 0, wheelDeltaY })
    expect(notches.take()).toBe(10 * Math.sign(deltaY))
    expect(notches.take()).toBe(0)
  })

  it('sums the parts of a detent that a wheel of high resolution tells', () => {
    const notches = createWheelNotches()
    const taken = Array.from({ length: 8 }, () => {
      notches.add({ deltaY: 15, deltaMode: 0, wheelDeltaY: -15 })
      return notches.take()
    })
    expect(taken).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  })

  it.each([
    ['pixels of macOS', 50, 200, -150],
    ['a pinch', 4, 24, -120],
    ['an event without detents', 50, 200, 0],
  ])('goes by distance where no detents are counted: %s', (_kind, deltaY, distance, wheelDeltaY) => {
    const notches = createWheelNotches()
    for (let at = 0; at < distance; at += deltaY) notches.add({ deltaY, deltaMode: 0, wheelDeltaY })
    expect(notches.take()).toBe(2)
  })

  it('carries the remainder over to the next notch', () => {
    const notches = createWheelNotches()
    const taken = [40, 40, 40, 40, 40].map((delta) => {
      notches.add(pixels(delta))
      return notches.take()
    })
    expect(taken).toEqual([0, 0, 1, 0, 1])
  })

  it('turns back at once', () => {
    const notches = createWheelNotches()
    notches.add(pixels(90))
    notches.add(pixels(-100))
    expect(notches.take()).toBe(-1)
  })

  it('gives at most 20 at a time and loses none', () => {
    const notches = createWheelNotches()
    notches.add(pixels(4500))
    expect([notches.take(), notches.take(), notches.take(), notches.take()]).toEqual([20, 20, 5, 0])
  })

  it('forgets the rest of a notch when it is reset', () => {
    const notches = createWheelNotches()
    notches.add(pixels(99))
    notches.reset()
    notches.add(pixels(99))
    expect(notches.take()).toBe(0)
  })

  it('scrolls as far as the wheel turned, whatever the steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (steps) => {
        const notches = createWheelNotches()
        let taken = 0
        for (const step of steps) {
          notches.add(pixels(step))
          taken += notches.take()
        }
        const turned = steps.reduce((sum, step) => sum + step, 0) / 100
        expect(Math.abs(turned - taken)).toBeLessThan(1)
      }),
    )
  })
})
