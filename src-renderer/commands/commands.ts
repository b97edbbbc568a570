import type { Bridge } from '../../src-shared/bridge/connect'
import { useFleets } from '../stores/fleets'
import { useView } from '../stores/view'
import { goHome } from './phone-actions'

/** Something a person can do, whatever starts it: a shortcut, a menu, a button. */
export interface Command {
  id: string
  /** As `matchesShortcut` reads them. */
  shortcuts: readonly string[]
  /** Whether it would do anything now. */
  enabled: () => boolean
  run: () => void
}

/** The registry: every command of the page. */
export function createCommands(bridge: Bridge, focusSearch: () => void): Command[] {
  const fleets = useFleets()
  const view = useView()
  const always = () => true
  const onWall = () => view.focused === null

  const command = (
    id: string,
    shortcuts: readonly string[],
    enabled: () => boolean,
    run: () => void,
  ): Command => ({ id, shortcuts, enabled, run })

  return [
    command('fleet.add', ['mod+shift+n'], always, () => (view.addingFleet = true)),
    command('view.search', ['mod+f', '/'], onWall, focusSearch),
    command('view.inspector', ['i'], always, view.toggleInspector),
    command('view.pace', ['mod+shift+f'], always, () => (view.paceShown = !view.paceShown)),
    command('view.back', ['escape'], () => view.focused !== null, view.back),
    command('view.select-all', ['mod+a'], onWall, () => view.select(view.shownIds)),
    command(
      'view.clear-selection',
      ['escape'],
      () => onWall() && view.selection.size > 0,
      () => view.select([]),
    ),
    command('view.larger', ['+', '='], onWall, () => view.resizeTiles(1)),
    command('view.smaller', ['-'], onWall, () => view.resizeTiles(-1)),
    command('view.fit', ['0'], onWall, () => (view.tileSize = 'fit')),
    command(
      'phone.mirror',
      ['m'],
      () => view.canMirror && !fleets.lacks('control'),
      () => (view.mirroring = !view.mirroring),
    ),
    command(
      'phone.home',
      ['mod+h'],
      () => (view.focused ?? view.current) !== null,
      () => {
        const publicId = view.focused ?? view.current
        if (publicId !== null) void goHome(bridge, publicId)
      },
    ),
  ]
}
