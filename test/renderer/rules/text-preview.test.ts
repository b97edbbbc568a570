import { expect, it } from 'vitest'
import { previewOf } from '../../../src-renderer/rules/text-preview'

it('shows the first 2000 characters of a text, and no half ones', () => {
  for (const one of ['a', '😀', '\u0301']) {
    expect(previewOf(one.repeat(2000))).toBe(one.repeat(2000))
    expect(previewOf(one.repeat(2001))).toBe(`${one.repeat(2000)} …`)
    expect(previewOf(`${one.repeat(1_000_000)}`)).toBe(`${one.repeat(2000)} …`)
  }
})
