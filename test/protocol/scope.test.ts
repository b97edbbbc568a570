import { describe, expect, it } from 'vitest'
import { scopeNamed, scopes } from '../../src-shared/protocol/scope'

describe('the scope in a refusal (spec 5, rule 7)', () => {
  it.each(scopes)('is %s, however it is put', (scope) => {
    for (const detail of [
      `Scope ${scope} is required`,
      `This call needs the scope '${scope}'.`,
      `Missing scope: ${scope}`,
      `scope=${scope}`,
      `The ${scope} scope is required.`,
      `The key has no “${scope}” scope`,
      `Missing required SCOPE \`${scope.toUpperCase()}\``,
    ]) {
      expect(scopeNamed(detail), detail).toBe(scope)
    }
  })

  it.each([
    '',
    'The key is suspended',
    'The key is not allowed from this IP address',
    'A scope is missing; read the documentation for control of keys',
    'Scope admin is required',
    'Scope readable is required',
    'Scope read or scope manage is required',
    'Planned by a test (forbidden)',
  ])('is none: %j', (detail) => {
    expect(scopeNamed(detail)).toBeNull()
  })
})
