import { expect, it } from 'vitest'
import { toJsonLine } from '../../../src-main/core/disk/json-line'

it('writes one line that steers no terminal, and that is read as the same value', () => {
  const value = {
    name: 'P\u001B]0;owned\u0007\u007F\u009B2J\\\u009B\n\u202Eb\u2066\u061C',
    'k\u0085': ['größer \u{1F600}'],
  }
  const line = toJsonLine(value)
  expect(line).toBe(
    String.raw`{"name":"P\u001b]0;owned\u0007\u007f\u009b2J\\\u009b\n\u202eb\u2066\u061c","k\u0085":["größer 😀"]}` +
      '\n',
  )
  expect(JSON.parse(line)).toEqual(value)
})
