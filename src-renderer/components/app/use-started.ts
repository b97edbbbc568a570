import { onMounted, onUnmounted, ref, type Ref } from 'vue'

const longestMs = 1000

/** Becomes true once the page has nothing to do, or after a second: what waits for it does not delay the first picture. */
export function useStarted(): Readonly<Ref<boolean>> {
  const isStarted = ref(false)
  let request = 0
  onMounted(() => (request = requestIdleCallback(() => (isStarted.value = true), { timeout: longestMs })))
  onUnmounted(() => cancelIdleCallback(request))
  return isStarted
}
