import type { messages } from '../text/messages'

export type CommandId = keyof typeof messages.commands.titles
export type CommandGroup = keyof typeof messages.commands.groups

/** Where a command can be run: in every window, or in the wall's alone; there on the wall, in the focus view, or in both. */
export type CommandPlace = 'anywhere' | 'main' | 'wall' | 'focus'

/** Something that a person can do, whatever starts it: a shortcut, a menu, a button, the palette. */
export interface Command {
  id: string
  title: () => string
  group: CommandGroup
  place: CommandPlace
  /** As `shortcutOf` writes them: the user's, or its own. */
  readonly shortcuts: readonly string[]
  /** Those that it has as long as the user has not given it others. */
  readonly ownShortcuts: readonly string[]
  /** Whether its shortcuts hold in a text field too. */
  inFields: boolean
  /** The phones that it would be done on. */
  targets: () => readonly string[]
  /** Whether what it switches is on; null for what is no switch. */
  isOn: () => boolean | null
  /** Why it would do nothing now, in a sentence; null when it can be run. @param publicId as of `run` */
  whyNot: (publicId?: string) => string | null
  /** @param publicId the phone that it is about; left out: the one at hand */
  run: (publicId?: string) => void
}
