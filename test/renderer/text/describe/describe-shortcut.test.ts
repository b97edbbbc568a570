import { describe, expect, it } from 'vitest'
import {
  describeChord,
  describeKey,
  describeShortcut,
  withShortcut,
} from '../../../../src-renderer/text/describe/describe-shortcut'

describe('describeShortcut', () => {
  it('names keys as the platform does', () => {
    expect(describeShortcut('mod+shift+f', 'linux')).toBe('Ctrl+Shift+F')
    expect(describeShortcut('mod+shift+f', 'win32')).toBe('Ctrl+Shift+F')
    expect(describeShortcut('mod+shift+f', 'darwin')).toBe('⇧⌘F')
    expect(describeShortcut('mod+alt+arrowleft', 'darwin')).toBe('⌥⌘←')
  })

  it('names a key on its own as the platform does', () => {
    const keys = ['alt', 'mod', 'shift']
    expect(keys.map((key) => describeShortcut(key, 'linux'))).toEqual(['Alt', 'Ctrl', 'Shift'])
    expect(keys.map((key) => describeShortcut(key, 'darwin'))).toEqual(['⌥', '⌘', '⇧'])
  })

  it('shows the keys that a Mac names otherwise by their signs', () => {
    const keys = ['mod+backspace', 'shift+delete', 'mod+enter', 'pageup', 'tab']
    expect(keys.map((key) => describeShortcut(key, 'darwin'))).toEqual(['⌘⌫', '⇧⌦', '⌘↩', '⇞', '⇥'])
    expect(describeShortcut('mod+backspace', 'win32')).toBe('Ctrl+Backspace')
  })

  it('shows keys by their usual signs', () => {
    expect(
      ['escape', 'alt+arrowright', '+', 'mod++', '?', 'f5'].map((one) => describeShortcut(one, 'linux')),
    ).toEqual(['Esc', 'Alt+→', '+', 'Ctrl++', '?', 'F5'])
  })
})

describe('describeChord', () => {
  it('names keys that were pressed together as shortcuts are named', () => {
    const chord = (platform: 'linux' | 'darwin') => [
      describeChord(['Meta', 'Control'], 'a', platform),
      describeChord(['Shift', 'Alt'], 'ArrowUp', platform),
      describeChord(['hyper', 'Control'], ' ', platform),
    ]
    expect(chord('linux')).toEqual(['Ctrl+Cmd+A', 'Alt+Shift+↑', 'Ctrl+Hyper+Space'])
    expect(chord('darwin')).toEqual(['⌃⌘A', '⌥⇧↑', '⌃HyperSpace'])
  })
})

describe('describeKey', () => {
  it('is the label on the key', () => {
    const keys = ['F5', 'Insert', 'ContextMenu', 'PrintScreen', 'BrowserHome']
    expect(keys.map(describeKey)).toEqual(['F5', 'Ins', 'Menu', 'Print Screen', 'Browser Home'])
  })
})

describe('withShortcut', () => {
  it('names the first shortcut, if there is one', () => {
    expect(withShortcut('Inspector', ['i', 'f4'], 'linux')).toBe('Inspector (I)')
    expect(withShortcut('Inspector', [], 'linux')).toBe('Inspector')
  })
})
