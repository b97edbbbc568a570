import { expect, it } from 'vitest'
import { searchOfScreens, splitSearch } from '../../../src-renderer/rules/text-search'

it.each([
  ['lab 3', { text: null, rest: 'lab 3' }],
  ['text:hello', { text: 'hello', rest: '' }],
  ['lab text:"No connection" 3', { text: 'No connection', rest: 'lab  3' }],
  ['TEXT:"open end', { text: 'open end', rest: '' }],
  ['text:„Kein Netz“ lab', { text: 'Kein Netz', rest: 'lab' }],
  ['text:«Нет сети» lab', { text: 'Нет сети', rest: 'lab' }],
  ['text:「設定」', { text: '設定', rest: '' }],
  ["text:'Light breeze' lab", { text: 'Light breeze', rest: 'lab' }],
  ['text:', { text: null, rest: '' }],
  ['context:hello', { text: null, rest: 'context:hello' }],
])('a search for %s is split', (search, expected) => {
  expect(splitSearch(search)).toEqual(expected)
})

it.each(['Settings', 'No connection', "don't", "Don't stop", 'Say "yes" now', '„Kein Netz“', ''])(
  'the search of screens for %s finds just that',
  (text) => {
    const search = searchOfScreens(text)
    expect([search.startsWith('text:'), splitSearch(search)]).toEqual([
      true,
      { text: text || null, rest: '' },
    ])
  },
)
