import { expect, it } from 'vitest'
import { wholeNumber } from '../../../src-renderer/rules/whole-number'

it.each<[string | number, number | null]>([
  ['1', 1],
  [' 9 ', 9],
  [5, 5],
  ['', null],
  [' ', null],
  ['0', null],
  ['10', null],
  ['2.5', null],
  ['2,5', null],
  [NaN, null],
])('reads %j from 1 to 9 as %j', (typed, read) => {
  expect(wholeNumber(typed, 1, 9)).toBe(read)
})
