import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'

// A key in the search must not wait for its tiles: each takes a few ms.
const newPerFrame = 4
// The rows that come with a scroll come whole.
const atOnce = 48

/**
 * Returns the items that are to be in the page: those that were there before, and of many new ones a few more in each frame.
 * @param first the id of an item that comes at once, as it may take the focus
 * @param isScroll whether the change that is being made is a scroll
 */
export function useGradually<Item>(
  items: ComputedRef<readonly Item[]>,
  idOf: (item: Item) => string,
  first: () => string | null,
  isScroll: () => boolean,
): ComputedRef<readonly Item[]> {
  const admitted = shallowRef<ReadonlySet<string>>(new Set())
  let frame = 0

  const admit = (most: number) => {
    cancelAnimationFrame(frame)
    const before = admitted.value
    const now = new Set<string>()
    let [room, isBehind] = [most, false]
    for (const item of items.value) {
      const id = idOf(item)
      const isNew = !before.has(id)
      if (!isNew || id === first() || room > 0) now.add(id)
      else isBehind = true
      if (isNew) room -= 1
    }
    if (now.size !== before.size || [...now].some((id) => !before.has(id))) admitted.value = now
    if (isBehind) frame = requestAnimationFrame(() => admit(newPerFrame))
  }
  const change = () => {
    const fresh = items.value.filter((item) => !admitted.value.has(idOf(item)))
    admit(isScroll() && fresh.length <= atOnce ? atOnce : newPerFrame)
  }
  // At once: otherwise the focus would be moved before its tile is in the page.
  watch(items, change, { immediate: true, flush: 'sync' })
  onScopeDispose(() => cancelAnimationFrame(frame))

  return computed(() => items.value.filter((item) => admitted.value.has(idOf(item))))
}
