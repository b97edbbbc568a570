import { expect, it } from 'vitest'
import { isSoleModifier } from '../../../../src-renderer/phone/input/sole-modifier'

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

it('is true for the held key, by the platform’s name', () => {
  expect(isSoleModifier({ ...none, altKey: true }, 'alt', 'linux')).toBe(true)
  expect(isSoleModifier({ ...none, shiftKey: true }, 'shift', 'linux')).toBe(true)
  expect(isSoleModifier({ ...none, ctrlKey: true }, 'mod', 'win32')).toBe(true)
  expect(isSoleModifier({ ...none, metaKey: true }, 'mod', 'darwin')).toBe(true)
})

it('is false for another key, and for two', () => {
  expect(isSoleModifier(none, 'alt', 'linux')).toBe(false)
  expect(isSoleModifier({ ...none, ctrlKey: true }, 'alt', 'linux')).toBe(false)
  expect(isSoleModifier({ ...none, ctrlKey: true }, 'mod', 'darwin')).toBe(false)
  expect(isSoleModifier({ ...none, metaKey: true }, 'mod', 'linux')).toBe(false)
  for (const also of ['ctrlKey', 'metaKey', 'shiftKey'] as const)
    expect(isSoleModifier({ ...none, altKey: true, [also]: true }, 'alt', 'linux')).toBe(false)
})

it('is false for all when none is set', () => {
  expect(isSoleModifier(none, 'none', 'linux')).toBe(false)
  expect(isSoleModifier({ ...none, altKey: true }, 'none', 'linux')).toBe(false)
})
