import type { Platform } from '../../../src-shared/bridge/platform'

/** What of a KeyboardEvent a shortcut looks at. */
export type ShortcutEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
>

const modifierKeys = new Set(['shift', 'control', 'alt', 'altgraph', 'meta', 'capslock', 'numlock', 'fn'])

/**
 * A key stroke as shortcuts are written: `mod+a`, `escape`, `alt+arrowleft`, `?`. `mod` is Cmd on macOS and Ctrl
 * elsewhere. Shift is not named for a character that is made with it. Null for a modifier on its own, for a step of an
 * input method, and for what is held with the modifier that is not `mod`.
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

/** A letter that is not Latin, or that Option has changed, goes by where its key is. */
function keyName({ key, code }: ShortcutEvent): string | null {
  if (key === ' ') return 'space'
  const [, letter] = /^(?:Key|Digit)(.)$/.exec(code) ?? []
  const isPlain = /^[!-~]$/.test(key) || (key.length > 1 && key !== 'Dead')
  if (!isPlain && letter !== undefined) return letter.toLowerCase()
  return key === 'Dead' || key === 'Process' || key === 'Unidentified' ? null : key.toLowerCase()
}
