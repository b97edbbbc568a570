import { expect, it } from 'vitest'
import { ownValue } from '../../src-shared/protocol/own-value'

it('finds what an object holds itself, and nothing that each object has', () => {
  expect(ownValue({ a: 1 }, 'a')).toBe(1)
  for (const name of ['b', 'constructor', 'toString', '__proto__'])
    expect(ownValue({ a: 1 }, name)).toBeUndefined()
})
