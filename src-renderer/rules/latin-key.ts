import type { Platform } from '../../src-shared/bridge/platform'

/** The part of a KeyboardEvent that tells which key of a Latin layout is meant. */
export interface PressedKey {
  key: string
  code: string
  /** Of the layout's base letter: 65–90 for A–Z, whatever character the key makes. */
  keyCode?: number | undefined
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** AltGr is down, so Ctrl and Alt belong to the character. */
  altGraph: boolean
}

/** What `pressedKey` reads of a KeyboardEvent. */
export type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'keyCode' | 'getModifierState'>>

/** Takes from a KeyboardEvent what tells the key. */
export function pressedKey(event: KeyEvent): PressedKey {
  const { key, code, keyCode, ctrlKey, metaKey, altKey, shiftKey } = event
  const altGraph = event.getModifierState?.('AltGraph') ?? false
  return { key, code, keyCode, ctrlKey, metaKey, altKey, shiftKey, altGraph }
}

/** The characters of the US layout's other keys, without and with Shift. */
const usLayout = new Map([
  ...[...')!@#$%^&*('].map((shifted, digit) => [`Digit${digit}`, `${digit}${shifted}`] as const),
  ['Backquote', '`~'],
  ['Minus', '-_'],
  ['Equal', '=+'],
  ['BracketLeft', '[{'],
  ['BracketRight', ']}'],
  ['Backslash', '\\|'],
  ['Semicolon', ';:'],
  ['Quote', `'"`],
  ['Comma', ',<'],
  ['Period', '.>'],
  ['Slash', '/?'],
])

/** Returns whether a key makes text: one character, or several (Arabic `لا`). Names of keys are ASCII. */
export function makesText(key: string): boolean {
  return [...key].length === 1 || /[^ -~]/.test(key)
}

/**
 * Returns the key that a command means, in lower case if it makes text. Names and Latin characters keep their key. A
 * character of another script, or one that Option makes on macOS, is read by its position on the US layout. With AltGr,
 * the character itself is the key.
 */
export function latinKey(pressed: PressedKey, platform: Platform): string {
  const { key, altGraph } = pressed
  if (altGraph) return lowerCase(key)
  const isOfPosition = isOfOtherScript(key) || isMadeByOption(pressed, platform) || isOnLetterKey(pressed)
  return (isOfPosition ? atPosition(pressed) : null) ?? lowerCase(key)
}

/** By Script_Extensions, which count an Arabic comma or digit as Arabic. */
function isOfOtherScript(key: string): boolean {
  return /[^\p{scx=Latin}\p{scx=Common}]/u.test(key)
}

function isMadeByOption({ key, altKey }: PressedKey, platform: Platform): boolean {
  return platform === 'darwin' && altKey && (key === 'Dead' || /[^ -~]/.test(key))
}

/** Hebrew has `/`, and Greek `;`, on the key Q: only `keyCode` tells them from a layout whose letters are elsewhere. */
function isOnLetterKey({ key, keyCode = 0, ctrlKey, metaKey, altKey }: PressedKey): boolean {
  return (ctrlKey || metaKey) && !altKey && /^[!-/:-@[-`{-~]$/.test(key) && keyCode >= 65 && keyCode <= 90
}

function atPosition({ code, shiftKey }: PressedKey): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter?.toLowerCase() ?? usLayout.get(code)?.[shiftKey ? 1 : 0] ?? null
}

/** The Turkish `İ` would become two characters. */
function lowerCase(key: string): string {
  if (!makesText(key)) return key
  return key === 'İ' ? 'i' : key.toLowerCase()
}
