import type { Platform } from '../../../src-shared/bridge/platform'
import { latinKey, makesText, pressedKey, type KeyEvent } from '../../rules/latin-key'

/** Modifiers alone, and steps of an input method. */
const ofNoShortcut = new Set([
  ...['shift', 'control', 'alt', 'altgraph', 'meta', 'capslock', 'numlock', 'fn'],
  ...['dead', 'process', 'unidentified'],
])

/** What Shift makes of the full stop, by the keyboard's layout: people call the chord Ctrl+Shift+. */
const fullStops = new Set(['.', '>', ':'])

/**
 * Writes a keystroke as a shortcut: `mod+a`, `escape`, `alt+arrowleft`, `?`. `mod` is Cmd on macOS and Ctrl elsewhere.
 * Omits Shift for characters that need it, and what AltGr holds for its character. Returns null for a modifier alone, for
 * a step of an input method, and for keys held with Ctrl on macOS or Meta elsewhere.
 */
export function shortcutOf(event: KeyEvent, platform: Platform): string | null {
  const pressed = pressedKey(event)
  const isMac = platform === 'darwin'
  if (isMac ? pressed.ctrlKey : pressed.metaKey) return null
  const made = keyName(latinKey(pressed, platform))
  if (ofNoShortcut.has(made)) return null
  const isOfAltGraph = pressed.altGraph && makesText(event.key)
  const hasMod = (isMac ? pressed.metaKey : pressed.ctrlKey) && !isOfAltGraph
  const isFullStop = hasMod && pressed.shiftKey && pressed.code === 'Period' && fullStops.has(made)
  const key = isFullStop ? '.' : made
  const makesCharacter = !isFullStop && key.length === 1 && key === key.toUpperCase()
  const held = [
    hasMod && 'mod',
    pressed.altKey && !isOfAltGraph && 'alt',
    pressed.shiftKey && !makesCharacter && 'shift',
  ]
  return [...held.filter((one) => one !== false), key].join('+')
}

function keyName(key: string): string {
  return key === ' ' ? 'space' : key.toLowerCase()
}
