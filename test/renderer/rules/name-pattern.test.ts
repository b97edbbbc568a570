import { describe, expect, it } from 'vitest'
import { namesByPattern } from '../../../src-renderer/rules/name-pattern'

const phones = [
  { name: 'Aster', labels: [{ name: 'eu' }, { name: 'b' }] },
  { name: 'Birch', labels: [] },
]

describe('a pattern for names', () => {
  it.each([
    { pattern: 'Lab {n:02}', first: 9, names: ['Lab 09', 'Lab 10'] },
    { pattern: '{n}/{name}', first: 1, names: ['1/Aster', '2/Birch'] },
    { pattern: '{label} {name}', first: 1, names: ['eu Aster', ' Birch'] },
    { pattern: 'plain {x} {n:', first: 1, names: ['plain {x} {n:', 'plain {x} {n:'] },
  ])('makes $names of $pattern', ({ pattern, first, names }) => {
    expect(namesByPattern(pattern, phones, first)).toEqual(names)
  })
})
