import { watch, type Ref } from 'vue'

type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void }

/**
 * Listens to several events of an element while it is mounted and the caller lives. One watcher for all listeners keeps
 * tiles cheap: each has dozens, and scrolling mounts rows of tiles.
 */
export function useListeners(
  element: Ref<HTMLElement | null>,
  listeners: Listeners,
  options?: AddEventListenerOptions,
): void {
  const listen = (now: HTMLElement | null, _before: unknown, onCleanup: (end: () => void) => void) => {
    const all = Object.entries(listeners) as [string, EventListener][]
    for (const [type, listener] of all) now?.addEventListener(type, listener, options)
    onCleanup(() => {
      for (const [type, listener] of all) now?.removeEventListener(type, listener, options)
    })
  }
  watch(element, listen, { immediate: true, flush: 'post' })
}
