import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../src-shared/bridge/app-state'
import { unknownUsage, type UsageState } from '../../src-shared/features/usage-state'

/** The day's budgets: the service's last figures. */
export const useUsage = defineStore('usage', () => {
  const state = shallowRef<UsageState>(unknownUsage)
  const usage = computed(() => state.value.usage)
  const minutesEndAt = computed(() => state.value.minutesEndAt)
  const fault = computed(() => state.value.fault)
  const serviceAheadMs = computed(() => state.value.serviceAheadMs)

  const replace = (next: UsageState) => (state.value = next)
  const start = ({ usage: next }: AppState) => replace(next)
  const take = (event: AppEvent) => {
    if (event.type === 'opened' || event.type === 'usage') replace(event.usage)
  }

  return { usage, minutesEndAt, fault, serviceAheadMs, replace, start, take }
})
