import { computed, type Ref } from 'vue'
import { largestTile, smallestTile } from '../../src-shared/features/preferences-state'
import {
  fitGroups,
  fitHeight,
  layoutEvenRows,
  layoutGroups,
  layoutRows,
  tileGap,
  tileWidth,
  uprightAspect,
  wallPadding,
} from '../base/wall-layout'
import { useArrangement } from '../stores/arrangement'
import { useFilter } from '../stores/filter'
import { useTiles } from '../stores/tiles'
import { useView } from '../stores/view'
import { groupsOf } from './wall-groups'

/** Lays the shown phones out in rows, within a wall of this size in CSS px. */
export function useWallRows({ width, height }: { width: Ref<number>; height: Ref<number> }) {
  const arrangement = useArrangement()
  const filter = useFilter()
  const tiles = useTiles()
  const view = useView()

  const phones = computed(() => filter.shown.filter(({ public_id }) => tiles.snapshots.has(public_id)))
  /** Keeps the array while its items are the same, so that frequent tile events cause no layout. */
  const aspects = computed<readonly number[]>((before) => {
    const now = phones.value.map(({ public_id }) => uprightAspect(tiles.snapshots.get(public_id) ?? null))
    return before?.length === now.length && now.every((one, index) => one === before[index]) ? before : now
  })
  const inner = computed(() => ({
    width: width.value - 2 * wallPadding,
    height: height.value - 2 * wallPadding,
  }))
  /** None while the wall is not grouped. */
  const groups = computed(() => (arrangement.grouped ? groupsOf(phones.value, arrangement.isPinned) : []))
  const screenHeight = computed(() => {
    if (view.tileSize !== 'fit') return view.tileSize
    return groups.value.length > 0
      ? fitGroups(aspects.value, groups.value, inner.value, smallestTile, largestTile)
      : fitHeight(aspects.value, inner.value, smallestTile, largestTile)
  })
  const widths = computed(() => aspects.value.map((aspect) => tileWidth(aspect, screenHeight.value)))
  const rows = computed(() => {
    if (inner.value.width <= 0) return []
    if (groups.value.length > 0)
      return layoutGroups(aspects.value, groups.value, screenHeight.value, inner.value.width)
    const layout = view.tileSize === 'fit' ? layoutEvenRows : layoutRows
    return layout(aspects.value, screenHeight.value, inner.value.width)
  })
  const blockWidth = computed(() =>
    Math.max(
      0,
      ...rows.value.map(({ start, end }) =>
        widths.value.slice(start, end).reduce((sum, one) => sum + one + tileGap, -tileGap),
      ),
    ),
  )

  return { phones, groups, screenHeight, widths, rows, blockWidth }
}
