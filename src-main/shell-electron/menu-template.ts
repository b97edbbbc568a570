import type { MenuItemConstructorOptions } from 'electron'
import type { DesktopCommand, DesktopMenu, MenuRole } from '../../src-shared/bridge/desktop-texts'

// macOS has them in the menu of the program.
const ofProgram = { about: 'app.about', settings: 'app.settings' }

/** What a page shows in the menu bar. */
export interface MenuBar {
  /** The first is that of files, the last that of help. */
  menus: readonly DesktopMenu[]
  /** Null until a page has sent them: Electron then names them in English. */
  roles: Record<MenuRole, string> | null
}

type ElectronRole = Exclude<MenuRole, 'substitutions' | 'speech'>

/**
 * Returns the menu bar. macOS needs one for copy and paste to work, and shows the page's commands in it. Elsewhere there is
 * none (null): its accelerators would take keys, such as Ctrl+W and Ctrl+R, that are meant for a phone.
 * @param run called with the id of a command that was clicked
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  { menus, roles }: MenuBar,
  run: (id: string) => void,
): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null
  const itemOf = (command: DesktopCommand | null): MenuItemConstructorOptions => {
    if (!command) return { type: 'separator' }
    const { id, title, enabled, checked, accelerator } = command
    return {
      label: title,
      enabled,
      ...(checked === null ? {} : { type: 'checkbox', checked }),
      ...(accelerator === null ? {} : { accelerator }),
      // The page has had the key already: it belongs to a phone, a field or the command.
      click: (_item, _window, { triggeredByAccelerator }) => {
        if (triggeredByAccelerator !== true) run(id)
      },
    }
  }
  const separator = { type: 'separator' } as const
  const roleOf = (role: ElectronRole): MenuItemConstructorOptions => ({
    role,
    ...(roles ? { label: roles[role] } : {}),
  })
  const commandOf = (wanted: string) =>
    menus.flatMap(({ entries }) => entries).find((entry) => entry?.id === wanted)
  const about = commandOf(ofProgram.about)
  const settings = commandOf(ofProgram.settings)
  const ownMenu: MenuItemConstructorOptions[] = [
    about ? itemOf(about) : { role: 'about' },
    ...(settings ? [separator, itemOf(settings)] : []),
    ...[separator, roleOf('services'), separator],
    ...[roleOf('hide'), roleOf('hideOthers'), roleOf('unhide')],
    ...[separator, roleOf('quit')],
  ]
  const editEntries: MenuItemConstructorOptions[] = [
    ...[roleOf('undo'), roleOf('redo'), separator, roleOf('cut'), roleOf('copy'), roleOf('paste')],
    ...[roleOf('pasteAndMatchStyle'), roleOf('delete'), roleOf('selectAll'), separator],
    {
      label: roles?.substitutions ?? 'Substitutions',
      submenu: [
        ...[roleOf('showSubstitutions'), separator, roleOf('toggleSmartQuotes')],
        ...[roleOf('toggleSmartDashes'), roleOf('toggleTextReplacement')],
      ],
    },
    { label: roles?.speech ?? 'Speech', submenu: [roleOf('startSpeaking'), roleOf('stopSpeaking')] },
  ]
  const moved = [about?.id, settings?.id]
  const given = menus.map(({ title, entries }) => ({
    label: title,
    submenu: withoutDoubles(entries.filter((entry) => entry === null || !moved.includes(entry.id))).map(
      itemOf,
    ),
  }))
  // Edit follows the first menu, and Window comes before help, as in other programs.
  return [
    { role: 'appMenu', submenu: ownMenu },
    ...given.slice(0, 1),
    { ...roleOf('editMenu'), submenu: editEntries },
    ...given.slice(1, -1),
    { ...roleOf('windowMenu'), submenu: [roleOf('minimize'), roleOf('zoom'), separator, roleOf('front')] },
    // There macOS puts its own search.
    ...given
      .slice(1)
      .slice(-1)
      .map((menu) => ({ ...menu, role: 'help' as const })),
  ]
}

/** Leaves out a line at the start, at the end and after another. */
function withoutDoubles(entries: DesktopMenu['entries']): DesktopMenu['entries'] {
  const kept = entries.filter((entry, at) => entry !== null || (at > 0 && entries[at - 1] !== null))
  return kept.at(-1) === null ? kept.slice(0, -1) : kept
}
