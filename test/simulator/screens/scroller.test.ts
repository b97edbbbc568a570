import { beforeEach, describe, expect, it } from 'vitest'
import { Scroller } from '../../../src-simulator/screens/scroller'

describe('Scroller', () => {
  let list: Scroller
  beforeEach(() => {
    list = new Scroller()
    list.fit(3000, 600, 0)
  })

  it('follows the finger exactly between its ends', () => {
    list.grab(0)
    list.drag(137)
    expect(list.offset(10)).toBe(137)
    expect(list.moving(10)).toBe(false)
  })

  it('runs on when flung, slower and slower, and stops', () => {
    list.grab(0)
    list.drag(100)
    list.release(2, 100)
    const steps = [100, 200, 300, 400].map((time) => list.offset(time))
    const gains = steps.slice(1).map((offset, i) => offset - (steps[i] ?? 0))
    expect(gains.every((gain) => gain > 0)).toBe(true)
    expect(gains).toEqual([...gains].sort((a, b) => b - a))
    expect(list.moving(5000)).toBe(false)
    expect(list.offset(5000)).toBeCloseTo(100 + 2 * 325, -1)
  })

  it('resists more and more beyond an end, and springs back', () => {
    list.grab(0)
    list.drag(-100)
    const near = list.offset(0)
    list.drag(-200)
    const far = list.offset(0)
    expect(near).toBeLessThan(0)
    expect(far).toBeLessThan(near)
    expect(near - far).toBeLessThan(-near)
    list.release(0, 0)
    expect(list.moving(100)).toBe(true)
    expect(list.offset(2000)).toBe(0)
  })

  it('bounces at the end it is flung against, and rests there', () => {
    list.jump(2300)
    list.grab(0)
    list.release(4, 0)
    const highest = Math.max(...Array.from({ length: 40 }, (_, i) => list.offset(i * 20)))
    expect(highest).toBeGreaterThan(2400)
    expect(list.offset(5000)).toBe(2400)
  })

  it('adds up the notches of a wheel, and stops at the end', () => {
    list.nudge(60, 0)
    list.nudge(60, 50)
    expect(list.offset(1000)).toBe(120)
    list.nudge(1e6, 1000)
    expect(list.offset(2000)).toBe(2400)
  })

  it('turns whole pages as a pager', () => {
    const pager = new Scroller(true)
    pager.fit(800, 400, 0)
    pager.grab(0)
    pager.drag(90)
    pager.release(0.6, 0)
    expect(pager.offset(2000)).toBe(400)
    pager.grab(2000)
    pager.drag(-60)
    pager.release(0, 2000)
    expect(pager.offset(4000)).toBe(400)
  })
})
