import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compilePattern, escapePattern } from '../../../../src-main/core/flows/language/pattern'

it.each([
  ['Notes', 'notes', true],
  ['Notes', 'Notes 2', false],
  ['New note.*', 'New note from Ada', true],
  ['.*done', 'All is DONE', true],
  ['[0-9]{6}', '123456', true],
  ['[0-9]{6}', '12345', false],
  ['Save|Done', 'Done', true],
  ['Price (USD', 'price (usd', true],
  ['+1 234', '+1 234', true],
  ['What?', 'What?', true],
  ['a.c', 'a\nc', true],
])('%s and %s: %s', (pattern, text, fits) => {
  expect(compilePattern(pattern).fits(text)).toBe(fits)
})

it.each(['', '(?=x)', '(a)\\1', '(a{100}){100}', 'x'.repeat(1001)])('refuses the pattern %s', (pattern) => {
  expect(() => compilePattern(pattern)).toThrow(Error)
})

it('escapes a text so that it fits itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), (text) => {
      expect(compilePattern(escapePattern(text)).fits(text)).toBe(true)
    }),
  )
})

it('needs no more time for a pattern that others never end with', () => {
  const { fits } = compilePattern('(a+)+(a|aa)*(.*a)*$')
  const begun = performance.now()
  fits(`${'a'.repeat(5000)}b`)
  expect(performance.now() - begun).toBeLessThan(1000)
})
