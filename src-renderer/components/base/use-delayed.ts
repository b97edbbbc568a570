import { ref, watch, type Ref } from 'vue'

/** Whether something has been so for that long, in ms, without a break: at first it has not, whatever it is. */
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
