/** What of a KeyboardEvent a shortcut looks at. */
export type ShortcutEvent = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Whether a key stroke is a shortcut, written like `mod+a`, `escape` or `?`. `mod` is Cmd on macOS and Ctrl elsewhere.
 * Shift need not be named for a character that is made with it.
 */
export function matchesShortcut(
  event: ShortcutEvent,
  shortcut: string,
  platform: 'darwin' | 'linux' | 'win32',
): boolean {
  const parts = shortcut.split(/(?<!^)\+(?!$)/)
  const key = parts.at(-1) ?? ''
  const held = new Set(parts.slice(0, -1))
  const mod = platform === 'darwin' ? event.metaKey : event.ctrlKey
  const otherMod = platform === 'darwin' ? event.ctrlKey : event.metaKey
  if (event.key.toLowerCase() !== key) return false
  if (otherMod || mod !== held.has('mod') || event.altKey !== held.has('alt')) return false
  const makesCharacter = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return makesCharacter || event.shiftKey === held.has('shift')
}
