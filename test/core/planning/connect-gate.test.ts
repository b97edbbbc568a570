import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConnectGate, type ConnectGate } from '../../../src-main/core/planning/connect-gate'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('the connect gate (spec 8, rule 6)', () => {
  let clock: FakeClock
  let gate: ConnectGate
  let made: { name: number; at: number }[]

  beforeEach(() => {
    clock = createFakeClock()
    gate = createConnectGate(clock)
    made = []
  })
  const enter = (name: number, isFirst = () => false, mayGo = () => true) =>
    gate.enter(() => made.push({ name, at: clock.monotonic() }), isFirst, mayGo)
  const names = () => made.map(({ name }) => name)

  it('opens after the current call, so that a plan can still cancel', () => {
    const cancel = enter(1)
    enter(2)
    expect(made).toEqual([])
    cancel()
    clock.advance(0)
    expect(names()).toEqual([2])
  })

  it('lets a hundred connects through in 5 s, at most 30 in any second', () => {
    for (let name = 0; name < 100; name++) enter(name)
    clock.advance(5000)
    expect(names()).toEqual(Array.from({ length: 100 }, (_, name) => name))
    const perSecond = made.map(({ at }) => made.filter((each) => each.at >= at && each.at < at + 1000).length)
    expect(Math.max(...perSecond)).toBeLessThanOrEqual(30)
  })

  it('keeps the order, except for the phone that goes first', () => {
    let focused = -1
    for (let name = 0; name < 30; name++) enter(name, () => name === focused)
    clock.advance(0)
    focused = 29
    clock.advance(50)
    expect(names().slice(9)).toEqual([9, 29])
  })

  it('holds a connect that may not go yet, and delays no other', () => {
    let mayGo = false
    enter(
      1,
      () => true,
      () => mayGo,
    )
    enter(2)
    clock.advance(1000)
    expect(names()).toEqual([2])
    expect(clock.pending).toBe(0)
    mayGo = true
    gate.lookAgain()
    clock.advance(0)
    expect(names()).toEqual([2, 1])
  })

  it('spends no turn and no timer on a cancelled connect', () => {
    const cancels = Array.from({ length: 30 }, (_, name) => enter(name))
    clock.advance(0)
    for (const cancel of cancels) cancel()
    expect(clock.pending).toBe(0)
    enter(99)
    clock.advance(50)
    expect(names()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 99])
  })
})

describe('the connect gate, for any sequence of steps', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ enter: fc.integer({ min: 1, max: 12 }) }) },
    { weight: 3, arbitrary: fc.record({ cancel: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ first: fc.nat() }) },
    { weight: 5, arbitrary: fc.record({ wait: fc.integer({ min: 0, max: 1500 }) }) },
  )

  it('allows a burst of 10 and 20 a second, and serves all that stay', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const clock = createFakeClock()
        const gate = createConnectGate(clock)
        const cancels: (() => void)[] = []
        const waiting = new Set<number>()
        const made: number[] = []
        let first = -1
        const enter = (name: number) => {
          waiting.add(name)
          const run = () => {
            const goesFirst = waiting.has(first) ? first : Math.min(...waiting)
            expect(name).toBe(goesFirst)
            waiting.delete(name)
            made.push(clock.monotonic())
          }
          cancels.push(gate.enter(run, () => name === first))
        }
        for (const each of steps) {
          if ('enter' in each) for (let more = 0; more < each.enter; more++) enter(cancels.length)
          else if ('wait' in each) clock.advance(each.wait)
          else if (cancels.length === 0) continue
          else if ('first' in each) first = each.first % cancels.length
          else {
            const name = each.cancel % cancels.length
            cancels[name]?.()
            waiting.delete(name)
          }
        }
        clock.advance(1000 * (waiting.size / 20 + 1))
        expect([...waiting]).toEqual([])
        expect(clock.pending).toBe(0)
        made.forEach((from, index) => {
          const inTheSecond = made.slice(index).filter((at) => at < from + 1000)
          expect(inTheSecond.length).toBeLessThanOrEqual(30)
          const toLast = ((made.at(-1) ?? from) - from) / 1000
          expect(made.length - index).toBeLessThanOrEqual(10 + 20 * toLast + 1e-6)
        })
      }),
    )
  })
})
