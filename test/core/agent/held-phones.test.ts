import { beforeEach, describe, expect, it } from 'vitest'
import { HeldPhones } from '../../../src-main/core/agent/held-phones'
import { BenchPhone } from '../flows/run/flow-bench'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('the phones that programs use', () => {
  let clock: FakeClock
  let held: HeldPhones
  let live: Set<string>
  const phone = (id: string) =>
    new BenchPhone(clock, id, id, (isUsed) => void (isUsed ? live.add(id) : live.delete(id)))

  beforeEach(() => {
    clock = createFakeClock()
    live = new Set()
    held = new HeldPhones({ clock, mostPhones: () => 2 })
  })

  it('stay live for a minute after the last call', () => {
    const one = phone('one')
    const [end, endOther] = [held.use(one), held.use(one)]
    end()
    clock.advance(90_000)
    expect(live).toEqual(new Set(['one']))
    endOther()
    clock.advance(59_000)
    held.use(one)()
    clock.advance(59_000)
    expect(live).toEqual(new Set(['one']))
    clock.advance(1000)
    expect(live).toEqual(new Set())
  })

  it('give their places up, the one that rests for the longest time first', () => {
    const [one, two] = [phone('one'), phone('two')]
    held.use(one)()
    clock.advance(10)
    held.use(two)()
    const endThird = held.use(phone('three'))
    expect(live).toEqual(new Set(['two', 'three']))
    endThird()
    held.close()
    expect(live).toEqual(new Set())
  })

  it('keep the place of a call under way', () => {
    held.use(phone('one'))
    held.use(phone('two'))
    held.use(phone('three'))
    expect(live).toEqual(new Set(['one', 'two', 'three']))
  })
})
