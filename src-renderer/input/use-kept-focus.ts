import { onBeforeUpdate, onUpdated, type Ref } from 'vue'

/** When an update of a component takes what had the focus in it out of the page, its root gets the focus. */
export function useKeptFocus(root: Ref<HTMLElement | null>): void {
  let wasWithin = false
  onBeforeUpdate(() => (wasWithin = root.value?.contains(document.activeElement) ?? false))
  onUpdated(() => {
    if (wasWithin && document.activeElement === document.body) root.value?.focus({ preventScroll: true })
  })
}
