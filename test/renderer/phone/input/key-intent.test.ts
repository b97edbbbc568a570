import { describe, expect, it } from 'vitest'
import vocabularyFile from '../../../../resources/vocabulary.json'
import { keyIntent, type KeyStroke } from '../../../../src-renderer/phone/input/key-intent'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'

const vocabulary = vocabularySchema.parse(vocabularyFile)
const bare: KeyStroke = {
  key: 'a',
  code: 'KeyA',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  altGraph: false,
  isComposing: false,
}
const on = (platform: 'darwin' | 'linux' | 'win32') => (stroke: Partial<KeyStroke>) =>
  keyIntent({ ...bare, ...stroke }, vocabulary, platform)
const linux = on('linux')
const mac = on('darwin')

describe('keyIntent', () => {
  it('leaves characters to the browser’s layouts and input methods', () => {
    expect(linux({ key: 'a' })).toEqual({ kind: 'text' })
    expect(linux({ key: 'A', shiftKey: true })).toEqual({ kind: 'text' })
    expect(linux({ key: '€', ctrlKey: true, altKey: true, altGraph: true })).toEqual({ kind: 'text' })
    expect(mac({ key: 'å', altKey: true })).toEqual({ kind: 'text' })
    expect(linux({ key: '😀' })).toEqual({ kind: 'text' })
  })

  it('sends keys in the words of the vocabulary', () => {
    expect(linux({ key: 'Enter' })).toEqual({ kind: 'key', key: 'enter' })
    expect(linux({ key: 'Backspace', shiftKey: true })).toEqual({ kind: 'key', key: 'backspace' })
    expect(linux({ key: 'Escape' })).toEqual({ kind: 'key', key: 'escape' })
  })

  it('sends chords with their modifiers', () => {
    expect(linux({ key: 'a', ctrlKey: true })).toEqual({ kind: 'chord', modifiers: ['ctrl'], key: 'a' })
    expect(mac({ key: 'Z', metaKey: true, shiftKey: true })).toEqual({
      kind: 'chord',
      modifiers: ['cmd', 'shift'],
      key: 'z',
    })
    expect(linux({ key: 'Tab', shiftKey: true })).toEqual({ kind: 'chord', modifiers: ['shift'], key: 'tab' })
    expect(linux({ key: 'f', altKey: true })).toEqual({ kind: 'chord', modifiers: ['alt'], key: 'f' })
    expect(linux({ key: 'v', metaKey: true })).toEqual({ kind: 'chord', modifiers: ['cmd'], key: 'v' })
  })

  it('pastes by the platform’s shortcut', () => {
    expect(linux({ key: 'v', ctrlKey: true })).toEqual({ kind: 'paste' })
    expect(linux({ key: 'Insert', shiftKey: true })).toEqual({ kind: 'paste' })
    expect(mac({ key: 'v', metaKey: true })).toEqual({ kind: 'paste' })
    expect(mac({ key: 'v', ctrlKey: true })).toEqual({ kind: 'chord', modifiers: ['ctrl'], key: 'v' })
  })

  it('reads commands on layouts of other scripts by position', () => {
    expect(linux({ key: 'м', code: 'KeyV', ctrlKey: true })).toEqual({ kind: 'paste' })
    expect(mac({ key: 'м', code: 'KeyV', metaKey: true })).toEqual({ kind: 'paste' })
    expect(linux({ key: 'ф', code: 'KeyA', ctrlKey: true })).toEqual({
      kind: 'chord',
      modifiers: ['ctrl'],
      key: 'a',
    })
    expect(mac({ key: 'Dead', code: 'KeyE', metaKey: true, altKey: true })).toMatchObject({ key: 'e' })
    expect(linux({ key: 'м', code: 'KeyV' })).toEqual({ kind: 'text' })
    expect(linux({ key: '“', code: 'KeyV', ctrlKey: true, altGraph: true })).toEqual({ kind: 'text' })
  })

  it('types a key of several characters', () => {
    expect(linux({ key: 'لا', code: 'KeyB' })).toEqual({ kind: 'text' })
  })

  it('releases the keyboard on Shift+Escape only, even while composing', () => {
    expect(linux({ key: 'Escape', shiftKey: true })).toEqual({ kind: 'let-go' })
    expect(linux({ key: 'Escape', shiftKey: true, isComposing: true })).toEqual({ kind: 'let-go' })
    expect(linux({ key: 'Escape', isComposing: true })).toEqual({ kind: 'ignore' })
  })

  it('keeps keys without a word from the page, and names those meant for the phone', () => {
    for (const key of ['F5', 'constructor']) expect(linux({ key })).toEqual({ kind: 'no-word', key })
    expect(linux({ key: 'Insert', ctrlKey: true })).toEqual({ kind: 'no-word', key: 'Insert' })
    expect(linux({ key: 'AudioVolumeUp' })).toEqual({ kind: 'swallow' })
  })

  it('ignores modifiers and keys of input methods', () => {
    expect(linux({ key: 'Shift', shiftKey: true })).toEqual({ kind: 'ignore' })
    expect(linux({ key: 'Dead' })).toEqual({ kind: 'ignore' })
    expect(linux({ key: 'Hankaku' })).toEqual({ kind: 'ignore' })
    expect(linux({ key: 'Enter', isComposing: true })).toEqual({ kind: 'ignore' })
  })
})
