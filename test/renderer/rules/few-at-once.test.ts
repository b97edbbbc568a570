import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fewAtOnce } from '../../../src-renderer/rules/few-at-once'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ids = Array.from({ length: 10 }, (_, at) => `dev_${at}`)

it('work on many phones is begun in order, four at a time', async () => {
  const begun: string[] = []
  let most = 0
  let running = 0
  await fewAtOnce(ids, async (publicId) => {
    begun.push(publicId)
    most = Math.max(most, (running += 1))
    await Promise.resolve()
    running -= 1
  })
  expect(begun).toEqual(ids)
  expect(most).toBe(4)
})

it('work that asks the service begins at most sixteen times a second', async () => {
  const begun: number[] = []
  const done = fewAtOnce(ids, () => Promise.resolve(void begun.push(Date.now())), true)
  await vi.runAllTimersAsync()
  await done
  expect(begun.map((at) => at - (begun[0] ?? 0))).toEqual([0, 0, 0, 0, 250, 250, 250, 250, 500, 500])
})
