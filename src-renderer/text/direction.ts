import { computed, type ComputedRef } from 'vue'
import { useTextDirection } from '@vueuse/core'

/** The way that the lines of the page run, and with them everything in it, as `<html dir>` says. */
export function useDirection(): ComputedRef<'ltr' | 'rtl'> {
  const direction = useTextDirection({ observe: true })
  return computed(() => (direction.value === 'rtl' ? 'rtl' : 'ltr'))
}
