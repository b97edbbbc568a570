import { useEventListener } from '@vueuse/core'
import type { Host } from '../host/host'
import type { Command } from './command'
import { shortcutOf } from './shortcut'

const isField = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement && target.type !== 'range') || target instanceof HTMLTextAreaElement

/** Runs commands by their shortcuts, while no dialog has the keyboard, and no text field that needs the key. */
export function useShortcuts(commands: readonly Command[], platform: Host['platform']): void {
  useEventListener(window, 'keydown', (event) => {
    const inDialog = event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]')
    if (event.defaultPrevented || inDialog) return
    const shortcut = shortcutOf(event, platform)
    if (shortcut === null) return
    const command = commands.find(
      ({ shortcuts, inFields, whyNot }) =>
        shortcuts.includes(shortcut) && (inFields || !isField(event.target)) && whyNot() === null,
    )
    if (!command) return
    event.preventDefault()
    command.run()
  })
}
