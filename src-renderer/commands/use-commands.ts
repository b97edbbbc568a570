import { inject, type InjectionKey } from 'vue'
import type { Command, CommandId } from './command'

/** The registry: every command of the page. */
export interface Commands {
  /** The commands that this window always has, in display order. */
  all: readonly Command[]
  /** The commands of the fleets that exist now. */
  ofFleets: () => Command[]
  /** What can have a shortcut: `all`, and the keys, presets and gestures that the vocabulary and the user name. */
  bindable: () => Command[]
  /** The commands of the open fleet's saved views. */
  ofViews: () => Command[]
  byId: (id: CommandId) => Command
  /** Runs a command for a button that is enabled only while the command is available. */
  run: (id: CommandId, publicId?: string) => void
}

export const commandsKey: InjectionKey<Commands> = Symbol('commands')

/** Returns the registry of commands. Throws where none was provided. */
export function useCommands(): Commands {
  const commands = inject(commandsKey)
  if (!commands) throw new Error('No commands were provided')
  return commands
}
