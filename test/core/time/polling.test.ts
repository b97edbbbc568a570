import { expect, it } from 'vitest'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createPolling } from '../../../src-main/core/time/polling'
import { createFakeClock } from './fake-clock'

const lost: Fault = { kind: 'network', reason: 'connection-lost', host: 'a' }

function poll(nextMs: (fault: Fault | null) => number | null) {
  const clock = createFakeClock()
  const calls: { answer(value: string): Promise<void>; fail(): Promise<void> }[] = []
  const told: unknown[] = []
  const settle = async (run: () => void) => {
    run()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const polling = createPolling<string>({
    clock,
    nextMs,
    ask: () =>
      new Promise((resolve, reject) =>
        calls.push({
          answer: (value) => settle(() => resolve(value)),
          fail: () => settle(() => reject(new FaultError(lost))),
        }),
      ),
    onAnswer: (answer) => told.push(answer),
    onFault: (fault) => told.push(fault.kind),
  })
  return { clock, calls, told, polling }
}

it('drops the answer of a reading that a later one overtook', async () => {
  const { calls, told, polling } = poll(() => 1000)
  void polling.read()
  void polling.read()
  await calls[1]?.answer('new')
  await calls[0]?.answer('old')
  expect(told).toEqual(['new'])
})

it('brings the next reading forward after an answer, but not after a fault', async () => {
  const { clock, calls, told, polling } = poll(() => 1000)
  void polling.read()
  await calls[0]?.answer('one')
  polling.readWithin(200)
  clock.advance(200)
  expect(calls).toHaveLength(2)
  await calls[1]?.fail()
  polling.readWithin(200)
  clock.advance(999)
  expect([calls.length, told]).toEqual([2, ['one', 'network']])
  clock.advance(1)
  expect(calls).toHaveLength(3)
})

it('ends after a fault that no wait mends, and once it is closed', async () => {
  const { clock, calls, told, polling } = poll((fault) => (fault ? null : 1000))
  void polling.read()
  await calls[0]?.fail()
  clock.advance(60_000)
  expect(calls).toHaveLength(1)
  void polling.read()
  polling.close()
  await calls[1]?.answer('late')
  clock.advance(60_000)
  expect([calls.length, told]).toEqual([2, ['network']])
})
