import { describe, expect, it } from 'vitest'
import { shortcutOf } from '../../../../src-renderer/app/commands/shortcut'

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
  code = '',
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('shortcutOf', () => {
  it('writes mod for Cmd on macOS and Ctrl elsewhere', () => {
    expect(shortcutOf(press('a', { ctrlKey: true }), 'linux')).toBe('mod+a')
    expect(shortcutOf(press('a', { metaKey: true }), 'darwin')).toBe('mod+a')
    expect(shortcutOf(press('a', { ctrlKey: true }), 'darwin')).toBeNull()
    expect(shortcutOf(press('a', { metaKey: true, ctrlKey: true }), 'linux')).toBeNull()
  })

  it('names the held modifiers', () => {
    expect(shortcutOf(press('N', { ctrlKey: true, shiftKey: true }), 'linux')).toBe('mod+shift+n')
    expect(shortcutOf(press('Escape', { shiftKey: true }), 'linux')).toBe('shift+escape')
    expect(shortcutOf(press('ArrowLeft', { altKey: true }), 'linux')).toBe('alt+arrowleft')
    expect(shortcutOf(press(' ', { shiftKey: true }), 'linux')).toBe('shift+space')
    expect(shortcutOf(press('a'), 'linux')).toBe('a')
  })

  it('omits Shift for characters', () => {
    expect(shortcutOf(press('+', { shiftKey: true }), 'linux')).toBe('+')
    expect(shortcutOf(press('+'), 'linux')).toBe('+')
    expect(shortcutOf(press('?', { shiftKey: true }), 'linux')).toBe('?')
    expect(shortcutOf(press('+', { ctrlKey: true }), 'linux')).toBe('mod++')
  })

  it('writes the full stop with Shift, whatever the layout makes of it', () => {
    const held = { ctrlKey: true, shiftKey: true } as const
    for (const key of ['>', ':', '.'])
      expect(shortcutOf(press(key, held, 'Period'), 'linux'), key).toBe('mod+shift+.')
    expect(shortcutOf(press('.', held, 'Comma'), 'linux')).toBe('mod+.')
    expect(shortcutOf(press('>', held, 'IntlBackslash'), 'linux')).toBe('mod+>')
    expect(shortcutOf(press('.', { ctrlKey: true }, 'Period'), 'linux')).toBe('mod+.')
    expect(shortcutOf(press('>', { shiftKey: true }, 'Period'), 'linux')).toBe('>')
  })

  it('uses the key’s position for letters that are not Latin or changed by Option', () => {
    expect(shortcutOf(press('л', { ctrlKey: true }, 'KeyK'), 'linux')).toBe('mod+k')
    expect(shortcutOf(press('˙', { altKey: true }, 'KeyH'), 'darwin')).toBe('alt+h')
    expect(shortcutOf(press('Dead', { altKey: true }, 'KeyE'), 'darwin')).toBe('alt+e')
    expect(shortcutOf(press('z', {}, 'KeyY'), 'linux')).toBe('z')
  })

  it('keeps Latin letters of other layouts, and the character of AltGr', () => {
    expect(shortcutOf(press('ı', { ctrlKey: true }, 'KeyI'), 'linux')).toBe('mod+ı')
    expect(shortcutOf(press('б', { ctrlKey: true }, 'Comma'), 'linux')).toBe('mod+,')
    const altGr = { getModifierState: (name: string) => name === 'AltGraph' }
    expect(shortcutOf({ ...press('¶', {}, 'KeyR'), ...altGr }, 'linux')).toBe('¶')
    expect(shortcutOf({ ...press('@', { ctrlKey: true, altKey: true }, 'KeyQ'), ...altGr }, 'win32')).toBe(
      '@',
    )
  })

  it('ignores a modifier alone and steps of an input method', () => {
    expect(shortcutOf(press('Shift', { shiftKey: true }, 'ShiftLeft'), 'linux')).toBeNull()
    expect(shortcutOf(press('Process', {}, 'Comma'), 'linux')).toBeNull()
  })
})
