import { ownValue } from '../../../src-shared/protocol/own-value'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Platform } from '../../../src-shared/bridge/platform'
import { messages } from '../messages'

const signs: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
}
const macModifiers: Readonly<Record<string, string>> = { mod: '⌘', alt: '⌥', shift: '⇧' }
const macOrder = ['alt', 'shift', 'mod']
/** The other keys as the menus of macOS show them. Its Delete removes what is before the cursor. */
const macKeys: Readonly<Record<string, string>> = {
  ...{ enter: '↩', tab: '⇥', backspace: '⌫', delete: '⌦' },
  ...{ home: '↖', end: '↘', pageup: '⇞', pagedown: '⇟' },
}

/** A shortcut, or a key on its own, as the platform's own programs show it: `Ctrl+Shift+F`, `⇧⌘F`. */
export function describeShortcut(shortcut: string, platform: Platform): string {
  const parts = shortcut.split(/(?<!^)\+(?!$)/)
  const last = parts.at(-1) ?? ''
  const held = parts.slice(0, -1)
  if (platform === 'darwin') {
    const inOrder = macOrder.filter((one) => held.includes(one)).map((one) => macModifiers[one])
    return [...inOrder, macModifiers[last] ?? macKeys[last] ?? keyWord(last)].join('')
  }
  return [...held.map((one) => named(one) ?? one), keyWord(last)].join('+')
}

const named = (key: string) => ownValue<string>(messages.keys, key) ?? ownValue(signs, key)

function keyWord(key: string): string {
  if (key === ' ') return messages.keys.space
  if (key.length === 1) return key.toUpperCase()
  return named(key) ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`
}

/** A key by its name in KeyboardEvent.key, as it is written on it. */
export const describeKey = (key: string) =>
  key.length === 1 ? keyWord(key) : (named(key.toLowerCase()) ?? key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '))

type Modifier = keyof Vocabulary['modifiers']
const modifierOrder: readonly Modifier[] = ['Control', 'Alt', 'Shift', 'Meta']
const macModifierSigns: Readonly<Record<Modifier, string>> = { Control: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' }
const modifierWords = { Control: 'mod', Alt: 'alt', Shift: 'shift', Meta: 'meta' } as const satisfies Record<
  Modifier,
  keyof typeof messages.keys
>

/** A modifier, as it is written on its key; the same on every platform. */
export const modifierName = (modifier: Modifier) => messages.keys[modifierWords[modifier]]

/** Keys that were pressed together on a phone, by their names in KeyboardEvent.key, as shortcuts are shown: `Ctrl+A`, `⇧⌘A`. */
export function describeChord(held: readonly string[], key: string, platform: Platform): string {
  const isMac = platform === 'darwin'
  const inOrder = modifierOrder.filter((one) => held.includes(one))
  const signs = inOrder.map((one) => (isMac ? macModifierSigns[one] : modifierName(one)))
  const others = held.filter((one) => !inOrder.includes(one as Modifier)).map(keyWord)
  return [...signs, ...others, keyWord(key.toLowerCase())].join(isMac ? '' : '+')
}

/** Describes a button's action with its shortcut. */
export function withShortcut(title: string, shortcuts: readonly string[], platform: Platform): string {
  const [first] = shortcuts
  return first === undefined ? title : `${title} (${describeShortcut(first, platform)})`
}
