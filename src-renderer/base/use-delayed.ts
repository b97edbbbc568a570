import { ref, watch, type Ref } from 'vue'

/** Returns whether a condition has held for `ms` without a break; false at first. */
export function useDelayed(isSo: Readonly<Ref<boolean>>, forMs: number): Readonly<Ref<boolean>> {
  const lasting = ref(false)
  watch(
    isSo,
    (now, _, onCleanup) => {
      lasting.value = false
      if (!now) return
      const timer = setTimeout(() => (lasting.value = true), forMs)
      onCleanup(() => clearTimeout(timer))
    },
    { immediate: true, flush: 'sync' },
  )
  return lasting
}
