import type { Platform } from '../../../src-shared/bridge/platform'

/** The part of a KeyboardEvent that a shortcut depends on. */
export type ShortcutEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>

const modifierKeys = new Set(['shift', 'control', 'alt', 'altgraph', 'meta', 'capslock', 'numlock', 'fn'])

/**
 * Writes a keystroke as a shortcut: `mod+a`, `escape`, `alt+arrowleft`, `?`. `mod` is Cmd on macOS and Ctrl elsewhere.
 * Omits Shift for characters that need it. Returns null for a modifier alone, for a step of an input method, and for keys
 * held with Ctrl on macOS or Meta elsewhere.
 */
export function shortcutOf(event: ShortcutEvent, platform: Platform): string | null {
  const isMac = platform === 'darwin'
  if (isMac ? event.ctrlKey : event.metaKey) return null
  const key = keyName(event)
  if (key === null || modifierKeys.has(key)) return null
  const makesCharacter = key.length === 1 && key === key.toUpperCase()
  const held = [
    (isMac ? event.metaKey : event.ctrlKey) && 'mod',
    event.altKey && 'alt',
    event.shiftKey && !makesCharacter && 'shift',
  ]
  return [...held.filter((one) => one !== false), key].join('+')
}

/** Returns the key's name; a letter that is not Latin, or that Option has changed, counts by its position. */
function keyName({ key, code }: ShortcutEvent): string | null {
  if (key === ' ') return 'space'
  const [, letter] = /^(?:Key|Digit)(.)$/.exec(code) ?? []
  const isPlain = /^[!-~]$/.test(key) || (key.length > 1 && key !== 'Dead')
  if (!isPlain && letter !== undefined) return letter.toLowerCase()
  return key === 'Dead' || key === 'Process' || key === 'Unidentified' ? null : key.toLowerCase()
}
