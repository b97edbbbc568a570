import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { UsageState } from '../../src-shared/bridge/contract'

/** The budgets of the day, as the service last told them. */
export const useUsage = defineStore('usage', () => {
  const state = shallowRef<UsageState>({ usage: null, readAt: null, fault: null })
  const usage = computed(() => state.value.usage)
  const fault = computed(() => state.value.fault)

  const replace = (next: UsageState) => (state.value = next)

  return { usage, fault, replace }
})
