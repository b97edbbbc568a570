import { expect, it } from 'vitest'
import { readPart, typedPart } from '../../../../src-renderer/features/rules/screen-part'

it.each([
  ['0', '50', '100', '50'],
  ['5', '0', '95', '1'],
])('a part within the screen is read: %s %s %s %s', (left, top, width, height) => {
  expect(readPart({ left, top, width, height })).toEqual({
    left: Number(left),
    top: Number(top),
    width: Number(width),
    height: Number(height),
  })
})

it.each([
  ['0', '0', '0', '50'],
  ['10', '0', '91', '50'],
  ['', '0', '10', '50'],
  ['1.5', '0', '10', '50'],
  ['0', '0', '10', '200'],
])('another is none: %s %s %s %s', (left, top, width, height) => {
  expect(readPart({ left, top, width, height })).toBe(null)
})

it('a dragged box becomes whole percents that hold all of it', () => {
  const box = { left: 0, top: 333, width: 1000, height: 667 }
  expect(typedPart(box, { width: 1000, height: 1000 })).toEqual({
    left: '0',
    top: '33',
    width: '100',
    height: '67',
  })
})
