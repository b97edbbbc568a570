import { computed, type ComputedRef } from 'vue'
import { useNow } from '@vueuse/core'
import { useUsage } from '../../stores/usage'

/**
 * The time by the service's clock, in ms since the epoch: what the instants are held against that it tells.
 * @param intervalMs how often it is looked at
 */
export function useServiceNow(intervalMs: number): ComputedRef<number> {
  const usage = useUsage()
  const now = useNow({ interval: intervalMs })
  return computed(() => now.value.getTime() + usage.serviceAheadMs)
}
