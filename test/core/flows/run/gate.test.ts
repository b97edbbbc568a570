import { expect, it } from 'vitest'
import { Gate } from '../../../../src-main/core/flows/run/gate'
import { createFakeClock } from '../../time/fake-clock'

it('lets other work of the program go on between steps that wait for nothing', async () => {
  const clock = createFakeClock()
  const gate = new Gate(clock)
  const { signal } = new AbortController()
  let hasTurned = false
  setImmediate(() => (hasTurned = true))
  await gate.pass('dev_1', signal)
  expect(hasTurned).toBe(false)
  clock.advance(11)
  await Promise.all([gate.pass('dev_1', signal), gate.pass('dev_2', signal)])
  expect(hasTurned).toBe(true)
})

it('gives other work a turn between phones whose steps take long', async () => {
  const clock = createFakeClock()
  const gate = new Gate(clock)
  const { signal } = new AbortController()
  const order: string[] = []
  clock.advance(11)
  const step = async (phone: string) => {
    await gate.pass(phone, signal)
    order.push(phone)
    clock.advance(300)
    setImmediate(() => order.push('other work'))
  }
  await Promise.all(['a', 'b', 'c'].map(step))
  expect(order).toEqual(['a', 'other work', 'b', 'other work', 'c'])
})
