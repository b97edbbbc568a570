import { inject, type InjectionKey } from 'vue'
import type { Commands } from './commands'

export const commandsKey: InjectionKey<Commands> = Symbol('commands')

/** Returns the registry of commands. Throws where none was provided. */
export function useCommands(): Commands {
  const commands = inject(commandsKey)
  if (!commands) throw new Error('No commands were provided')
  return commands
}
