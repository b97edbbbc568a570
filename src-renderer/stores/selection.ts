import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { TileState } from '../../src-shared/features/tile-state'
import { takesActions, takesGestures } from '../rules/takes-gestures'
import { useArrangement } from './arrangement'
import { useFilter } from './filter'
import { useTiles } from './tiles'
import { useView } from './view'

/** The selected phones, whether they mirror each other, and which phones a command acts on. */
export const useSelection = defineStore('selection', () => {
  const arrangement = useArrangement()
  const filter = useFilter()
  const tiles = useTiles()
  const view = useView()

  const ids = shallowRef<ReadonlySet<string>>(new Set())
  /** The phone from which Shift extends the selection. */
  const anchor = ref<string | null>(null)

  const select = (next: Iterable<string>) => (ids.value = new Set(next))
  const toggle = (publicId: string) => {
    const next = new Set(ids.value)
    if (!next.delete(publicId)) next.add(publicId)
    ids.value = next
    anchor.value = publicId
  }
  /** Clears the selection; Shift extends it from this phone. */
  const pick = (publicId: string) => {
    select([])
    anchor.value = publicId
  }
  /** Adds the phones from the anchor to this one, in the order of the wall. */
  const selectTo = (publicId: string) => {
    const shown = filter.shownIds
    const from = Math.max(0, shown.indexOf(anchor.value ?? publicId))
    const to = shown.indexOf(publicId)
    select([...ids.value, ...shown.slice(Math.min(from, to), Math.max(from, to) + 1)])
  }

  const canMirror = computed(() => ids.value.size > 1)
  /** Whether input on one selected phone goes to all of them. It ends with the selection, and a new one starts without it. */
  const mirroring = ref(false)
  watch(
    canMirror,
    (now) => {
      if (!now) mirroring.value = false
    },
    { flush: 'sync' },
  )
  /** The phones that mirror each other. */
  const mirrored = computed<readonly string[]>(() =>
    mirroring.value ? [...ids.value].filter((publicId) => !arrangement.isViewOnly(publicId)) : [],
  )

  const othersThat = (takes: (tile: TileState) => boolean, publicId: string) => {
    const follows = (other: string) => {
      const tile = tiles.tiles.get(other)
      return other !== publicId && tile !== undefined && takes(tile)
    }
    return mirrored.value.includes(publicId) ? mirrored.value.filter(follows) : []
  }
  /** Counts the other phones that take a gesture on this one. */
  const followers = (publicId: string) => othersThat(takesGestures, publicId).length
  /** The phones that do an action on these. Only an action on a single phone is mirrored. */
  const actingWith = (publicIds: readonly string[]): readonly string[] => {
    const [first] = publicIds
    return first !== undefined && publicIds.length === 1
      ? [first, ...othersThat(takesActions, first)]
      : publicIds
  }

  /** The phones that the inspector shows: the focused one, else the selection, else the current tile. */
  const inspected = computed(() => {
    if (view.focused !== null) return [view.focused]
    if (ids.value.size > 0) return [...ids.value]
    return view.current === null ? [] : [view.current]
  })
  /** The phones that are meant where none is named: in the focus view what it shows, else the selection. */
  const meant = computed(() =>
    view.focused === null
      ? [...ids.value]
      : [view.focused, view.comparedWith].filter((publicId) => publicId !== null),
  )
  /**
   * Returns the phones that a command on a phone, or between phones (null), acts on: the selection if it holds the phone,
   * else the phone alone. In the focus view that is the focused phone, as no selection can be seen there; in Compare both
   * phones while both are touched, or where none is named.
   */
  const targetsOf = (publicId: string | null): readonly string[] => {
    if (publicId === null) return meant.value
    if (publicId === view.focused) {
      const isPairTouched =
        mirrored.value.length === 2 && meant.value.every((one) => mirrored.value.includes(one))
      return isPairTouched ? meant.value : [publicId]
    }
    return ids.value.has(publicId) ? [...ids.value] : [publicId]
  }
  /** The phones that a command acts on that names none: those that are meant, else the current tile. */
  const phonesAtHand = computed<readonly string[]>(() => {
    if (meant.value.length > 0) return meant.value
    return view.current === null ? [] : [view.current]
  })
  /** The one of them that a command on one phone acts on: the current tile if it may, else the first on the wall. */
  const phoneAtHand = computed(() => {
    if (view.focused !== null) return view.focused
    const phones = phonesAtHand.value
    if (view.current !== null && phones.includes(view.current)) return view.current
    return filter.shownIds.find((publicId) => ids.value.has(publicId)) ?? phones[0] ?? null
  })
  /** Returns whether a command on this phone leaves out others that are meant, on which shortcuts act. */
  const isApart = (publicId: string) => {
    if (meant.value.length === 0) return false
    const targets = targetsOf(publicId)
    return targets.length !== meant.value.length || !targets.every((one) => meant.value.includes(one))
  }

  /** Clears everything when another fleet opens. */
  const forget = () => {
    select([])
    anchor.value = null
  }
  /** Deselects phones that have left the fleet. */
  const keepOnly = (known: ReadonlySet<string>) => select([...ids.value].filter((id) => known.has(id)))

  return {
    ids,
    select,
    toggle,
    pick,
    selectTo,
    canMirror,
    mirroring,
    mirrored,
    followers,
    actingWith,
    inspected,
    targetsOf,
    phonesAtHand,
    phoneAtHand,
    isApart,
    forget,
    keepOnly,
  }
})
