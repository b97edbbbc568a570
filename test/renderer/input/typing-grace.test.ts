import { expect, it } from 'vitest'
import { createTypingGrace } from '../../../src-renderer/input/typing-grace'

const goOn = (openedAt: number, ...times: number[]) => {
  const typedOn = createTypingGrace(openedAt)
  return times.map((timeStamp) => typedOn({ timeStamp }))
}

it('a key that was on its way, or follows within a moment, goes on with what was being typed', () => {
  expect(goOn(1000, 990, 1300, 1650, 2000)).toEqual([true, true, true, true])
})

it('a key behind a pause is an answer, and so are those that follow it', () => {
  expect(goOn(1000, 1500)).toEqual([false])
  expect(goOn(1000, 1200, 1700, 1750)).toEqual([true, false, false])
})

it('a key from before it opened takes nothing from the moment that counts from then', () => {
  expect(goOn(1000, 700, 1150)).toEqual([true, true])
})
