import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Run } from '../../../../src-main/core/flows/run/run-flows'
import type { RunResult } from '../../../../src-main/core/flows/run/run-result'
import { seeded } from '../../../fuzz/mutate'
import { picturesReading } from '../../pictures/pictures-here'
import { createFakeClock } from '../../time/fake-clock'
import { read } from '../reading/read'
import { BenchPhone, useOf, words } from '../run/flow-bench'

const seeds = Number(process.env['FLEETWALL_MODEL_SEEDS'] ?? 50)
const ids = ['dev_0', 'dev_1', 'dev_2', 'dev_3', 'dev_4']
const checked = {
  flow: read('- setClipboard: one\n- setClipboard: two').flow,
  env: {},
  continueOnFailure: true,
}

/** Plays up to five runs on the same phones, which a person pauses, leaves and stops as the seed says. */
async function play(seed: number) {
  const random = seeded(seed)
  const clock = createFakeClock()
  const mostPhones = 1 + Math.floor(random() * ids.length)
  const use = useOf(mostPhones)
  const users = new Map<string, number>()
  /** The runs of each phone, as they came. */
  const order = new Map<string, number[]>()
  const wrong: string[] = []
  const results: RunResult[] = []
  let due = 0
  let begun = 0
  const begin = () => {
    begun += 1
    const number = begun
    const onUse = (publicId: string) => (isUsed: boolean) => {
      if (!isUsed) return users.delete(publicId)
      if (users.has(publicId)) wrong.push(`${publicId} is in runs ${users.get(publicId)} and ${number}`)
      users.set(publicId, number)
      if (users.size > mostPhones) wrong.push(`${users.size} phones are in use`)
      return order.set(publicId, [...(order.get(publicId) ?? []), number])
    }
    const plans = ids
      .filter(() => random() < 0.6)
      .map((publicId) => ({
        phone: new BenchPhone(clock, publicId, publicId, onUse(publicId)),
        flows: [checked, checked],
      }))
    due += plans.length * 2
    const run = new Run({
      ...{ clock, words, use, plans, env: {}, retries: 0, timeoutMs: null, mostActions: Infinity },
      pictures: picturesReading(() => Promise.resolve([])),
      emit: () => undefined,
      filesOf: () => ({
        save: () => Promise.resolve('a.jpg'),
        film: () => Promise.reject(new Error('none')),
      }),
    })
    void run.result.then((result) => results.push(result))
    const does = random()
    const [soon, later] = [random() * 400, 400 + random() * 400]
    const [one = 'dev_0'] = ids.filter(() => random() < 0.3)
    if (does < 0.2) clock.after(soon, () => run.stop())
    else if (does < 0.4) clock.after(soon, () => run.leave(one))
    else if (does < 0.6) {
      clock.after(soon, () => run.pause(null))
      clock.after(later, () => run.resume(null))
    }
  }
  const runs = 2 + Math.floor(random() * 4)
  for (let number = 0; number < runs; number += 1) clock.after(number * random() * 300, begin)
  for (let turns = 0; results.length < runs && turns < 20_000; turns += 1) {
    await turn()
    clock.runNext()
  }
  return { runs, results, due, order, wrong, inUse: users.size }
}

it(`has no phone in two runs, keeps their order and ends all, in ${seeds} seeds`, async () => {
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { runs, results, due, order, wrong, inUse } = await play(seed)
    const cases = results.reduce((sum, result) => sum + result.cases.length, 0)
    expect({ seed, ended: results.length, cases, wrong, inUse }).toEqual({
      ...{ seed, ended: runs, cases: due },
      ...{ wrong: [], inUse: 0 },
    })
    for (const numbers of order.values())
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
  }
}, 300_000)
