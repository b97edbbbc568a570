import { useEventListener, useIntervalFn } from '@vueuse/core'
import type { DesktopMenu } from '../../../src-shared/bridge/desktop-texts'
import { commandMessage } from '../../../src-shared/bridge/preload-api'
import type { Command } from '../../commands/command'
import type { Commands } from '../../commands/use-commands'
import type { Host } from '../../host/host'
import { useDialogs } from '../../stores/dialogs'
import { desktopWords, menuRoleWords } from '../../text/current-language'
import { appMenuOf } from '../commands/app-menu'

// Whether a command is possible depends on all phones: looked up now and then, not at each change.
const everyMs = 1000

const arrows: Readonly<Record<string, string>> = {
  arrowleft: 'Left',
  arrowright: 'Right',
  arrowup: 'Up',
  arrowdown: 'Down',
}
const held: Readonly<Record<string, string>> = { mod: 'CmdOrCtrl', alt: 'Alt', shift: 'Shift' }

/** Writes a shortcut as Electron does; null for a plain key, which no menu bar takes, and for signs that it does not know. */
function acceleratorOf(shortcut: string): string | null {
  const parts = shortcut.split('+')
  const last = parts.at(-1) ?? ''
  const key = arrows[last] ?? (/^(?:[a-z\d,.]|f\d{1,2})$/.test(last) ? last.toUpperCase() : null)
  const modifiers = parts.slice(0, -1).map((part) => held[part])
  const isPlain = modifiers.length === 0 && !/^f\d/.test(last)
  return key === null || isPlain || modifiers.includes(undefined) ? null : [...modifiers, key].join('+')
}

/**
 * Shows the menu of everything in the menu bar of macOS, and runs what is clicked there. Each window does so while it is in
 * front: a phone's own window means its phone.
 */
export function useMenuBar(
  { platform, keepWords }: Pick<Host, 'platform' | 'keepWords'>,
  commands: Commands,
): void {
  if (platform !== 'darwin' || !keepWords) return
  const dialogs = useDialogs()
  const entryOf = ({ id, title, whyNot, isOn, shortcuts }: Command) => ({
    id,
    title: title(),
    enabled: !dialogs.isAnyOpen && whyNot() === null,
    checked: isOn(),
    accelerator: shortcuts.map(acceleratorOf).find((one) => one !== null) ?? null,
  })
  const menus = (): DesktopMenu[] =>
    appMenuOf(commands.all).map(({ title, sections }) => ({
      title,
      entries: sections.flatMap((ids, at) => [
        ...(at > 0 ? [null] : []),
        ...ids.map((id) => entryOf(commands.byId(id))),
      ]),
    }))

  let sent = ''
  const send = () => {
    if (!document.hasFocus()) return
    const words = { ...desktopWords(), menus: menus(), roles: menuRoleWords() }
    const now = JSON.stringify(words)
    if (now !== sent) keepWords(words)
    sent = now
  }
  useIntervalFn(send, everyMs, { immediateCallback: true })
  // Another window may have set its own menus while it had the focus.
  useEventListener(window, 'focus', () => {
    sent = ''
    send()
  })
  useEventListener(window, 'message', ({ source, data }: MessageEvent) => {
    if (source !== window || typeof data !== 'string' || !data.startsWith(commandMessage)) return
    const command = commands.all.find(({ id }) => id === data.slice(commandMessage.length))
    if (command && !dialogs.isAnyOpen && command.whyNot() === null) command.run()
  })
}
