import { beforeEach, expect, it, vi } from 'vitest'
import {
  createPageHeartbeat,
  type PageHeartbeat,
} from '../../../../../src-renderer/phone/stream/worker/page-heartbeat'

const ask = vi.fn()
let now: number
let beat: PageHeartbeat
let painted: number

const paint = async () => {
  void beat.next().then(() => (painted += 1))
  await Promise.resolve()
}

beforeEach(() => {
  ask.mockReset()
  now = 1000
  painted = 0
  beat = createPageHeartbeat(ask, () => now)
})

it('asks at most ten times a second', async () => {
  ask.mockImplementation(() => beat.answer())
  for (let times = 0; times < 100; times += 1) {
    await paint()
    now += 10
  }
  expect(painted).toBe(100)
  expect(ask).toHaveBeenCalledTimes(10)
})

it('stops painting while the page does not answer, then paints what waits', async () => {
  for (let times = 0; times < 40; times += 1) {
    await paint()
    now += 50
  }
  expect(painted).toBe(4)
  expect(ask).toHaveBeenCalledOnce()
  beat.answer()
  await Promise.resolve()
  expect(painted).toBe(40)
})

it('asks again after a late answer', async () => {
  await paint()
  now += 1000
  await paint()
  beat.answer()
  await paint()
  expect(painted).toBe(3)
  expect(ask).toHaveBeenCalledTimes(2)
})
