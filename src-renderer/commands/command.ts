import type { messages } from '../text/messages'

export type CommandId = keyof typeof messages.commands.titles
export type CommandGroup = keyof typeof messages.commands.groups

/** Where a command is available: in every window, or in the wall's window on the wall, in the focus view, or in both (`main`). */
export type CommandPlace = 'anywhere' | 'main' | 'wall' | 'focus'

/** Something that a person can do by shortcut, menu, button or palette. */
export interface Command {
  id: string
  /** @param publicId as for `run` */
  title: (publicId?: string) => string
  group: CommandGroup
  place: CommandPlace
  /** As `shortcutOf` writes them: the user's, else the command's own. */
  readonly shortcuts: readonly string[]
  /** The shortcuts that apply until the user sets others. */
  readonly ownShortcuts: readonly string[]
  /** Whether its shortcuts work in a text field, too. */
  inFields: boolean
  /** Whether its shortcuts never go to a phone, also while a person types on it. */
  whileTyping: boolean
  /** Whether it runs again and again while its shortcut is held. */
  repeats: boolean
  /** Returns the phones that it would act on. */
  targets: () => readonly string[]
  /** Returns whether the option that it switches is on; null if it switches none. */
  isOn: () => boolean | null
  /** Returns why it is not available, in a sentence; null if it is. @param publicId as for `run` */
  whyNot: (publicId?: string) => string | null
  /** @param publicId the phone to act on; default: what is in the focus view, else selected, else current */
  run: (publicId?: string) => void
}
