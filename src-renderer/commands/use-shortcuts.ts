import { useEventListener } from '@vueuse/core'
import type { Command } from './commands'
import { matchesShortcut } from './shortcut'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Runs commands by their shortcuts, while neither a text field nor a dialog has the keyboard. */
export function useShortcuts(commands: readonly Command[], platform: 'darwin' | 'linux' | 'win32'): void {
  useEventListener(window, 'keydown', (event) => {
    const inDialog = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]')
    if (event.defaultPrevented || inDialog || isField(event.target)) return
    const command = commands.find(
      ({ shortcuts, enabled }) =>
        enabled() && shortcuts.some((shortcut) => matchesShortcut(event, shortcut, platform)),
    )
    if (!command) return
    event.preventDefault()
    command.run()
  })
}
