import { computed, type ComputedRef, type Ref } from 'vue'
import type { TileState } from '../../../src-shared/features/tile-state'
import { useDelayed } from '../../base/use-delayed'

// A single damaged frame is repaired by the next.
const damagedAfterMs = 1000

/**
 * Returns whether a live phone shows an old frame because the newest can't be decoded.
 * @param isDamaged whether the decoder found the newest frame damaged
 */
export function useDamagedFrame(
  tile: () => TileState,
  isDamaged: Readonly<Ref<boolean>>,
): ComputedRef<boolean> {
  const staysDamaged = useDelayed(isDamaged, damagedAfterMs)
  return computed(() => tile().state === 'live' && (tile().isUnreadable || staysDamaged.value))
}
