import { expect, it } from 'vitest'
import { clipboardText } from '../../../src-main/core/input/clipboards'

it.each([
  ['a line\r\nand\ta tab', 'a line\r\nand\ta tab'],
  ['émoji 😀 نص', 'émoji 😀 نص'],
  ['ls\u001b[2J\u0000\u0007\u009b', 'ls[2J'],
])('a phone’s text %j comes to the clipboard as %j', (text, kept) => {
  expect(clipboardText(text)).toBe(kept)
})

it('is cut to a million characters', () => {
  expect(clipboardText('x'.repeat(3_000_000))).toHaveLength(1_000_000)
})
