import { describe, expect, it } from 'vitest'
import { matchesShortcut } from '../../../src-renderer/commands/shortcut'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('matchesShortcut', () => {
  it('takes Cmd on macOS and Ctrl elsewhere for mod, and not the other', () => {
    expect(matchesShortcut(press('a', { ctrlKey: true }), 'mod+a', 'linux')).toBe(true)
    expect(matchesShortcut(press('a', { metaKey: true }), 'mod+a', 'darwin')).toBe(true)
    expect(matchesShortcut(press('a', { ctrlKey: true }), 'mod+a', 'darwin')).toBe(false)
    expect(matchesShortcut(press('a', { metaKey: true, ctrlKey: true }), 'mod+a', 'linux')).toBe(false)
  })

  it('wants exactly the modifiers that are named', () => {
    expect(matchesShortcut(press('N', { ctrlKey: true, shiftKey: true }), 'mod+shift+n', 'linux')).toBe(true)
    expect(matchesShortcut(press('n', { ctrlKey: true }), 'mod+shift+n', 'linux')).toBe(false)
    expect(matchesShortcut(press('Escape', { shiftKey: true }), 'escape', 'linux')).toBe(false)
    expect(matchesShortcut(press('a'), 'mod+a', 'linux')).toBe(false)
  })

  it('knows characters that need Shift on one layout and not on another', () => {
    expect(matchesShortcut(press('+', { shiftKey: true }), '+', 'linux')).toBe(true)
    expect(matchesShortcut(press('+'), '+', 'linux')).toBe(true)
    expect(matchesShortcut(press('?', { shiftKey: true }), '?', 'linux')).toBe(true)
    expect(matchesShortcut(press('+', { ctrlKey: true }), 'mod++', 'linux')).toBe(true)
  })
})
