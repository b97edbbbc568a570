import { defineStore } from 'pinia'
import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import { refAutoReset } from '@vueuse/core'
import { largestTile, smallestTile, type Preferences } from '../../src-shared/features/preferences-state'
import type { Hovering } from '../rules/hovering'
import { useArrangement } from './arrangement'
import { useFilter } from './filter'
import { usePreferences } from './preferences'

/** A field of the inspector's form. */
export type EditedField = 'name' | 'notes' | 'labels'

// A busy page reports the steps of one scroll up to 100 ms apart.
const scrollEndsMs = 200

/** The layout of the window: panels, tile size, what is in sight, and which phone has the focus view or the keyboard. */
export const useView = defineStore('view', () => {
  const arrangement = useArrangement()
  const filter = useFilter()
  const preferences = usePreferences()

  const tileSize = computed({
    get: () => preferences.now.tileSize,
    set: (tileSize: Preferences['tileSize']) => preferences.change({ tileSize }),
  })
  /** Screen height of a tile in CSS px, also while the size is `fit`. */
  const shownTileSize = ref(smallestTile)
  /** Sizes the tiles by steps of about an eighth. */
  const resizeTiles = (steps: number) => {
    const size = Math.round((shownTileSize.value * 1.125 ** steps) / 4) * 4
    tileSize.value = Math.min(largestTile, Math.max(smallestTile, size))
  }

  /** The tile that arrow keys move from. */
  const current = ref<string | null>(null)
  /** The phone in the focus view. */
  const focused = ref<string | null>(null)
  /** Whether the focus view compares its phone with another phone or with a picture. */
  const comparing = ref(false)
  /** The other phone of the comparison. */
  const comparedWith = ref<string | null>(null)
  /** The focus view or a dialog has just closed: the current tile takes the keyboard. */
  const returning = ref(false)
  /** The phone that the person types on. */
  const keyboard = ref<string | null>(null)
  watch(keyboard, (publicId) => {
    if (publicId !== null) arrangement.use([publicId])
  })
  /** The screen that a person typed on is gone: keys go nowhere until that person acts. */
  const keyboardLost = ref(false)
  /** The phone whose screen is asked to take the keyboard. */
  const keyboardWanted = ref<string | null>(null)

  /** The field of the inspector that is asked to take the focus. */
  const fieldWanted = ref<EditedField | null>(null)

  /** The phones in sight on the wall. */
  const visible = shallowRef<string[]>([])
  const visibleIds = computed(() => new Set(visible.value))
  /** The phones in sight in the filmstrip. */
  const inStrip = shallowRef<readonly string[]>([])
  /** Of the wall, in CSS px. */
  const scrollTop = ref(0)
  const scrolling = refAutoReset(false, scrollEndsMs)
  /** Files that are dragged over the window. */
  const hovering = shallowRef<Hovering | null>(null)
  /** Whether phones in sight that the account's limit leaves idle take turns with others. */
  const patrols = ref(false)
  /** Whether the rail asks for the name of a view to save. */
  const namesView = ref(false)
  /** Asks for the name of a view. The field takes the focus, also where it is shown already. */
  const nameView = async () => {
    namesView.value = false
    await nextTick()
    namesView.value = true
  }
  /** Whether each screen shows its frame rate and age. */
  const paceShown = ref(false)

  const inspectorShown = computed(() => preferences.now.inspector[focused.value === null ? 'wall' : 'focus'])
  const toggleInspector = () => {
    const place = focused.value === null ? 'wall' : 'focus'
    const { inspector } = preferences.now
    preferences.change({ inspector: { ...inspector, [place]: !inspector[place] } })
  }
  const railShown = computed(() => focused.value === null && preferences.now.rail)
  const toggleRail = () => preferences.change({ rail: !preferences.now.rail })
  const stripShown = computed(() => focused.value !== null && preferences.now.strip)
  const toggleStrip = () => preferences.change({ strip: !preferences.now.strip })

  /** Returns whether Tab leads into this tile. It leads into one tile only. */
  const isAtHand = (publicId: string) => [current.value, focused.value].includes(publicId)

  /** Opens a phone in the focus view. */
  const open = (publicId: string) => {
    comparing.value = false
    comparedWith.value = null
    current.value = publicId
    focused.value = publicId
    arrangement.use([publicId])
  }
  /** Opens a phone in the focus view beside another, or beside what the person chooses then. */
  const compare = (publicId: string, other: string | null) => {
    open(publicId)
    comparing.value = true
    comparedWith.value = other
  }
  /** Opens a phone in the focus view with the filmstrip. */
  const openBesideStrip = (publicId: string) => {
    preferences.change({ strip: true })
    open(publicId)
  }
  const back = () => {
    comparing.value = false
    comparedWith.value = null
    focused.value = null
    returning.value = true
  }
  /** Opens the phone so many places after the focused one, in the order of the wall; the first follows the last. */
  const step = (places: number) => {
    const ids = filter.shownIds
    const at = ids.indexOf(focused.value ?? '')
    const next = ids[(Math.max(at, 0) + places + ids.length) % ids.length]
    if (next !== undefined) open(next)
  }
  /** Shows a phone: in the focus view if that is open, else as the current tile. Clears a filter that hides it. */
  const goTo = (publicId: string) => {
    if (focused.value !== null) {
      open(publicId)
      return
    }
    if (!filter.shownIds.includes(publicId)) filter.clear()
    current.value = publicId
    returning.value = true
  }

  /** Clears what concerns phones when another fleet opens. */
  const forget = () => {
    current.value = focused.value = comparedWith.value = keyboard.value = null
    comparing.value = false
    visible.value = []
    patrols.value = false
    scrollTop.value = 0
  }
  /** Leaves phones that are gone from the fleet. */
  const keepOnly = (ids: ReadonlySet<string>) => {
    if (current.value !== null && !ids.has(current.value)) current.value = null
    if (focused.value !== null && !ids.has(focused.value)) back()
    if (comparedWith.value !== null && !ids.has(comparedWith.value)) comparedWith.value = null
  }

  return {
    tileSize,
    shownTileSize,
    resizeTiles,
    current,
    focused,
    comparing,
    comparedWith,
    returning,
    keyboard,
    keyboardLost,
    keyboardWanted,
    fieldWanted,
    visible,
    visibleIds,
    inStrip,
    scrollTop,
    scrolling,
    hovering,
    patrols,
    namesView,
    nameView,
    paceShown,
    inspectorShown,
    toggleInspector,
    railShown,
    toggleRail,
    stripShown,
    toggleStrip,
    isAtHand,
    open,
    compare,
    openBesideStrip,
    back,
    step,
    goTo,
    forget,
    keepOnly,
  }
})
