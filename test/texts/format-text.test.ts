import { expect, it } from 'vitest'
import { formatText } from '../../src-shared/texts/format-text'

it('keeps a name from turning itself and the text around it', () => {
  const fill = (name: string) => formatText('en', '{name}: renamed', { name })
  expect(fill('Front desk')).toBe('Front desk: renamed')
  expect(fill('\u202egpj.exe')).toBe('gpj.exe: renamed')
  // A name can't end its isolation itself.
  expect(fill('م\u2069\u202eb')).toBe('\u2068مb\u2069: renamed')
  expect(fill('مكتب')).toBe('\u2068مكتب\u2069: renamed')
})

it.each([
  ['en-GB', 'A, B, C'],
  ['de-DE', 'A, B, C'],
  ['ru-RU', 'A, B, C'],
  ['zh-CN', 'A、B、C'],
  ['ja-JP', 'A、B、C'],
])('joins a list with the comma of %s', (locale, listed) => {
  expect(formatText(locale, '{names}.', { names: ['A', 'B', 'C'] })).toBe(`${listed}.`)
  expect(formatText(locale, '{names}', { names: ['A'] })).toBe('A')
})
