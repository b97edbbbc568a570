import type { Platform } from '../../../src-shared/bridge/platform'
import type { Command } from '../../commands/command'

/**
 * Why a shortcut is taken: `fixed` navigates the wall and dialogs, `release` releases the keyboard, `text` edits text,
 * `typed` makes a character where the command would take it from a field or a phone, `system` never reaches the page.
 */
export type Reservation = 'fixed' | 'release' | 'text' | 'typed' | 'system'

const arrows = ['arrowleft', 'arrowright', 'arrowup', 'arrowdown']
const fixed = new Set([
  ...arrows,
  ...arrows.map((arrow) => `shift+${arrow}`),
  'home',
  'end',
  'pageup',
  'pagedown',
  'space',
  'enter',
  'tab',
  'shift+tab',
  'shift+f10',
  'contextmenu',
])
const text = new Set([
  ...['c', 'x', 'v', 'z', 'y', 'shift+z', 'shift+v', 'insert'].map((key) => `mod+${key}`),
  'shift+insert',
  'shift+delete',
  'backspace',
  'delete',
])
const everywhere = [
  ...['t', 'n', 'w', 'q', 'r', 'l', 'tab'].flatMap((key) => [`mod+${key}`, `mod+shift+${key}`]),
  'mod+shift+i',
  'f5',
  'f11',
  'f12',
  'alt+f4',
  'alt+tab',
  'alt+shift+tab',
  'alt+space',
]
const system: Readonly<Record<Platform, ReadonlySet<string>>> = {
  darwin: new Set([
    ...everywhere,
    ...['mod+h', 'mod+alt+h', 'mod+m', 'mod+`', 'mod+space', 'mod+alt+escape'],
  ]),
  // Desktops change the workspace with the arrows.
  linux: new Set([...everywhere, 'mod+alt+delete', ...arrows.map((arrow) => `mod+alt+${arrow}`)]),
  win32: new Set([...everywhere, 'mod+escape', 'mod+shift+escape', 'alt+escape', 'mod+alt+delete']),
}

/** On macOS, Option makes characters too. */
const makesCharacter = (shortcut: string, platform: Platform) =>
  (platform === 'darwin' ? /^(?:alt\+)?(?:shift\+)?.$/u : /^(?:shift\+)?.$/u).test(shortcut)

/** Returns why a command can't have a shortcut; null if it can. */
export function reservationOf(
  { inFields, whileTyping }: Pick<Command, 'inFields' | 'whileTyping'>,
  shortcut: string,
  platform: Platform,
): Reservation | null {
  if (fixed.has(shortcut)) return 'fixed'
  if (shortcut === 'shift+escape') return 'release'
  if (text.has(shortcut)) return 'text'
  if ((inFields || whileTyping) && makesCharacter(shortcut, platform)) return 'typed'
  return system[platform].has(shortcut) ? 'system' : null
}

/** Returns another command with this shortcut that is available in the same place. */
export function clashOf(
  commands: readonly Command[],
  command: Pick<Command, 'id' | 'place'>,
  shortcut: string,
): Command | null {
  const meets = ({ place }: Command) =>
    place === command.place || [place, command.place].some((one) => one === 'anywhere' || one === 'main')
  return (
    commands.find((other) => other.id !== command.id && meets(other) && other.shortcuts.includes(shortcut)) ??
    null
  )
}
