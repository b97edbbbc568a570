import { computed, type ComputedRef } from 'vue'
import { useNow } from '@vueuse/core'
import { useUsage } from '../stores/usage'

/**
 * Returns the time by the service's clock, in ms since the epoch. Compare the service's timestamps with it.
 * @param intervalMs time between updates
 */
export function useServiceNow(intervalMs: number): ComputedRef<number> {
  const usage = useUsage()
  const now = useNow({ interval: intervalMs })
  return computed(() => now.value.getTime() + usage.serviceAheadMs)
}
