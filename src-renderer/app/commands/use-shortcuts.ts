import type { Platform } from '../../../src-shared/bridge/platform'
import { useEventListener } from '@vueuse/core'
import { useDialogs } from '../../stores/dialogs'
import { useNotices } from '../../stores/notices'
import { useView } from '../../stores/view'
import type { Command } from '../../commands/command'
import { shortcutOf } from './shortcut'

const untyped = new Set(['range', 'checkbox', 'radio'])
const isField = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement && !untyped.has(target.type)) || target instanceof HTMLTextAreaElement
/** Letters, arrows, Enter and the space bar choose from a list; other shortcuts are no keys of it. */
const isOfList = (target: EventTarget | null, shortcut: string) =>
  target instanceof HTMLSelectElement && !/^(?:mod\+|alt\+|escape$|f\d)/.test(shortcut)

/** Beside the phones 'all' doesn't mean them, and Escape leads back to them before it does anything else. */
const isBesideWall = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[data-area=panel], [data-area=inspector], [data-area=rail]') !== null

/** Keys of a text that is being typed, and modifiers. */
const lasting = new Set([
  'Enter',
  'Backspace',
  'Delete',
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'Dead',
  'Process',
])

/** They leave the page in a browser, except on macOS, where they move in text. */
const historyKeys = new Set(['alt+arrowleft', 'alt+arrowright'])

/**
 * Runs commands by their shortcuts, unless a dialog or a text field needs the key. A shortcut of an unavailable command
 * never reaches the browser; for commands on phones, a notice says why.
 */
export function useShortcuts(commands: () => readonly Command[], platform: Platform): void {
  const dialogs = useDialogs()
  const notices = useNotices()
  const view = useView()
  // A person who types on a phone that has just gone means that phone, and no shortcut.
  useEventListener(window, 'pointerdown', () => (view.keyboardLost = false), { capture: true })
  useEventListener(
    window,
    'keydown',
    (event) => {
      if (!view.keyboardLost) return
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) {
        view.keyboardLost = lasting.has(event.key)
        if (!view.keyboardLost && event.key !== 'Escape') return
      }
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  // While a person types on a phone it gets every key but these.
  useEventListener(
    window,
    'keydown',
    (event) => {
      const shortcut = shortcutOf(event, platform)
      if (shortcut === null || dialogs.isAnyOpen || view.keyboard === null) return
      const kept = commands().find(
        ({ shortcuts, whileTyping }) => whileTyping && shortcuts.includes(shortcut),
      )
      if (!kept) return
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat && kept.whyNot() === null) kept.run()
    },
    { capture: true },
  )
  const leave = (event: KeyboardEvent) => {
    const { target } = event
    // An open list closes alone.
    if (!(target instanceof Element) || target.getAttribute('aria-expanded') === 'true') return
    // The browser clears a search.
    if (!target.matches('[type=search]')) event.preventDefault()
    view.returning = true
  }
  useEventListener(window, 'keydown', (event) => {
    const shortcut = shortcutOf(event, platform)
    if (event.defaultPrevented || shortcut === null) return
    if (platform !== 'darwin' && historyKeys.has(shortcut)) event.preventDefault()
    // Who types right after opening a dialog means its fields, however late those show.
    if (dialogs.isAnyOpen) return
    if (event.target instanceof Element && event.target.closest('[role=dialog], [role=menu]')) return
    if (shortcut === 'escape' && isBesideWall(event.target)) {
      leave(event)
      return
    }
    const named = commands().filter(
      ({ shortcuts, inFields }) =>
        shortcuts.includes(shortcut) &&
        (inFields || !(isField(event.target) || isOfList(event.target, shortcut))),
    )
    if (named.length === 0) return
    event.preventDefault()
    if (named.some(({ id }) => id === 'view.select-all') && isBesideWall(event.target)) return
    const able = named.find(({ whyNot }) => whyNot() === null)
    if (able) {
      // A key that is held runs a command once.
      if (!event.repeat || able.repeats) able.run()
      return
    }
    if (event.repeat) return
    const onPhones = named.find(({ group }) => group === 'phone' || group === 'own')
    const why = onPhones?.whyNot()
    if (onPhones && why) notices.add({ kind: 'cannot-run', title: onPhones.title(), why }, null)
  })
}
