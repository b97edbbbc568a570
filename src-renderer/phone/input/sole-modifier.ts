import type { Preferences } from '../../../src-shared/features/preferences-state'
import type { Platform } from '../../../src-shared/bridge/platform'

type Held = Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Returns whether this modifier alone is held; `mod` is Cmd on macOS and Ctrl elsewhere. */
export function isSoleModifier(event: Held, key: Preferences['lineKey'], platform: Platform): boolean {
  const { altKey: alt, ctrlKey, metaKey, shiftKey: shift } = event
  const [mod, other] = platform === 'darwin' ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  const held = { alt, mod, shift }
  const count = [alt, mod, shift, other].filter(Boolean).length
  return key !== 'none' && held[key] && count === 1
}
