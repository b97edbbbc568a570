import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { refAutoReset } from '@vueuse/core'
import { noFilter } from '../../src-shared/bridge/filter'
import type { Filter } from '../../src-shared/bridge/filter-schema'
import type { FleetSummary } from '../../src-shared/bridge/fleets-state'
import { largestTile, smallestTile } from '../../src-shared/bridge/preferences'
import type { Preferences } from '../../src-shared/bridge/preferences-schema'
import type { TileState } from '../../src-shared/bridge/tile-state'
import type { Hovering } from '../rules/hovering'
import { useDevices } from './devices'
import { useFilter } from './filter'
import { matchesFilter } from '../rules/matches-filter'
import { usePreferences } from './preferences'
import { takesActions, takesGestures } from '../rules/takes-gestures'
import { useTiles } from './tiles'

// So long after its last step: the steps of a page that is busy come up to a tenth of a second apart.
const scrollEndsMs = 200

/** What the person looks at: size, selection, the phones that the filter shows, and the one that is opened large. */
export const useView = defineStore('view', () => {
  const devices = useDevices()
  const filter = useFilter()
  const preferences = usePreferences()
  const tiles = useTiles()

  const tileSize = computed({
    get: () => preferences.now.tileSize,
    set: (tileSize: Preferences['tileSize']) => preferences.change({ tileSize }),
  })
  /** The size that the wall really has, also when it is `fit`. */
  const shownTileSize = ref(smallestTile)
  const selection = shallowRef<ReadonlySet<string>>(new Set())
  /** Where a selection by Shift began. */
  const anchor = ref<string | null>(null)
  /** The tile that the arrow keys move from. */
  const current = ref<string | null>(null)
  /** The phone in the focus view. */
  const focused = ref<string | null>(null)
  /** The focus view or a dialog has just closed: the keyboard goes back to the tile at hand. */
  const returning = ref(false)
  /** The phone that has the keyboard. */
  const keyboard = ref<string | null>(null)
  /** The phone that is to have it: its screen takes it. */
  const keyboardWanted = ref<string | null>(null)
  /** The phones that can be seen on the wall. */
  const visible = shallowRef<string[]>([])
  const visibleIds = computed(() => new Set(visible.value))
  const scrollTop = ref(0)
  /** Whether the wall is being scrolled. */
  const scrolling = refAutoReset(false, scrollEndsMs)
  /** The phones that can be seen in the strip beside the large one. */
  const inStrip = shallowRef<readonly string[]>([])
  const hovering = shallowRef<Hovering | null>(null)
  const addingFleet = ref(false)
  const aboutShown = ref(false)
  const shortcutsShown = ref(false)
  const settingsShown = ref(false)
  const paletteShown = ref(false)
  /** The fleet that the person is asked about before it is forgotten. */
  const forgetting = shallowRef<FleetSummary | null>(null)
  /** Whether each screen shows how fast and how fresh its frames are. */
  const paceShown = ref(false)
  /** The phone whose pending job the person is asked about. */
  const interrupting = ref<string | null>(null)

  const canMirror = computed(() => selection.value.size > 1)
  /** Whether what is done on one selected phone is done on all of them. Whoever selects anew later is not surprised by it. */
  const mirroring = ref(false)
  watch(
    canMirror,
    (now) => {
      if (!now) mirroring.value = false
    },
    { flush: 'sync' },
  )
  /** The phones that do what is done on one of them. */
  const mirrored = computed<readonly string[]>(() => (mirroring.value ? [...selection.value] : []))

  const countOthers = (publicId: string, takes: (tile: TileState) => boolean) => {
    const isOne = (other: string) => {
      const tile = tiles.tiles.get(other)
      return other !== publicId && tile !== undefined && takes(tile)
    }
    return mirrored.value.includes(publicId) ? mirrored.value.filter(isOne).length : 0
  }
  /** On how many other phones a gesture on this one is done: on those that can, as the mirror's bar counts them. */
  const followers = (publicId: string) => countOthers(publicId, takesGestures)
  /** On how many others an action on this one is done. */
  const actors = (publicId: string) => countOthers(publicId, takesActions)

  /** The phones that a filter shows. */
  const matching = (asked: Filter) =>
    devices.devices.filter((device) =>
      matchesFilter(device, asked, (publicId) => tiles.conditions.get(publicId) ?? 'ready'),
    )
  const shown = computed(() => matching(filter.now))
  const shownIds = computed(() => shown.value.map(({ public_id }) => public_id))

  const inspectorShown = computed(() => preferences.now.inspector[focused.value === null ? 'wall' : 'focus'])
  /** The phones that the inspector is about: the large one, the selected ones, or the one that the arrow keys move from. */
  const inspected = computed(() => {
    if (focused.value !== null) return [focused.value]
    if (selection.value.size > 0) return [...selection.value]
    return current.value === null ? [] : [current.value]
  })
  const toggleInspector = () => {
    const place = focused.value === null ? 'wall' : 'focus'
    const { inspector } = preferences.now
    preferences.change({ inspector: { ...inspector, [place]: !inspector[place] } })
  }

  const railShown = computed(() => focused.value === null && preferences.now.rail)
  const toggleRail = () => preferences.change({ rail: !preferences.now.rail })

  const stripShown = computed(() => focused.value !== null && preferences.now.strip)
  const toggleStrip = () => preferences.change({ strip: !preferences.now.strip })

  /** Tab leads into this tile alone, however many offer something. */
  const isAtHand = (publicId: string) => [current.value, focused.value].includes(publicId)

  const open = (publicId: string) => {
    current.value = publicId
    focused.value = publicId
  }
  /** The phone at hand, or the first, large beside the strip. */
  const openBesideStrip = () => {
    const publicId = current.value ?? shownIds.value[0]
    if (publicId === undefined) return
    preferences.change({ strip: true })
    open(publicId)
  }
  const back = () => {
    focused.value = null
    returning.value = true
  }

  /** The phone that is so many places after the large one, as the wall shows them; after the last comes the first. */
  const step = (places: number) => {
    const ids = shownIds.value
    const at = ids.indexOf(focused.value ?? '')
    const next = ids[(Math.max(at, 0) + places + ids.length) % ids.length]
    if (next !== undefined) open(next)
  }
  /** Brings a phone before the person: large where one is large, else as the tile at hand. */
  const goTo = (publicId: string) => {
    if (focused.value !== null) {
      open(publicId)
      return
    }
    if (!shownIds.value.includes(publicId)) filter.clear()
    current.value = publicId
    returning.value = true
  }

  const select = (ids: Iterable<string>) => (selection.value = new Set(ids))
  const toggle = (publicId: string) => {
    const next = new Set(selection.value)
    if (!next.delete(publicId)) next.add(publicId)
    selection.value = next
    anchor.value = publicId
  }
  /** Nothing is selected; a selection by Shift would begin here. */
  const pick = (publicId: string) => {
    select([])
    anchor.value = publicId
  }
  /** Selects from where the selection began to this tile, as the wall shows them. */
  const selectTo = (publicId: string) => {
    const from = Math.max(0, shownIds.value.indexOf(anchor.value ?? publicId))
    const to = shownIds.value.indexOf(publicId)
    select([...selection.value, ...shownIds.value.slice(Math.min(from, to), Math.max(from, to) + 1)])
  }

  /** Sizes the tiles by steps of about an eighth. */
  const resizeTiles = (steps: number) => {
    const size = Math.round((shownTileSize.value * 1.125 ** steps) / 4) * 4
    tileSize.value = Math.min(largestTile, Math.max(smallestTile, size))
  }

  /** Another fleet is open: what was chosen among the last one's phones is over. */
  const forget = () => {
    filter.restore(noFilter, [])
    select([])
    anchor.value = current.value = focused.value = keyboard.value = interrupting.value = null
    visible.value = []
    scrollTop.value = 0
  }

  /** The list has changed: phones that have left it are not chosen any more. */
  const keepOnly = (ids: ReadonlySet<string>) => {
    select([...selection.value].filter((id) => ids.has(id)))
    if (current.value !== null && !ids.has(current.value)) current.value = null
    if (focused.value !== null && !ids.has(focused.value)) focused.value = null
    if (interrupting.value !== null && !ids.has(interrupting.value)) interrupting.value = null
  }

  /**
   * The phones that are meant where a phone is, or the ground: the one that is open large, or the selection, or the phone alone
   * that is in none. Beside a large phone no selection can be seen.
   */
  const targetsOf = (publicId: string | null): string[] => {
    if (focused.value !== null && (publicId ?? focused.value) === focused.value) return [focused.value]
    if (publicId === null || selection.value.has(publicId)) return [...selection.value]
    return [publicId]
  }

  return {
    tileSize,
    shownTileSize,
    selection,
    current,
    focused,
    returning,
    keyboard,
    keyboardWanted,
    visible,
    visibleIds,
    scrollTop,
    scrolling,
    inStrip,
    railShown,
    toggleRail,
    stripShown,
    toggleStrip,
    hovering,
    addingFleet,
    aboutShown,
    shortcutsShown,
    settingsShown,
    paletteShown,
    forgetting,
    inspectorShown,
    inspected,
    toggleInspector,
    interrupting,
    canMirror,
    mirroring,
    mirrored,
    followers,
    actors,
    paceShown,
    matching,
    shown,
    shownIds,
    isAtHand,
    open,
    openBesideStrip,
    back,
    step,
    goTo,
    select,
    pick,
    toggle,
    selectTo,
    resizeTiles,
    forget,
    keepOnly,
    targetsOf,
  }
})
