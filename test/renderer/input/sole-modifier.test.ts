import { expect, it } from 'vitest'
import { isHeldAlone } from '../../../src-renderer/input/sole-modifier'

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

it('is true of the key that is held, by the platform’s own name', () => {
  expect(isHeldAlone({ ...none, altKey: true }, 'alt', 'linux')).toBe(true)
  expect(isHeldAlone({ ...none, shiftKey: true }, 'shift', 'linux')).toBe(true)
  expect(isHeldAlone({ ...none, ctrlKey: true }, 'mod', 'win32')).toBe(true)
  expect(isHeldAlone({ ...none, metaKey: true }, 'mod', 'darwin')).toBe(true)
})

it('is false of another key, and of two', () => {
  expect(isHeldAlone(none, 'alt', 'linux')).toBe(false)
  expect(isHeldAlone({ ...none, ctrlKey: true }, 'alt', 'linux')).toBe(false)
  expect(isHeldAlone({ ...none, ctrlKey: true }, 'mod', 'darwin')).toBe(false)
  expect(isHeldAlone({ ...none, metaKey: true }, 'mod', 'linux')).toBe(false)
  for (const also of ['ctrlKey', 'metaKey', 'shiftKey'] as const)
    expect(isHeldAlone({ ...none, altKey: true, [also]: true }, 'alt', 'linux')).toBe(false)
})

it('is false of all where none is set', () => {
  expect(isHeldAlone(none, 'none', 'linux')).toBe(false)
  expect(isHeldAlone({ ...none, altKey: true }, 'none', 'linux')).toBe(false)
})
