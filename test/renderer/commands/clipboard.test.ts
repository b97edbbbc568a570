import { expect, it } from 'vitest'
import { copies } from '../../../src-renderer/commands/clipboard'

const words = { Meta: 'cmd', Control: 'ctrl', Alt: 'alt', Shift: 'shift' }

it.each([
  [['ctrl'], 'c', true],
  [['cmd'], 'x', true],
  [['ctrl'], 'v', false],
  [['alt'], 'c', false],
  [['ctrl', 'shift'], 'c', false],
  [[], 'c', false],
] as const)('a chord of %j and %s copies on the phone: %s', (modifiers, key, wanted) => {
  expect(copies(modifiers, key, words)).toBe(wanted)
})
