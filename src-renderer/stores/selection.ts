import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { TileState } from '../../src-shared/bridge/tile-state'
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

  const countOthers = (publicId: string, takes: (tile: TileState) => boolean) => {
    const follows = (other: string) => {
      const tile = tiles.tiles.get(other)
      return other !== publicId && tile !== undefined && takes(tile)
    }
    return mirrored.value.includes(publicId) ? mirrored.value.filter(follows).length : 0
  }
  /** Counts the other phones that take a gesture on this one. */
  const followers = (publicId: string) => countOthers(publicId, takesGestures)
  /** Counts the other phones that take an action on this one. */
  const actors = (publicId: string) => countOthers(publicId, takesActions)

  /** The phones that the inspector shows: the focused one, else the selection, else the current tile. */
  const inspected = computed(() => {
    if (view.focused !== null) return [view.focused]
    if (ids.value.size > 0) return [...ids.value]
    return view.current === null ? [] : [view.current]
  })
  /**
   * Returns the phones that a command on a phone, or between phones (null), acts on: the selection if it holds the phone,
   * else the phone alone. In the focus view that is the focused phone, as no selection
   * can be seen there; in Compare both phones while both are touched.
   */
  const targetsOf = (publicId: string | null): string[] => {
    if (view.focused !== null && (publicId ?? view.focused) === view.focused) {
      const pair = [view.focused, view.comparedWith ?? '']
      const isPairTouched = mirrored.value.length === 2 && pair.every((one) => mirrored.value.includes(one))
      return isPairTouched ? [...mirrored.value] : [view.focused]
    }
    if (publicId === null || ids.value.has(publicId)) return [...ids.value]
    return [publicId]
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
    actors,
    inspected,
    targetsOf,
    forget,
    keepOnly,
  }
})
