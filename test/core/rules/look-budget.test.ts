import { expect, it } from 'vitest'
import { createLookBudget } from '../../../src-main/core/rules/look-budget'
import { createFakeClock } from '../time/fake-clock'

const settle = () => new Promise(setImmediate)

it('looks take their share of the time at most, one after the other', async () => {
  const clock = createFakeClock()
  const budget = createLookBudget(clock, () => 10)
  const stop = new AbortController()
  const begun: number[] = []
  const from = clock.monotonic()
  const look = async () => {
    const leave = await budget.enter(stop.signal, true)
    begun.push(clock.monotonic() - from)
    clock.advance(100)
    leave()
  }
  const all = Promise.all([look(), look(), look()])
  for (let turn = 0; turn < 30; turn += 1) {
    await settle()
    clock.advance(100)
  }
  await all
  expect(begun).toEqual([0, 1000, 2000])
})

it('a look over a sleep of nine hours holds up none for longer than a long look', async () => {
  const clock = createFakeClock()
  const budget = createLookBudget(clock, () => 5)
  const { signal } = new AbortController()
  const leave = await budget.enter(signal, true)
  clock.advance(9 * 3_600_000)
  leave()
  let isIn = false
  void budget.enter(signal, true).then(() => (isIn = true))
  await settle()
  clock.advance(40_000)
  await settle()
  expect(isIn).toBe(true)
})

it('a look that is stopped while it rests lets the next one through', async () => {
  const clock = createFakeClock()
  const budget = createLookBudget(clock, () => 50)
  const [first, second] = [new AbortController(), new AbortController()]
  const leave = await budget.enter(first.signal, true)
  clock.advance(100)
  leave()
  const stopped = budget.enter(first.signal, true)
  const next = budget.enter(second.signal, true)
  await settle()
  first.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  await settle()
  clock.advance(100)
  await next
})

it('changed screens come before others, which wait no longer than 10 s for them', async () => {
  const clock = createFakeClock()
  const budget = createLookBudget(clock, () => 100)
  const { signal } = new AbortController()
  const looked: string[] = []
  const look = async (name: string, isChanged: boolean) => {
    const leave = await budget.enter(signal, isChanged)
    looked.push(name)
    await settle()
    clock.advance(4000)
    leave()
  }
  const all = [look('first', false), look('still', false), look('changed', true)]
  for (let turn = 0; turn < 5; turn += 1) all.push(look(`moves ${turn}`, true))
  await Promise.all(all)
  expect(looked).toEqual([
    ...['first', 'changed', 'moves 0', 'still', 'moves 1', 'moves 2', 'moves 3', 'moves 4'],
  ])
})
