import { describe, expect, it } from 'vitest'
import { latinKey, type PressedKey } from '../../../src-renderer/rules/latin-key'

const bare: PressedKey = {
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  altGraph: false,
}
const withCtrl = (pressed: Partial<PressedKey>) => latinKey({ ...bare, ctrlKey: true, ...pressed }, 'linux')

describe('latinKey', () => {
  it.each([
    ['ru', 'м', 'KeyV', 'v'],
    ['ru', 'М', 'KeyV', 'v'],
    ['ru', 'б', 'Comma', ','],
    ['ru', 'ё', 'Backquote', '`'],
    ['uk', 'ї', 'BracketRight', ']'],
    ['el', 'ω', 'KeyV', 'v'],
    ['he', 'ת', 'Comma', ','],
    ['ar', 'لا', 'KeyB', 'b'],
    ['ar', '١', 'Digit1', '1'],
    ['ar', '\u064e', 'KeyQ', 'q'],
    ['fa', '؟', 'Slash', '/'],
  ])('reads a key of another script by its position: %s %s on %s', (_, key, code, wanted) => {
    expect(withCtrl({ key, code })).toBe(wanted)
  })

  it.each([
    ['dvorak', 'v', 'Period'],
    ['azerty', 'a', 'KeyQ'],
    ['azerty', 'é', 'Digit2'],
    ['azerty', '&', 'Digit1'],
    ['qwertz', 'z', 'KeyY'],
    ['qwertz', '§', 'Digit3'],
    ['tr', 'ğ', 'BracketLeft'],
    ['tr', 'ş', 'Semicolon'],
    ['tr', 'ı', 'KeyI'],
    ['ru', '№', 'Digit3'],
    ['any', 'ArrowLeft', 'ArrowLeft'],
  ])('keeps names, Latin letters and signs: %s %s on %s', (_, key, code) => {
    expect(withCtrl({ key, code })).toBe(key)
  })

  it('reads with Shift as the US layout does, and letters in lower case', () => {
    expect(withCtrl({ key: 'Б', code: 'Comma', shiftKey: true })).toBe('<')
    expect(withCtrl({ key: 'İ', code: 'Quote', shiftKey: true })).toBe('i')
    expect(withCtrl({ key: 'Ş', code: 'Semicolon', shiftKey: true })).toBe('ş')
  })

  it('reads what Option makes on macOS by its position', () => {
    const option = (key: string, code: string) => latinKey({ ...bare, key, code, altKey: true }, 'darwin')
    expect([option('å', 'KeyA'), option('Dead', 'KeyE'), option('≤', 'Comma')]).toEqual(['a', 'e', ','])
    expect(withCtrl({ key: 'Dead', code: 'KeyE' })).toBe('Dead')
  })

  it('keeps the character that AltGr makes', () => {
    expect(withCtrl({ key: 'ґ', code: 'KeyU', altGraph: true })).toBe('ґ')
  })

  it('tells a sign on a letter’s key by keyCode, in commands alone', () => {
    expect(withCtrl({ key: '/', code: 'KeyQ', keyCode: 81 })).toBe('q')
    expect(withCtrl({ key: `'`, code: 'KeyQ', keyCode: 222 })).toBe(`'`)
    expect(withCtrl({ key: '/', code: 'KeyQ', keyCode: 81, ctrlKey: false })).toBe('/')
  })
})
