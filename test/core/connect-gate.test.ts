import { beforeEach, describe, expect, it } from 'vitest'
import { createConnectGate, type ConnectGate } from '../../src-main/core/connect-gate'
import { createFakeClock, type FakeClock } from './fake-clock'

describe('the connects of a fleet (spec 8, rule 6)', () => {
  let clock: FakeClock
  let gate: ConnectGate
  let made: { name: number; at: number }[]

  beforeEach(() => {
    clock = createFakeClock()
    gate = createConnectGate(clock)
    made = []
  })
  const enter = (name: number, isFirst = () => false) =>
    gate.enter(() => made.push({ name, at: clock.monotonic() }), isFirst)
  const names = () => made.map(({ name }) => name)

  it('are never made at once, so that a plan may think better of it', () => {
    const cancel = enter(1)
    enter(2)
    expect(made).toEqual([])
    cancel()
    clock.advance(0)
    expect(names()).toEqual([2])
  })

  it('are at most 30 in any second, of a hundred that are wanted together, and all within five', () => {
    for (let name = 0; name < 100; name++) enter(name)
    clock.advance(5000)
    expect(names()).toEqual(Array.from({ length: 100 }, (_, name) => name))
    const perSecond = made.map(({ at }) => made.filter((each) => each.at >= at && each.at < at + 1000).length)
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(30)
  })

  it('are made in their order, but for the one that goes first when its turn comes', () => {
    let focused = -1
    for (let name = 0; name < 30; name++) enter(name, () => name === focused)
    clock.advance(0)
    focused = 29
    clock.advance(50)
    expect(names().slice(9)).toEqual([9, 29])
  })

  it('that are given up take nobody’s turn, and leave no timer', () => {
    const cancels = Array.from({ length: 30 }, (_, name) => enter(name))
    clock.advance(0)
    for (const cancel of cancels) cancel()
    expect(clock.pending).toBe(0)
    enter(99)
    clock.advance(50)
    expect(names()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99])
  })
})
