import { useEventListener } from '@vueuse/core'

const canHaveFocus = (element: Element) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()

function* outwards(from: Element): Generator<Element> {
  for (let at = from.parentElement; at; at = at.parentElement) yield at
}

/**
 * Keeps the focus on the page: when the focused element is removed or disabled, its nearest focusable ancestor gets it.
 * @param nothingAround called when there is no such ancestor
 */
export function useFocusFallback(nothingAround: () => void): void {
  useEventListener(document, 'focusout', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const around = [...outwards(target)]
    // Waits for the update that removed the focused element.
    queueMicrotask(() => {
      if (document.activeElement !== document.body || canHaveFocus(target)) return
      // A dialog or menu gives the focus back itself.
      if (around.some((element) => !element.isConnected && element.matches('[role=dialog], [role=menu]')))
        return
      const next = around.find((element) => element.matches('[tabindex]') && canHaveFocus(element))
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      else nothingAround()
    })
  })
}
