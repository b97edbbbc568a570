import { expect, it } from 'vitest'
import { fewAtOnce } from '../../../src-renderer/rules/few-at-once'

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
