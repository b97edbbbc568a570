import { computed, type ComputedRef, type Ref } from 'vue'
import type { TileState } from '../../../src-shared/bridge/tile-state'
import { useDelayed } from '../base/use-delayed'

// One that is damaged among others is made good by the next.
const damagedAfterMs = 1000

/**
 * Whether what is shown of a live phone is an old picture, because the newest cannot be read.
 * @param isDamaged whether the newest frame was found to be damaged where it was decoded
 */
export function useDamagedFrame(
  tile: () => TileState,
  isDamaged: Readonly<Ref<boolean>>,
): ComputedRef<boolean> {
  const staysDamaged = useDelayed(isDamaged, damagedAfterMs)
  return computed(() => tile().state === 'live' && (tile().isUnreadable || staysDamaged.value))
}
