import { describe, expect, it } from 'vitest'
import { plainPart, safePart } from '../../../src-main/core/disk/file-name'

describe('a part of a path that every system takes', () => {
  it('has no character that a system refuses or that hides the rest', () => {
    expect(safePart('a<b>:"c"|d?*\u0007')).toBe('a b c d')
    expect(safePart('photo\u202egpj.exe')).toBe('photo gpj.exe')
    expect(safePart('a\ud800b\u2028c\u200bd')).toBe('a b c d')
    expect(safePart(' .電話 😀. ')).toBe('電話 😀')
  })

  it('is no device of Windows', () => {
    expect(['CON', 'nul.txt', 'Com1 .a', 'lpt¹', 'CONIN$'].map((one) => safePart(one))).toEqual([
      'CON_',
      'nul_.txt',
      'Com1_ .a',
      'lpt¹_',
      'CONIN$_',
    ])
    expect(safePart('console COM10')).toBe('console COM10')
  })

  it('has at most 200 bytes a part, and whole characters', () => {
    const family = '👨‍👩‍👧'
    const part = safePart(family.repeat(50), ' (12).jpg')
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200)
    expect(part).toBe(`${family.repeat(10)} (12).jpg`)
    expect(safePart(`a${'\u0301'.repeat(300)}`)).toBe('')
  })
})

describe('a part of a report’s path', () => {
  it.each([
    ['Front desk', 'Front desk'],
    ['../../etc', '-..-etc'],
    ['a/b\\c:d', 'a-b-c-d'],
    ['nul', '_nul'],
    ['con.1', '_con.1'],
    ['', '_'],
    ['end. ', 'end'],
    ['é'.repeat(100), 'é'.repeat(40)],
  ])('makes %j to %j', (name, part) => {
    expect(plainPart(name)).toBe(part)
  })
})
