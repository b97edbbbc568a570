import { beforeEach, describe, expect, it } from 'vitest'
import { createSteadyClock, type SteadyClock } from '../../../src-main/core/time/steady-clock'
import { createFakeClock, type FakeClock } from './fake-clock'

const hour = 3_600_000

describe('a clock that goes on in sleep', () => {
  let machine: FakeClock
  let clock: SteadyClock
  let jumps: number[]
  let ran: string[]

  beforeEach(() => {
    machine = createFakeClock()
    jumps = []
    ran = []
    clock = createSteadyClock(machine, () => jumps.push(machine.monotonic()))
  })
  const wait = (ms: number, name: string) => clock.after(ms, () => ran.push(name))

  it('reports each sleep once, within a second', () => {
    const awake = machine.monotonic()
    machine.advance(10_500)
    machine.setWall(hour)
    machine.advance(1000)
    expect(jumps).toEqual([awake + 11_000])
    machine.advance(60_000)
    machine.setWall(5000)
    machine.advance(1000)
    expect(jumps).toHaveLength(2)
  })

  it('runs no timer early, unlike the machine’s own', () => {
    const early = createSteadyClock(
      {
        ...machine,
        monotonic: machine.monotonic,
        after: (ms, run) => machine.after(Math.max(1, ms - 0.4), run),
      },
      () => undefined,
    )
    const times: number[] = []
    const startMs = early.monotonic()
    early.after(100, () => times.push(early.monotonic()))
    const cancel = early.after(50, () => times.push(0))
    machine.advance(49.8)
    cancel()
    machine.advance(99)
    expect(times).toHaveLength(1)
    expect(times[0]).toBeGreaterThanOrEqual(startMs + 100)
  })

  it('counts a sleep once where the machine’s monotonic time continues', () => {
    let sleptMs = 0
    const reported: number[] = []
    const other = createSteadyClock(
      {
        now: () => machine.now() + sleptMs,
        monotonic: () => machine.monotonic() + sleptMs,
        after: (ms, run) => machine.after(ms, run),
      },
      () => reported.push(sleptMs),
    )
    const before = other.monotonic()
    sleptMs = hour
    machine.advance(1000)
    expect(reported).toEqual([hour])
    expect(other.monotonic() - before).toBe(hour + 1000)
  })

  it('reports nothing while awake, nor a late timer', () => {
    machine.advance(24 * hour)
    machine.setWall(2900)
    machine.advance(1000)
    expect(jumps).toEqual([])
  })

  it('has gone on by the sleep when it is over', () => {
    const before = clock.monotonic()
    machine.setWall(hour)
    machine.advance(1000)
    expect(clock.monotonic() - before).toBe(hour + 1000)
  })

  it('runs timers that became due in the sleep in order, and shortens the others', () => {
    wait(2 * hour, 'later')
    wait(50_000, 'second')
    wait(40_000, 'first')
    machine.setWall(hour)
    machine.advance(1000)
    expect(ran).toEqual(['first', 'second'])
    machine.advance(hour - 1001)
    expect(ran).toHaveLength(2)
    machine.advance(1)
    expect(ran).toEqual(['first', 'second', 'later'])
  })

  it('never runs a timer that is cancelled before, in or after the sleep', () => {
    const cancels = [wait(40_000, 'a'), wait(2 * hour, 'b')]
    cancels[0]?.()
    machine.setWall(hour)
    machine.advance(1000)
    cancels[1]?.()
    machine.advance(3 * hour)
    expect(ran).toEqual([])
  })

  it('keeps its waits when the wall clock is set back, and reports that', () => {
    wait(10_000, 'due')
    machine.setWall(-24 * hour)
    machine.advance(9999)
    expect(ran).toEqual([])
    machine.advance(1)
    expect(ran).toEqual(['due'])
    expect(jumps).toHaveLength(1)
  })

  it('stops looking once closed', () => {
    clock.close()
    expect(machine.pending).toBe(0)
  })
})
