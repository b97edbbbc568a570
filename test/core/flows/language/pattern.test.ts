import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FlowError } from '../../../../src-main/core/flows/language/flow-error'
import { compilePattern, escapePattern } from '../../../../src-main/core/flows/language/pattern'

it.each([
  ['Notes', 'notes', true],
  ['Notes', 'Notes 2', false],
  ['New note.*', 'New note from Ada', true],
  ['.*done', 'All is DONE', true],
  ['[0-9]{6}', '123456', true],
  ['[0-9]{6}', '12345', false],
  ['Save|Done', 'Done', true],
  ['What?', 'What?', true],
  ['$5', '$5', true],
  ['C++', 'C++', true],
  ['C++', 'CC', true],
  ['a.c', 'a\nc', true],
  [String.raw`Not\u0065s`, 'Notes', true],
  [String.raw`\uD83D\uDE00`, '😀', true],
  [String.raw`[\u0041-\x{43}\0104]+`, 'ABCD', true],
  [String.raw`a\hb\Rc\e\cJ\Z`, 'a\u00A0b\r\nc\u001B\n', true],
  [String.raw`[\h\d]+\H\V`, '1 2xy', true],
  [String.raw`a\vb\sc`, 'a\u2028b\u000Bc', true],
  [String.raw`[\Qa]-\E]+\Q.\E`, 'a-].', true],
  [String.raw`\Q.\E`, 'x', false],
  [String.raw`\p{Alpha}[\p{Punct}\P{Digit}]+`, 'a!b', true],
  [String.raw`\p{IsGreek}\p{script=LATIN}\p{gc=Nd}\p{javaLetter}`, 'σx1é', true],
  [String.raw`[0-9]++ kg`, '12 kg', true],
  ['(?iu)a|(b++)', 'BB', true],
  [String.raw`\é[]a]`, 'é]', true],
])('%s and %s: %s', (pattern, text, fits) => {
  expect(compilePattern(pattern).fits(text)).toBe(fits)
})

it.each(['', '(a{100}){100}', 'x'.repeat(1001)])('refuses the pattern %s', (pattern) => {
  expect(() => compilePattern(pattern)).toThrow(FlowError)
})

it.each([
  ['Price (USD', 'a ( without its )', String.raw`Price \(USD`],
  ['1) Milk', 'a ) without its (', String.raw`1\) Milk`],
  ['+1 234', 'a + with nothing', String.raw`\+1 234`],
  ['[a', 'a [ without its ]', String.raw`\[a`],
  ['a{,3}', 'a { that begins no count', String.raw`a\{,3\}`],
  ['a**', 'a count after a count', String.raw`a\*\*`],
  ['[z-a]', 'a class whose range', String.raw`\[z-a\]`],
  ['(?=x)', 'a lookahead', String.raw`\(\?=x\)`],
  ['(?<!x)', 'a lookbehind', String.raw`\(\?<!x\)`],
  ['(?>x)', 'an atomic group', String.raw`\(\?>x\)`],
  ['(?U)x', 'the flag U', String.raw`\(\?U\)x`],
  ['(?x) x', 'the flag x', String.raw`\(\?x\) x`],
  [String.raw`(a)\1`, 'a back reference', String.raw`\(a\)\\1`],
  [String.raw`\b{g}`, 'a boundary with a kind', String.raw`\\b\{g\}`],
  [String.raw`\X`, 'the grapheme', String.raw`\\X`],
  [String.raw`\N{DIGIT ONE}`, 'a character’s name', String.raw`\\N\{DIGIT ONE\}`],
  [String.raw`\y`, String.raw`the escape \y`, String.raw`\\y`],
  [String.raw`\u12`, String.raw`the escape \u`, String.raw`\\u12`],
  [String.raw`\p{InGreek}`, String.raw`the property \p{InGreek}`, String.raw`\\p\{InGreek\}`],
  ['[a&&b]', 'the common part of classes', String.raw`\[a&&b\]`],
  ['[a[bc]]', 'a class within a class', String.raw`\[a\[bc\]\]`],
  ['[[:alpha:]]', 'a class within a class', String.raw`\[\[:alpha:\]\]`],
  ['[0-9]++5', 'a possessive count', String.raw`\[0-9\]\+\+5`],
  ['(a|ab)++', 'a possessive count', String.raw`\(a\|ab\)\+\+`],
])('names what %s has, and how to write it plainly', (pattern, construct, plainly) => {
  expect(() => compilePattern(pattern)).toThrow(construct)
  expect(() => compilePattern(pattern)).toThrow(`write ${plainly}`)
  expect(compilePattern(plainly).fits(pattern)).toBe(true)
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
