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

it.each([
  [0, '0 телефонов'],
  [1, '1 телефон'],
  [2, '2 телефона'],
  [5, '5 телефонов'],
  [11, '11 телефонов'],
  [21, '21 телефон'],
  [1.5, '2 телефона'],
])('gives %d phones the form of the number that it shows', (n, said) => {
  const phones = '{n} телефон | {n} телефона | {n} телефонов | {n} телефона'
  expect(formatText('ru-RU', phones, { n })).toBe(said)
})

it('says one for half a phone that is shown as 1', () => {
  expect(formatText('en-GB', '{n} phone | {n} phones', { n: 0.5 })).toBe('1 phone')
})
