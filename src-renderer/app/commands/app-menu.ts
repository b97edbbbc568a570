import type { Command, CommandGroup, CommandId } from '../../commands/command'
import type { Submenu } from '../../features/actions/menu-entries'
import { messages } from '../../text/messages'

export type AppMenuName = keyof typeof messages.appMenu.menus

/** The order of commands in the menu of everything. What is not named here follows in the menu of its group. */
const placed: Readonly<Record<AppMenuName, readonly (readonly CommandId[])[]>> = {
  file: [
    ['fleet.list', 'fleet.add', 'fleet.refresh', 'fleet.replace-key', 'fleet.up', 'fleet.down'],
    ['fleet.sheet', 'fleet.export', 'fleet.import-csv', 'fleet.export-csv'],
    ['view.contact-sheet', 'view.convert-recordings'],
    ['app.settings', 'app.programs', 'app.door'],
    ['window.close'],
  ],
  view: [
    ['view.search', 'view.search-screens', 'view.clear-search', 'view.rail', 'view.show-all', 'view.save'],
    ['view.sort', 'view.group', 'view.labels', 'view.outcomes'],
    ['view.inspector', 'view.panel', 'view.strip', 'view.pace', 'view.next-area', 'view.previous-area'],
    ['view.larger', 'view.smaller', 'view.fit'],
    ['view.large', 'view.back', 'view.next', 'view.previous', 'view.compare'],
    ['window.new-wall', 'window.full-screen', 'window.on-top', 'window.next-display', 'window.tile-phones'],
  ],
  phones: [
    ['phone.open', 'phone.own-window', 'phone.dashboard', 'phone.type'],
    ['phone.home', 'phone.app-switcher', 'phone.lock', 'phone.find'],
    ['phone.key', 'phone.gesture', 'phone.open-url', 'phone.open-app'],
    ['phone.clipboard-get', 'phone.clipboard-set', 'phone.clipboard-sync'],
    ['phone.airplane-on', 'phone.airplane-off', 'phone.ip', 'phone.recalibrate'],
    ['phone.try-again', 'phone.take-back', 'view.pause', 'view.patrol'],
  ],
  selection: [
    ['view.select-all', 'view.select-outcomes', 'view.clear-selection', 'phone.mirror'],
    ['phone.text', 'phone.push', 'phone.screenshot', 'phone.screenshot-copy', 'phone.record', 'phone.watch'],
    ['phone.rename', 'phone.name-pattern', 'phone.labels', 'phone.set-labels', 'phone.notes'],
    ['phone.pin', 'phone.view-only', 'view.move-earlier', 'view.move-later', 'phone.copy-id'],
    ['phone.launch', 'phone.interrupt', 'phone.let-run', 'phone.jobs', 'phone.clear-mark'],
  ],
  work: [
    ['flow.run', 'flow.record', 'flow.check', 'flow.history', 'work.try-flows-now'],
    ['work.new-schedule'],
    ['work.retry-transfers', 'work.try-transfers-now', 'work.cancel-transfers', 'work.clear-transfers'],
    ['work.try-runs-now', 'work.clear-runs', 'work.stop-recordings'],
    ['app.jobs', 'app.activity', 'app.activity-failed', 'app.budgets'],
    ['work.add-rule'],
    ['work.stop-programs', 'work.stop-everything'],
  ],
  help: [
    ['app.palette', 'app.palette-while-typing', 'app.shortcuts'],
    ['app.diagnostics', 'app.about'],
  ],
}

const menuOf: Readonly<Record<CommandGroup, AppMenuName>> = {
  app: 'help',
  view: 'view',
  window: 'view',
  phone: 'phones',
  fleet: 'file',
  work: 'work',
  flow: 'work',
  own: 'phones',
}

export interface AppSubmenu extends Submenu {
  name: AppMenuName
}

/** Returns the menu of everything: each of these commands once. What has no place of its own comes first in its menu. */
export function appMenuOf(commands: readonly Pick<Command, 'id' | 'group'>[]): AppSubmenu[] {
  const names = Object.keys(placed) as AppMenuName[]
  const withPlace = new Set(names.flatMap((name) => placed[name].flat()))
  const has = new Set(commands.map(({ id }) => id))
  return names.flatMap((name) => {
    const others = commands.filter(
      ({ id, group }) => menuOf[group] === name && !withPlace.has(id as CommandId),
    )
    const sections = [others.map(({ id }) => id as CommandId), ...placed[name]]
      .map((ids) => ids.filter((id) => has.has(id)))
      .filter((ids) => ids.length > 0)
    return sections.length > 0 ? [{ name, title: messages.appMenu.menus[name], sections }] : []
  })
}
