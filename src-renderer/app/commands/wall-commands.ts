import { nextTick } from 'vue'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { useArrangement } from '../../stores/arrangement'
import { useConnection } from '../../stores/connection'
import { useDialogs } from '../../stores/dialogs'
import { useFilter } from '../../stores/filter'
import { useSelection } from '../../stores/selection'
import { useView } from '../../stores/view'
import { messages } from '../../text/messages'
import type { CommandSpecs } from '../../commands/make-command'
import type { PageParts } from '../../commands/page-feature'
import { searchesScreens, searchOfScreens } from '../../rules/text-search'

/** The commands that change the layout, the filter and the selection. */
export function wallCommands(bridge: Pick<Bridge, 'tell'>, focusSearch: PageParts['focusSearch']) {
  const arrangement = useArrangement()
  const connection = useConnection()
  const dialogs = useDialogs()
  const filter = useFilter()
  const selection = useSelection()
  const view = useView()
  const why = messages.commands.why
  const whyNoPhone = () => (filter.shownIds.length === 0 ? why.noPhone : null)
  const moving = (step: 1 | -1) => ({
    place: 'wall' as const,
    repeats: true,
    targets: () => selection.phonesAtHand,
    whyNot: () => (selection.phonesAtHand.length === 0 ? why.noPhone : null),
    run() {
      filter.move(selection.phonesAtHand, step)
      view.returning = true
    },
  })
  const compare = () => {
    const { focused } = view
    if (focused !== null) {
      if (view.comparing) view.open(focused)
      else view.compare(focused, null)
      return
    }
    const [first, other] = filter.shownIds.filter((id) => selection.ids.has(id))
    const publicId = first ?? selection.phoneAtHand
    if (publicId !== null) view.compare(publicId, other ?? null)
  }
  const openLarge = () => {
    const publicId = selection.phoneAtHand ?? filter.shownIds[0]
    if (publicId !== undefined) view.openBesideStrip(publicId)
  }
  const whyNoOther = () => (filter.shownIds.some((id) => id !== view.focused) ? null : why.onlyPhone)

  const leavesSearch = () => selection.ids.size === 0 && filter.search !== ''
  return {
    'view.search': { place: 'wall', shortcuts: ['mod+f', '/'], run: () => focusSearch() },
    'view.search-screens': {
      place: 'wall',
      async run() {
        if (!searchesScreens(filter.search)) filter.search = searchOfScreens(filter.search)
        await nextTick()
        focusSearch(true)
      },
    },
    'view.clear-search': {
      place: 'main',
      whyNot: () => (filter.search === '' ? why.noSearch : null),
      run: () => (filter.search = ''),
    },
    'view.rail': { place: 'wall', shortcuts: ['l'], isOn: () => view.railShown, run: view.toggleRail },
    'view.show-all': {
      place: 'main',
      whyNot: () => (filter.isEmpty ? why.noFilter : null),
      run: filter.clear,
    },
    'view.inspector': {
      place: 'main',
      shortcuts: ['i'],
      isOn: () => view.inspectorShown,
      run: view.toggleInspector,
    },
    'view.large': {
      place: 'wall',
      shortcuts: ['f'],
      whyNot: whyNoPhone,
      run: openLarge,
    },
    'view.back': { place: 'focus', shortcuts: ['escape'], run: view.back },
    'view.next': {
      place: 'focus',
      shortcuts: ['alt+arrowright'],
      whyNot: whyNoOther,
      repeats: true,
      run: () => view.step(1),
    },
    'view.previous': {
      place: 'focus',
      shortcuts: ['alt+arrowleft'],
      whyNot: whyNoOther,
      repeats: true,
      run: () => view.step(-1),
    },
    'view.strip': { place: 'focus', shortcuts: ['s'], isOn: () => view.stripShown, run: view.toggleStrip },
    'view.compare': {
      place: 'main',
      whyNot: () => {
        if (selection.ids.size > 2 && view.focused === null) return why.moreThanTwo
        return selection.phoneAtHand === null ? why.noPhone : null
      },
      isOn: () => view.comparing,
      run: compare,
    },
    'view.group': {
      place: 'main',
      isOn: () => arrangement.grouped,
      run: () => (arrangement.grouped = !arrangement.grouped),
    },
    'view.move-earlier': { ...moving(-1), shortcuts: ['alt+shift+arrowleft'] },
    'view.move-later': { ...moving(1), shortcuts: ['alt+shift+arrowright'] },
    'view.select-all': {
      place: 'wall',
      shortcuts: ['mod+a'],
      whyNot: whyNoPhone,
      run: () => selection.select(filter.shownIds),
    },
    'view.clear-selection': {
      place: 'wall',
      shortcuts: ['escape'],
      // A second Escape leaves a search whose phones were looked at.
      titleNow: () => (leavesSearch() ? messages.commands.titles['view.clear-search'] : null),
      whyNot: () => (selection.ids.size > 0 || leavesSearch() ? null : why.noSelection),
      run: () => (leavesSearch() ? (filter.search = '') : selection.select([])),
    },
    'view.larger': { place: 'wall', shortcuts: ['+', '='], repeats: true, run: () => view.resizeTiles(1) },
    'view.smaller': { place: 'wall', shortcuts: ['-'], repeats: true, run: () => view.resizeTiles(-1) },
    'view.fit': { place: 'wall', shortcuts: ['0'], run: () => (view.tileSize = 'fit') },
    'view.pause': {
      shortcuts: ['pause', 'mod+.'],
      isOn: () => connection.paused !== null,
      run: () => bridge.tell('view.pause', { paused: connection.paused === null }),
    },
    'view.patrol': {
      place: 'main',
      isOn: () => view.patrols,
      run() {
        if (view.patrols) view.patrols = false
        else dialogs.open({ kind: 'patrol' })
      },
    },
    'view.pace': {
      shortcuts: ['mod+shift+f'],
      isOn: () => view.paceShown,
      run: () => (view.paceShown = !view.paceShown),
    },
  } satisfies CommandSpecs
}
