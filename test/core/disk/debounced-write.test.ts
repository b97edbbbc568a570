import { expect, it } from 'vitest'
import { createDebouncedWrite } from '../../../src-main/core/disk/debounced-write'
import { createFakeClock } from '../time/fake-clock'

it('writes once for half a second, at its close, and not afterwards', () => {
  const clock = createFakeClock()
  const written: object[] = []
  const failed: unknown[] = []
  let n = 0
  const write = (content: object) => {
    if (n > 2) throw new Error('full')
    written.push(content)
  }
  const file = createDebouncedWrite({
    clock,
    file: { write },
    content: () => ({ n }),
    onFailed: (error) => failed.push(error),
  })
  for (n = 1; n < 3; n += 1) {
    file.soon()
    clock.advance(200)
  }
  n = 2
  clock.advance(99)
  expect(written).toEqual([])
  clock.advance(1)
  expect(written).toEqual([{ n: 2 }])
  file.flush()
  expect(written).toHaveLength(1)
  file.soon()
  n = 3
  file.close()
  file.soon()
  clock.advance(1000)
  expect([written.length, failed.length]).toEqual([1, 1])
})
